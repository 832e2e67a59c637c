/// What a node's wallet is told to pay.
public struct NodeOrder: Sendable, Hashable {
    /// The address paid to.
    public let recipient: String
    /// What the recipient gets.
    public let amount: Amount
    /// What the wallet keeps beside the payment, and nobody else sees. No other order has it.
    public let mark: String

    /// An order as given.
    public init(recipient: String, amount: Amount, mark: String) {
        self.recipient = recipient
        self.amount = amount
        self.mark = mark
    }
}
