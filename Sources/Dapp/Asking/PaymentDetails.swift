import SchemeRouter

/// What a payment link says about the payment.
public struct PaymentDetails: Sendable, Hashable {
    /// The address to pay. Take a new one for each request: the answer names it, and nothing else tells requests apart.
    public var address: String
    /// How much, in the smallest unit of the coin; nil where the person is to say.
    public var amount: Amount?
    /// Whether the payment should be locked within seconds (DIP-10); nil for no opinion.
    public var instantSend: PaymentRequest.InstantSendWish?
    /// A name for the recipient. Payment URIs show it as the caller's words; wallet schemes of the Dash family throw it
    /// away, as the phones' wallets do.
    public var label: String?
    /// A note for the person, shown as the caller's words.
    public var message: String?

    /// Details as given; ``RequestBuilder`` checks them.
    public init(
        address: String, amount: Amount? = nil, instantSend: PaymentRequest.InstantSendWish? = nil,
        label: String? = nil, message: String? = nil
    ) {
        self.address = address
        self.amount = amount
        self.instantSend = instantSend
        self.label = label
        self.message = message
    }

    init(_ request: PaymentRequest) {
        self.init(
            address: request.address, amount: request.amount, instantSend: request.instantSend,
            label: request.label?.text, message: request.message?.text)
    }
}
