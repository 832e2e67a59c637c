import SchemeRouter
import Synchronization

/// A ledger in memory, and the wallet that it keeps for the person. It starts with a hundred cowries and is lost with
/// the process.
package final class CowrieLedger: Chain, NodeWallet {
    /// The wallet's name in the consent.
    package let name = "beach"

    private struct State {
        var balances: [String: Int64]
        var payments: [(mark: String, payment: NodePayment)] = []
    }

    private static let fee = Amount(units: 1) ?? .zero

    private let signer = CowrieSigner(key: 0xC0_FFEE)
    private let own: String
    private let state: Mutex<State>

    /// A ledger of a network. Nil if the network has no such addresses.
    package init?(of network: NetworkParameters) {
        guard let address = CowrieAddress(number: signer.number, on: network) else { return nil }
        own = address.text
        state = Mutex(State(balances: [address.text: 100]))
    }

    /// The balance of an address.
    package func balance(of address: String) -> Int64 { state.withLock { $0.balances[address] ?? 0 } }

    /// The balance of the wallet.
    package func balance() async throws(ServiceError) -> Amount { Amount(units: balance(of: own)) ?? .zero }

    /// The fee is one cowrie for whoever ties the knot.
    package func quote(for order: NodeOrder) async throws(ServiceError) -> NodeQuote {
        NodeQuote(fee: Self.fee, size: 100)
    }

    /// Signs and records the payment. The same order is paid only once.
    package func pay(_ order: NodeOrder) async throws(ServiceError) -> NodePayment {
        if let made = try await payment(for: order) { return made }
        let text = "\(own)>\(order.recipient):\(order.amount.units)#\(order.mark)"
        let bytes = Array("\(text)!\(signer.signature(over: text))".utf8)
        guard let id = CowrieSigner.id(of: bytes) else { throw Self.refusal("The transaction has no id.") }
        let payment = NodePayment(transaction: SignedTransaction(id: id, bytes: bytes), inputs: [])
        try apply(text, signature: signer.signature(over: text), order)
        state.withLock { $0.payments.append((order.mark, payment)) }
        return payment
    }

    /// Verifies a transaction: its signature, and that the money exists.
    private func apply(_ text: String, signature: String, _ order: NodeOrder) throws(ServiceError) {
        guard signer.isSignature(signature, over: text) else { throw Self.refusal("The signature is wrong.") }
        let hasEnough = state.withLock { state in
            let spent = order.amount.units + Self.fee.units
            guard let balance = state.balances[own], balance >= spent else { return false }
            state.balances[own] = balance - spent
            state.balances[order.recipient, default: 0] += order.amount.units
            return true
        }
        guard hasEnough else { throw ServiceError(.insufficientFunds, "There are too few cowries on the beach.") }
    }

    private static func refusal(_ message: String) -> ServiceError { ServiceError(.networkRefused, message) }

    package func payment(for order: NodeOrder) async throws(ServiceError) -> NodePayment? {
        state.withLock { $0.payments.first { $0.mark == order.mark }?.payment }
    }

    // The wallet's addresses do not belong to the person's own keys, so scripts are never queried.

    package func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] { [] }
    package func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> { [] }
    package func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] { [] }
    package func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] { [:] }
    package func feePerKB() async throws(ServiceError) -> Amount? { nil }

    package func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        state.withLock { state in
            var found: [TransactionID: [UInt8]] = [:]
            for (_, payment) in state.payments where ids.contains(payment.transaction.id) {
                found[payment.transaction.id] = payment.transaction.bytes
            }
            return found
        }
    }

    package func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        state.withLock { $0.payments.contains { $0.payment.transaction.id == id } }
            ? .confirmed(1, isLocked: true) : .unknown
    }

    package func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance {
        throw Self.refusal("The wallet of the ledger sends its payments itself.")
    }
}
