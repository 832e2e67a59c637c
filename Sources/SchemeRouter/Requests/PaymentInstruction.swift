/// A way to pay that a link offers (BIP321, "payment instruction"). Several of them are alternatives: one payment, made
/// once, in one of these ways.
public struct PaymentInstruction: Sendable, Hashable {
    /// The kind of an instruction. The raw values are those of `explain --json`.
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
        /// The whole link, in a protocol without another name for it.
        case link

        /// Whether a wallet pays it over Lightning, whatever the scheme of its link.
        var isOverLightning: Bool {
            switch self {
            case .lightning, .offer, .lnurl, .lightningAddress: true
            case .onchain, .silentPayment, .privatePayment, .link: false
            }
        }
    }

    /// The scheme of links that are paid over Lightning; its coins are Lightning's.
    static let lightningScheme = "lightning"

    /// How far the text of an instruction was checked. The raw values are those of `explain --json`.
    public enum Check: String, Sendable, Hashable {
        /// Its checksum was checked: any single wrong character is detected.
        case checksum
        /// Only its length, characters and structure were checked: it has no checksum.
        case shape
    }

    public let kind: Kind
    /// The text of the instruction, percent-decoded but otherwise as in the link.
    public let text: String
    /// The parameter that contains it, in lower case and without `req-`; nil for the part before the parameters.
    public let parameter: String?
    /// Whether it was written with `req-`: then a wallet that does not support this way to pay must not pay in another
    /// way (S3).
    public let isRequired: Bool
    /// How far it was checked.
    public let checked: Check
    /// Its own amount, in thousandths of the coin's smallest unit; nil if it has none.
    public let amountMsat: Int64?
    /// The fiat currency of its amount, which an offer can have instead: three letters (ISO 4217).
    public let currency: String?
    /// Its own description of its purpose.
    public let description: ForeignText?
    /// Its expiry time, in seconds since 1970; nil if it has none. Reading does not depend on the current time.
    public let expires: Int64?
    /// The server that a wallet will contact, as in its address; nil if there is none.
    public let server: String?
    /// The key that signed it, in hexadecimal; nil if it has no signature, or the signature was not checked.
    public let payee: String?
    /// Its issuer, which an offer can name.
    public let issuer: ForeignText?
    /// The amount in the smallest unit of ``currency``; nil if it has none.
    public let amountMinor: Int64?
    /// Fallback addresses that could be paid instead, which an invoice can contain. No wallet here pays them.
    public let fallbacks: [String]
    /// Whether its amount is that of one item and the payer chooses how many they buy, as an offer can let them.
    public let isPerItem: Bool

    /// Warns that its texts are not shown in full; nil if they are. The paying wallet receives them in full.
    package var textWarning: LinkWarning? {
        guard [description, issuer].contains(where: { $0?.wasChanged == true }) else { return nil }
        return LinkWarning(
            .textSanitised,
            "Invisible characters were removed from a text, or it was shortened. The wallet receives the whole text, including "
                + "what is not shown here.")
    }

    /// The same with the end that the link gives the whole request.
    package func ending(at end: Int64) -> PaymentInstruction {
        PaymentInstruction(
            kind, text, parameter: parameter, isRequired: isRequired, checked: checked, amountMsat: amountMsat,
            currency: currency, description: description, expires: end, server: server, payee: payee, issuer: issuer,
            amountMinor: amountMinor, fallbacks: fallbacks, isPerItem: isPerItem)
    }

    public init(
        _ kind: Kind, _ text: String, parameter: String? = nil, isRequired: Bool = false, checked: Check,
        amountMsat: Int64? = nil, currency: String? = nil, description: ForeignText? = nil, expires: Int64? = nil,
        server: String? = nil, payee: String? = nil, issuer: ForeignText? = nil, amountMinor: Int64? = nil,
        fallbacks: [String] = [], isPerItem: Bool = false
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
        self.isPerItem = isPerItem
    }
}
