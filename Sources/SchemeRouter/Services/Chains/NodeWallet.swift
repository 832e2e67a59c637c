/// A wallet on a node, which pays with its own keys. It chooses UTXOs and fee itself, and sends a transaction before
/// anybody else sees it. So every order to it has a mark that identifies the payment afterwards (S6).
public protocol NodeWallet: Sendable {
    /// Its name on the node, as in the person's configuration.
    var name: String { get }

    /// Its spendable balance. Throws if it cannot pay: it is locked, has no keys, or the node is not ready.
    func balance() async throws(ServiceError) -> Amount

    /// The current cost of a payment. When paying, the wallet may choose other UTXOs, and so another fee.
    func quote(for order: NodeOrder) async throws(ServiceError) -> NodeQuote

    /// Pays. Must be called only once for each order.
    ///
    /// Throws ``ServiceError/Code/answerUnknown`` if it is unknown whether the wallet paid; all other errors mean that
    /// it certainly did not.
    func pay(_ order: NodeOrder) async throws(ServiceError) -> NodePayment

    /// The payment for an order; nil if the wallet has none.
    func payment(for order: NodeOrder) async throws(ServiceError) -> NodePayment?
}

/// An order to a node's wallet to pay.
public struct NodeOrder: Sendable, Hashable {
    /// The address paid to.
    public let recipient: String
    /// The amount that the recipient receives.
    public let amount: Amount
    /// Stored by the wallet with the payment, and visible to nobody else. Unique among orders.
    public let mark: String
}

/// A payment that a node's wallet made.
public struct NodePayment: Sendable, Hashable {
    /// The transaction.
    public let transaction: SignedTransaction
    /// The outputs that it spends.
    public let inputs: [Outpoint]

    /// Creates a payment.
    public init(transaction: SignedTransaction, inputs: [Outpoint]) {
        self.transaction = transaction
        self.inputs = inputs
    }
}
