import SchemeRouter
import Synchronization

/// A chain that holds given transactions and takes, refuses or loses what is sent.
public final class FakeChain: Chain {
    public let known: [TransactionID: [UInt8]]
    public let refusal: ServiceError?
    public let sent = Mutex<[SignedTransaction]>([])

    public init(transactions: [TransactionID: [UInt8]] = [:], refusing refusal: ServiceError? = nil) {
        known = transactions
        self.refusal = refusal
    }

    public func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] { [] }
    public func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> { [] }
    public func feePerKB() async throws(ServiceError) -> Amount? { nil }

    public func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] { [] }
    public func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] { [:] }

    public func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        known.filter { ids.contains($0.key) }
    }

    public func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        sent.withLock { sent in sent.contains { $0.id == id } } ? .waiting(isLocked: false) : .unknown
    }

    public func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance {
        if let refusal { throw refusal }
        sent.withLock { $0.append(transaction) }
        return .network
    }
}
