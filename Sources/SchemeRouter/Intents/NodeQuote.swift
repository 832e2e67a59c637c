/// A node wallet's quote for a payment.
public struct NodeQuote: Sendable, Hashable {
    /// The network's fee.
    public let fee: Amount
    /// The largest possible size of the transaction, in bytes.
    public let size: Int

    /// Creates a quote.
    public init(fee: Amount, size: Int) {
        self.fee = fee
        self.size = size
    }
}
