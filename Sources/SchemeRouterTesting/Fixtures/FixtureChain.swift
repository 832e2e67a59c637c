import ExactJSON
import SchemeRouter

/// A network on which nothing happens.
struct FixtureChain: Chain, AccountChain {
    func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] { [] }
    func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> { [] }
    func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] { [] }
    func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] { [:] }
    func state(of id: TransactionID) async throws(ServiceError) -> TransactionState { .unknown }
    func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] { [:] }
    func feePerKB() async throws(ServiceError) -> Amount? { nil }

    func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance { throw Self.refusal }
    func send(_ transaction: SignedTransaction) async throws(ServiceError) { throw Self.refusal }

    private static let refusal = ServiceError(.networkRefused, "The fixture takes no transaction.")

    func prepare(
        _ calls: [ActionCall], as signer: AccountSigner
    ) async throws(ServiceError) -> [PreparedAction] {
        calls.map { call in
            PreparedAction(contract: call.contract, name: call.name, data: call.data.bytes, content: call.data)
        }
    }

    func frame() async throws(ServiceError) -> TransactionFrame {
        TransactionFrame(
            chainID: [UInt8](repeating: 7, count: 32), expiration: 1_700_000_060, blockNumber: 1, blockPrefix: 2)
    }

    func authority(of signer: AccountSigner) async throws(ServiceError) -> AccountAuthority? {
        AccountAuthority(keys: [FixtureWallet.accountKey])
    }
}
