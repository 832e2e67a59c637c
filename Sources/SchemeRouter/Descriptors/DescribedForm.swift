import RouterBytes

/// One form of the links of a scheme: a path, then parameters.
public struct DescribedForm: Sendable, Hashable {
    /// The part before the parameters.
    public let path: PathTemplate
    /// What its parameters contain, `name=value` or one word; nil if its path tells it from others.
    public let condition: String?
    /// What links of this form request.
    public let action: Action
    /// The kinds of its addresses; empty for the coin's own.
    public let addresses: [AddressForm]
    /// What its `{payload}` may be.
    public let payloads: [InstructionFormat]
    /// The parameters that are read.
    public let parameters: [ParameterReading]
    /// The rule for parameters that no other rule names; nil if they are ignored.
    public let others: ParameterReading?
    /// Whether links of this form have no parameters at all.
    public let refusesParameters: Bool
    /// Whether the form gives somebody control of the person's money, so that they are warned.
    public let givesPermission: Bool
    /// The contract functions that give somebody such control, in lower case.
    public let permissions: [String]
    /// Whether the kind of its address is unknown, so that the person is warned.
    public let isUnknown: Bool
    /// Why links of this form are refused, for people; nil if they are read.
    public let refusal: String?
    /// What such a link is called, if that says more than its action: “invitation”.
    public var kind: String?
    /// What the person reads with every link of this form, as a sentence without a full stop.
    public var note: String?

    /// The word in `does` of a form whose links are known, and refused.
    static let refusing = "refuse"

    /// Whether a link of this form can have a part that only its receiver may see.
    var hasSecret: Bool {
        path.has(.secret) || others?.isSecret == true || parameters.indices.contains { parameters[$0].isSecret }
    }

    /// The rule of a parameter; nil if no rule names it.
    func rule(named name: some StringProtocol, ignoringCase: Bool) -> ParameterReading? {
        func isName(_ candidate: String) -> Bool {
            // Compared by bytes: in Unicode, other letters match some ASCII letters when case is ignored.
            name.utf8.elementsEqual(candidate.utf8) { byte, other in
                byte == other || ignoringCase && byte.lowercasedASCII == other.lowercasedASCII
            }
        }
        return parameters.firstIndex { isName($0.name) || $0.aliases.contains(where: isName) }.map { parameters[$0] }
    }
}

/// The rule for one parameter of a form.
public struct ParameterReading: Sendable, Hashable {
    /// Its name in links.
    public let name: String
    public let meaning: Meaning
    /// Other names for it.
    public var aliases: [String] = []
    /// Whether a link must have it.
    public var isRequired = false
    /// Whether it may appear more than once.
    public var isRepeated = false
    /// The character between several values in one parameter; nil if it has one value.
    public var separator: UInt8?
    /// The syntax of its value.
    public var shape = ValueShape.text
    /// The most characters of a value after decoding; of a memo, the most bytes.
    public var most: Int?
    /// How many bytes a value encodes, if its ``shape`` encodes bytes.
    public var size: Int?
    /// The prefix of a value, which is removed.
    public var prefix: String?
    /// The parameter that must be present with it.
    public var companion: String?
    /// The parameter that it replaces, which a link must not have as well.
    public var alternative: String?
    /// The values that stand for the scheme's coin itself.
    public var own: [String] = []
    /// The name of its field in the answer of programs, and of what people read; nil for a note among others.
    public var field: String?
    /// Whether its presence is worth a warning.
    public var warns = false
    /// Whether its value is secret: it is handed over, and never shown or written down.
    public var isSecret = false
    /// The allowed values; empty if every value of its shape is allowed.
    public var values: [ParameterValue] = []

