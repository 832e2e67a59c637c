import SchemeRouter
import Synchronization

/// A ledger in memory, and the wallet that it keeps for the person. It starts with a hundred cowries and is lost with
/// the process.
package final class CowrieLedger: NodeWalletChain, NodeWallet {
    /// The wallet's name in the consent.
    package let name = "beach"

    private struct State {
        var balances: [String: Int64]
        var payments: [SignedTransaction] = []
    }

    private static let fee = Amount(units: 1) ?? .zero

    private let signer = CowrieSigner(key: 0xC0_FFEE)
    private let own: String
    private let state: Mutex<State>

    /// A ledger. Nil if its key has no address.
    package init?() {
        guard let address = CowrieAddress(number: signer.number) else { return nil }
        own = address.text
        state = Mutex(State(balances: [address.text: 100]))
    }

    /// The balance of an address.
    package func balance(of address: String) -> Int64 { state.withLock { $0.balances[address] ?? 0 } }

    /// The balance of the wallet.
    package func balance() async throws(ServiceError) -> NodeBalance {
        NodeBalance(spendable: Amount(units: balance(of: own)) ?? .zero)
    }

    /// The payment as text, with its number: the ledger takes each number once, in order. The fee is one cowrie for whoever
    /// ties the knot.
    package func prepare(_ order: NodeOrder) async throws(ServiceError) -> PreparedPayment {
        let number = state.withLock { $0.payments.count }
        let text = "\(own)>\(order.recipient):\(order.amount.units)#\(number)"
        return PreparedPayment(bytes: Array(text.utf8), inputs: [], fee: Self.fee, size: 100)
    }

    /// Adds the wallet's signature. Nothing is sent yet: the engine records the bytes first.
    package func sign(_ payment: PreparedPayment) async throws(ServiceError) -> SignedTransaction {
        let text = String(decoding: payment.bytes, as: UTF8.self)
        let bytes = Array("\(text)!\(signer.signature(over: text))".utf8)
        guard let id = CowrieSigner.id(of: bytes) else { throw Self.refusal("The transaction has no id.") }
        return SignedTransaction(id: id, bytes: bytes)
    }

    /// Verifies a transaction – its signature, its number, and that the money exists – and executes it. The same one is
    /// executed once.
    package func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance {
        let parts = String(decoding: transaction.bytes, as: UTF8.self).split(separator: "!").map(String.init)
        guard parts.count == 2, signer.isSignature(parts[1], over: parts[0]) else {
            throw Self.refusal("The signature is wrong.")
        }
        let fields = parts[0].split { ">:#".contains($0) }.map(String.init)
        guard fields.count == 4, fields[0] == own, let amount = Int64(fields[2]), let number = Int(fields[3]) else {
            throw Self.refusal("This is not a payment of the ledger's wallet.")
        }
        let hasEnough = try state.withLock { (state) throws(ServiceError) in
            if state.payments.contains(transaction) { return true }
            guard number == state.payments.count else { throw Self.refusal("Another payment was made meanwhile.") }
            let spent = amount + Self.fee.units
            guard let balance = state.balances[own], balance >= spent else { return false }
            state.balances[own] = balance - spent
            state.balances[fields[1], default: 0] += amount
            state.payments.append(transaction)
            return true
        }
        guard hasEnough else { throw ServiceError(.insufficientFunds, "There are too few cowries on the beach.") }
        return .network
    }

    private static func refusal(_ message: String) -> ServiceError { ServiceError(.networkRefused, message) }

    package func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        let payments = state.withLock { $0.payments }.filter { ids.contains($0.id) }
        return Dictionary(payments.map { ($0.id, $0.bytes) }) { $1 }
    }

    package func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        state.withLock { $0.payments.contains { $0.id == id } } ? .confirmed(1, isLocked: true) : .unknown
    }
}
