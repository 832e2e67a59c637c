/// A payment that a node's wallet made.
public struct NodePayment: Sendable, Hashable {
    /// The transaction.
    public let transaction: SignedTransaction
    /// What it spends.
    public let inputs: [Outpoint]

    /// A payment as given.
    public init(transaction: SignedTransaction, inputs: [Outpoint]) {
        self.transaction = transaction
        self.inputs = inputs
    }
}