    /// The meaning of a parameter. The raw values are those of descriptors.
    public enum Meaning: String, Sendable, Hashable, CaseIterable {
        /// The recipient.
        case address
        case amount
        /// An additional amount that goes elsewhere, such as to the called contract.
        case surplus
        /// The maximum units of work of a contract call that the fee pays for (gas limit).
        case feeUnits = "fee-units"
        /// The fee per unit (gas price).
        case feeRate = "fee-rate"
        /// A name of the recipient.
        case label
        /// A note to the payer.
        case message
        /// A text sent to the recipient or recorded on a chain.
        case memo
        /// The type of the memo.
        case memoType = "memo-type"
        /// A number by which the recipient identifies the payment.
        case paymentID = "payment-id"
        /// A number of 32 bits by which the recipient identifies the payment; also inside an address.
        case tag
        /// What the link requests, repeated.
        case action
        /// The token, by its contract or mint.
        case token
        /// The asset, by its code.
        case asset
        case issuer
        /// An identifier for finding the payment on a chain.
        case reference
        /// A value for the paying program.
        case note
        /// An argument of a contract call.
        case argument
        /// The pool that stakes the person's money, and how much of it.
        case pool
        /// A server that the wallet will ask.
        case server
        /// A server or program that receives what the person agrees to.
        case answer
        /// Who claims to make the request.
        case origin
        /// The signature over the link.
        case signature
        /// The required signer.
        case signer
        /// The network it is for.
        case network
        /// When the request begins, in seconds since 1970.
        case starts
        /// When the request ends: in seconds since 1970, or after the parameter that must accompany it.
        case expires
        /// A transaction in another encoding.
        case payload
        /// A payment request of a server (BIP70), which is never fetched.
        case paymentRequest = "payment-request"
        /// A feature that a wallet must support, and this one does not.
        case unsupported
        /// The URL scheme of the requesting app, which receives the reply.
        case sender
        /// Whether the network should lock the payment within seconds.
        case lock
        /// The account whose keys are requested.
        case account
        /// Where the proof of a payment goes (BIP321).
        case proof
        /// Bytes that this wallet's payment records on the chain.
        case data
        /// Nothing: it is read, but neither shown nor used.
        case unused
    }
}

/// One value that a parameter may have, and its consequences.
public struct ParameterValue: Sendable, Hashable {
    /// The value.
    public let text: String
    /// The network that it names.
    public var network: NetworkKind?
    /// The syntax of the accompanying memo.
    public var shape: ValueShape?
    /// The most bytes of the accompanying memo.
    public var most: Int?
    /// How many bytes the accompanying memo encodes.
    public var size: Int?
}

/// The syntax of a value. The raw values are those of descriptors.
public enum ValueShape: String, Sendable, Hashable, CaseIterable {
    /// Any text.
    case text
    /// An unsigned 64-bit integer.
    case number
    /// Decimal digits with an optional point.
    case decimal
    /// Hexadecimal digits.
    case hex
    /// Base64 with padding (RFC 4648).
    case base64
    /// Base64url, without padding (RFC 4648).
    case base64URL = "base64url"
    /// Bytes in Base58.
    case base58
    /// Bytes in Base58, with the first four bytes of a double SHA-256 behind them.
    case base58Check = "base58check"
    /// An address of the form or the coin.
    case address
    /// An address, a colon, and the code of what its owner issues.
    case issued
    /// A host name.
    case host
    /// An `https` address.
    case url
    /// A `wss` address.
    case wss
    /// Replacements of fields in a transaction, with a hint for the person about each (SEP-7).
    case replacements
}

/// The formats of a payload, or of a parameter that offers a way to pay. The raw values are those of descriptors.
public enum InstructionFormat: String, Sendable, Hashable, CaseIterable {
    /// A Lightning invoice (BOLT11).
    case bolt11
    /// A Lightning offer (BOLT12).
    case bolt12
    /// The address of a server that issues invoices (LUD-01).
    case lnurl
    /// A name at a server that issues invoices (LUD-16).
    case lightningAddress = "lightning-address"
    /// A segwit address of the coin.
    case segwit
    /// A silent payment address (BIP352).
    case silentPayment = "silent-payment"
    /// A payment code for private payments (BIP351).
    case privatePayment = "private-payment"
    /// A signing request for chains with named accounts (EEP-7).
    case signingRequest = "signing-request"
    /// A transaction; only its type is read (SEP-7).
    case xdrEnvelope = "xdr-envelope"
    /// What only the plugin of the scheme decodes.
    case own = "plugin"
}
