import RouterLinks

/// What a payment link says about the payment.
public struct PaymentDetails: Sendable, Hashable {
    /// The address to pay. Use a new one for each request: the answer contains it, and nothing else tells requests
    /// apart.
    public var address: String
    /// How much, in the smallest unit of the coin; nil if the person chooses the amount.
    public var amount: Amount?
    /// Whether the payment should be locked within seconds (DIP-10); nil for no preference.
    public var instantSend: LockWish?
    /// A name for the recipient. Payment URIs show it as the requesting app's words; wallet schemes of the Dash family
    /// ignore it, as the phones' wallets do.
    public var label: String?
    /// A note for the person, shown as the requesting app's words.
    public var message: String?
    /// The destination of the proof of payment (BIP321): only for payment URIs, and only if there is no sender to
    /// receive an answer.
    public var proof: ProofWish?

    /// A request to append the whole payment transaction to a link of the requesting app (BIP321, "pop").
    public struct ProofWish: Sendable, Hashable {
        /// The beginning of that link, such as `myapp:`; the wallet appends `onchain=` and the transaction in hex.
        public var prefix: String
        /// Whether the payment must not be made if the proof cannot be given. Wallets that do not know `pop` refuse the
        /// link.
        public var isRequired: Bool

        /// Creates a request for a proof.
        public init(prefix: String, isRequired: Bool = false) {
            self.prefix = prefix
            self.isRequired = isRequired
        }
    }

    /// Creates details; ``RequestBuilder`` checks them.
    public init(
        address: String, amount: Amount? = nil, instantSend: LockWish? = nil,
        label: String? = nil, message: String? = nil, proof: ProofWish? = nil
    ) {
        self.address = address
        self.amount = amount
        self.instantSend = instantSend
        self.label = label
        self.message = message
        self.proof = proof
    }
}
