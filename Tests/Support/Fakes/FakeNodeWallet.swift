import SchemeRouter
import Synchronization

/// A node's wallet that says what it was given, and keeps what it is asked.
public final class FakeNodeWallet: NodeWallet {
    public let name = "w"
    public let funds: Amount
    public let cost: NodeQuote
    /// How an order ends.
    public let result: Result<NodePayment, ServiceError>
    /// What it finds of earlier orders.
    public let found: NodePayment?
    public let quoted = Mutex<[NodeOrder]>([])
    public let ordered = Mutex<[NodeOrder]>([])
    public let sought = Mutex<[NodeOrder]>([])

    public static let payment = NodePayment(
        transaction: .example, inputs: [OwnedUTXO.example(100_000_000, index: 3).outpoint])

    public init(
        funds: Int64 = 100_000_000, cost: NodeQuote = NodeQuote(fee: Amount(units: 226)!, size: 226),
        result: Result<NodePayment, ServiceError> = .success(payment), found: NodePayment? = nil
    ) {
        self.funds = Amount(units: funds)!
        (self.cost, self.result, self.found) = (cost, result, found)
    }

    public func balance() async throws(ServiceError) -> Amount { funds }

    public func quote(for order: NodeOrder) async throws(ServiceError) -> NodeQuote {
        quoted.withLock { $0.append(order) }
        return cost
    }

    public func pay(_ order: NodeOrder) async throws(ServiceError) -> NodePayment {
        ordered.withLock { $0.append(order) }
        return try result.get()
    }

    public func payment(for order: NodeOrder) async throws(ServiceError) -> NodePayment? {
        sought.withLock { $0.append(order) }
        return found
    }
}
