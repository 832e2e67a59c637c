/// What a payment would cost.
public struct NodeQuote: Sendable, Hashable {
    /// The network's fee.
    public let fee: Amount
    /// How many bytes the transaction has at most.
    public let size: Int

    /// Creates a quote.
    public init(fee: Amount, size: Int) {
        self.fee = fee
        self.size = size
    }
}
