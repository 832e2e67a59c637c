/// One way to make a payment that a link offers (BIP321, "payment instruction"). Several of them are alternatives: they
/// are one payment, made once, by one of them.
public struct PaymentInstruction: Sendable, Hashable {
    /// What an instruction is. The raw values are those of `explain --json`.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// An address, paid by a transaction of the coin.
        case onchain
        /// A Lightning invoice (BOLT11).
        case lightning
        /// A Lightning offer (BOLT12), from which a wallet obtains invoices.
        case offer
        /// A silent payment address (BIP352).
        case silentPayment = "silent-payment"
        /// A payment code for private payments (BIP351).
        case privatePayment = "private-payment"
        /// The address of a server that a wallet asks for an invoice (LNURL).
        case lnurl
        /// A name at a server that a wallet asks for an invoice (LUD-16).
        case lightningAddress = "lightning-address"
        /// The link as a whole, of a protocol that has no other name for it.
        case link
    }

    /// How far the text of an instruction could be checked. The raw values are those of `explain --json`.
    public enum Check: String, Sendable, Hashable {
        /// By a checksum: one wrong character is found.
        case checksum
        /// By its length, characters and structure alone: it has no checksum.
        case shape
    }

    /// What it is.
    public let kind: Kind
    /// The text of the instruction, percent-decoded and otherwise as the link has it.
    public let text: String
    /// The parameter that contains it, in lower case and without `req-`; nil for the part before the parameters.
    public let parameter: String?
    /// Whether it was written with `req-`: then a wallet that cannot pay so must not pay the link otherwise (S3).
    public let isRequired: Bool
    /// How far it could be checked.
    public let checked: Check
    /// The amount that it says itself, in thousandths of the coin's smallest unit; nil where it says none.
    public let amountMsat: Int64?
    /// The currency of the world in which it says its amount instead, as an offer can: three letters (ISO 4217).
    public let currency: String?
    /// What it says it is for.
    public let description: ForeignText?
    /// When it ends, in seconds since 1970; nil where it does not say. Reading looks at no clock.
    public let expires: Int64?
    /// The server that a wallet will ask, as its address names it; nil where none is asked.
    public let server: String?
    /// Whose key signed it, in hexadecimal digits; nil where it has no signature, or that was not checked.
    public let payee: String?
    /// Who issues it, as an offer can say.
    public let issuer: ForeignText?
    /// The amount in the smallest unit of ``currency``; nil where it says none.
    public let amountMinor: Int64?
    /// Addresses inside it that could be paid instead, as an invoice can name them. No wallet here pays them.
    public let fallbacks: [String]

    /// Says that its texts are not shown as they are; nil where they are. The paying wallet receives them in full.
    package var textWarning: LinkWarning? {
        guard [description, issuer].contains(where: { $0?.wasChanged == true }) else { return nil }
        return LinkWarning(
            .textSanitised,
            "Invisible characters were removed from a text, or it was shortened. The wallet receives the whole text, including "
                + "what is not shown here.")
    }

    /// Creates an instruction.
    public init(
        _ kind: Kind, _ text: String, parameter: String? = nil, isRequired: Bool = false, checked: Check,
        amountMsat: Int64? = nil, currency: String? = nil, description: ForeignText? = nil, expires: Int64? = nil,
        server: String? = nil, payee: String? = nil, issuer: ForeignText? = nil, amountMinor: Int64? = nil,
        fallbacks: [String] = []
    ) {
        self.kind = kind
        self.text = text
        self.parameter = parameter
        self.isRequired = isRequired
        self.checked = checked
        self.amountMsat = amountMsat
        self.currency = currency
        self.description = description
        self.expires = expires
        self.server = server
        self.payee = payee
        self.issuer = issuer
        self.amountMinor = amountMinor
        self.fallbacks = fallbacks
    }
}
