/// A wallet that a node keeps and whose own keys pay. It chooses UTXOs and fee itself, and what it signs is out before
/// anybody else has seen it. So every order to it carries a mark, and the mark finds the payment again (S6).
public protocol NodeWallet: Sendable {
    /// Its name at the node, as the person's configuration has it.
    var name: String { get }

    /// What it can spend now. Throws where it cannot pay: it is locked, has no keys, or the node is not ready.
    func balance() async throws(ServiceError) -> Amount

    /// What a payment would cost now. When it is made the wallet may choose other UTXOs, and so another fee.
    func quote(for order: NodeOrder) async throws(ServiceError) -> NodeQuote

    /// Pays. To be called once for each order.
    ///
    /// Throws ``ServiceError/Code/answerUnknown`` where it is not known whether the wallet paid; all other errors mean
    /// that it certainly did not.
    func pay(_ order: NodeOrder) async throws(ServiceError) -> NodePayment

    /// The payment that an order led to; nil where the wallet has none.
    func payment(for order: NodeOrder) async throws(ServiceError) -> NodePayment?
}

/// What a node's wallet is told to pay.
public struct NodeOrder: Sendable, Hashable {
    /// The address paid to.
    public let recipient: String
    /// What the recipient gets.
    public let amount: Amount
    /// What the wallet keeps beside the payment, and nobody else sees. No other order has it.
    public let mark: String
}

/// A payment that a node's wallet made.
public struct NodePayment: Sendable, Hashable {
    /// The transaction.
    public let transaction: SignedTransaction
    /// What it spends.
    public let inputs: [Outpoint]

    /// Creates a payment.
    public init(transaction: SignedTransaction, inputs: [Outpoint]) {
        self.transaction = transaction
        self.inputs = inputs
    }
}
