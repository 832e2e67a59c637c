/// A request to pay somebody.
public struct PaymentRequest: Sendable, Hashable {
    /// How the link was written. The raw values are those of `explain --json`.
    public enum Form: String, Sendable, Hashable {
        /// `scheme://pay=…`.
        case native
        /// `scheme:address?…` (BIP21).
        case bip21
    }

    /// Whether the caller wants the payment locked within seconds (DIP-10).
    public struct InstantSendWish: Sendable, Hashable {
        /// Whether it is asked for.
        public let isRequested: Bool
        /// Whether a payment without it would be wrong (`req-IS`).
        public let isRequired: Bool

        /// A wish as given.
        public init(isRequested: Bool, isRequired: Bool) {
            self.isRequested = isRequested
            self.isRequired = isRequired
        }
    }

    /// What every request says.
    public let header: RequestHeader
    /// How the link was written.
    public let form: Form
    /// The address to pay, exactly as given, valid on the header's network.
    public let address: String
    /// How much; nil where the person is to say.
    public let amount: Amount?
    /// Whether InstantSend is asked for; nil where the link does not say.
    public let instantSend: InstantSendWish?
    /// A name the caller gives the recipient; links of the dash family never show it.
    public let label: ForeignText?
    /// A note from the caller.
    public let message: ForeignText?
    /// Where the proof of the payment goes; nil where nobody asks for it.
    public let proof: ProofOfPayment?

    /// A request as given.
    public init(
        header: RequestHeader, form: Form, address: String, amount: Amount?, instantSend: InstantSendWish?,
        label: ForeignText?, message: ForeignText?, proof: ProofOfPayment? = nil
    ) {
        self.header = header
        self.form = form
        self.address = address
        self.amount = amount
        self.instantSend = instantSend
        self.label = label
        self.message = message
        self.proof = proof
    }
}
