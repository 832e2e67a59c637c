import SchemeRouter
import Synchronization

/// A node's wallet that says what it was given, and keeps what it is asked.
public final class FakeNodeWallet: NodeWallet {
    public let name = "w"
    public let money: NodeBalance
    public let prepared: PreparedPayment
    /// What its signature is, or why there is none.
    public let result: Result<SignedTransaction, ServiceError>
    /// What it could spend instead.
    public let outputs: Set<Outpoint>

    private struct State {
        var asked: [NodeOrder] = []
        var signed: [PreparedPayment] = []
        var reserved: Set<Outpoint> = []
        var released: [Outpoint] = []
    }

    private let state = Mutex(State())

    public static let input = OwnedUTXO.example(100_000_000, index: 3).outpoint

    public init(
        money: NodeBalance = NodeBalance(spendable: Amount(units: 100_000_000)!), fee: Int64 = 226, size: Int = 226,
        spending inputs: [Outpoint] = [input], result: Result<SignedTransaction, ServiceError> = .success(.example),
        holding outputs: Set<Outpoint> = [], id: TransactionID? = nil
    ) {
        prepared = PreparedPayment(bytes: [1, 2, 3], inputs: inputs, fee: Amount(units: fee)!, size: size, id: id)
        (self.money, self.result, self.outputs) = (money, result, outputs)
    }

    public var asked: [NodeOrder] { state.withLock { $0.asked } }
    public var signed: [PreparedPayment] { state.withLock { $0.signed } }
    public var reserved: Set<Outpoint> { state.withLock { $0.reserved } }
    public var released: [Outpoint] { state.withLock { $0.released } }

    public func balance() async throws(ServiceError) -> NodeBalance { money }

    public func coins() async throws(ServiceError) -> Set<Outpoint> { outputs }

    public func prepare(_ order: NodeOrder) async throws(ServiceError) -> PreparedPayment {
        state.withLock { $0.asked.append(order) }
        return prepared
    }

    public func sign(_ payment: PreparedPayment) async throws(ServiceError) -> SignedTransaction {
        state.withLock { $0.signed.append(payment) }
        return try result.get()
    }

    public func reserve(_ outputs: [Outpoint]) async { state.withLock { $0.reserved.formUnion(outputs) } }

    public func release(_ outputs: [Outpoint]) async { state.withLock { $0.released += outputs } }
}
