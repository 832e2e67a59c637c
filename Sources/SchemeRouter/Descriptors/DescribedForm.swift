import RouterBytes

/// One form of the links of a scheme: a path, then parameters.
public struct DescribedForm: Sendable, Hashable {
    /// The part before the parameters.
    public let path: PathTemplate
    /// What links of this form ask for.
    public let action: Action
    /// The kinds of addresses; empty for those of the coin.
    public let addresses: [AddressForm]
    /// What its `{payload}` may be.
    public let payloads: [InstructionFormat]
    /// The parameters that are read.
    public let parameters: [ParameterReading]
    /// How parameters are read that none of the rules names; nil where they are ignored.
    public let others: ParameterReading?
    /// Whether links of this form have no parameters at all.
    public let refusesParameters: Bool
    /// Whether the form gives somebody a power over the person's money, so that they are warned.
    public let givesPermission: Bool
    /// The functions of contracts that give somebody such a power, in lower case.
    public let permissions: [String]
    /// Whether the kind of its address is unknown, so that the person is warned.
    public let isUnknown: Bool

    /// The rule of a parameter; nil where none names it.
    func rule(named name: some StringProtocol, ignoringCase: Bool) -> ParameterReading? {
        func isName(_ candidate: String) -> Bool {
            // By bytes: Unicode has other letters that count as some of ASCII's.
            name.utf8.elementsEqual(candidate.utf8) { byte, other in
                byte == other || ignoringCase && byte.lowercasedASCII == other.lowercasedASCII
            }
        }
        return parameters.first { isName($0.name) || $0.aliases.contains(where: isName) }
    }
}

/// How one parameter of a form is read.
public struct ParameterReading: Sendable, Hashable {
    /// Its name in links.
    public let name: String
    /// What it says.
    public let meaning: Meaning
    /// Other names of the same.
    public var aliases: [String] = []
    /// Whether a link must have it.
    public var isRequired = false
    /// Whether it may appear more than once.
    public var isRepeated = false
    /// The character between several values of one parameter; nil where it has one.
    public var separator: UInt8?
    /// What its value looks like.
    public var shape = ValueShape.text
    /// The most bytes of a value after decoding.
    public var most: Int?
    /// How many bytes a value encodes, if its ``shape`` encodes bytes.
    public var size: Int?
    /// What a value begins with, which is taken off.
    public var prefix: String?
    /// The parameter that must accompany it.
    public var companion: String?
    /// Whether its being there is worth a warning.
    public var warns = false
    /// The values it may have; empty where any of its shape is good.
    public var values: [ParameterValue] = []

    /// What a parameter says. The raw values are those of descriptors.
    public enum Meaning: String, Sendable, Hashable, CaseIterable {
        /// Who is paid.
        case address
        /// How much.
        case amount
        /// An additional amount that goes elsewhere, such as to the called contract.
        case surplus
        /// How many units of work the fee may pay, for a contract's run.
        case feeUnits = "fee-units"
        /// How much the fee pays for each of them.
        case feeRate = "fee-rate"
        /// A name of the recipient.
        case label
        /// A note to the payer.
        case message
        /// A text that goes to the recipient or on a chain.
        case memo
        /// How a memo is to be read.
        case memoType = "memo-type"
        /// A number by which the recipient knows the payment.
        case paymentID = "payment-id"
        /// What the link asks for, said once more.
        case action
        /// What is paid, by its contract or mint.
        case token
        /// What is paid, by its code.
        case asset
        /// Who issues it.
        case issuer
        /// Something by which a payment is found again on a chain.
        case reference
        /// A value for the program that pays.
        case note
        /// A value that a contract is called with.
        case argument
        /// Who stakes the person's money, and for how much of it.
        case pool
        /// A server that the wallet will ask.
        case server
        /// A server or program that receives what the person agrees to.
        case answer
        /// Who says to be asking.
        case origin
        /// The signature over the link.
        case signature
        /// Who must sign.
        case signer
        /// The network it is for.
        case network
        /// A transaction in another encoding.
        case payload
        /// A payment request of a server (BIP70), which is never fetched.
        case paymentRequest = "payment-request"
        /// Something that a wallet must understand, and that is not supported.
        case unsupported
    }
}

/// One value that a parameter may have, and what follows from it.
public struct ParameterValue: Sendable, Hashable {
    /// The value.
    public let text: String
    /// The network that it names.
    public var network: NetworkKind?
    /// What the accompanying memo looks like.
    public var shape: ValueShape?
    /// The most bytes of the accompanying memo.
    public var most: Int?
    /// How many bytes the accompanying memo encodes.
    public var size: Int?
}

/// What a value looks like. The raw values are those of descriptors.
public enum ValueShape: String, Sendable, Hashable, CaseIterable {
    /// Any text.
    case text
    /// A whole number of 64 bits without a sign.
    case number
    /// Digits with a point.
    case decimal
    /// Hexadecimal digits.
    case hex
    /// Base64 with padding (RFC 4648).
    case base64
    /// Base64 for addresses of web pages, without padding (RFC 4648).
    case base64URL = "base64url"
    /// An address of the form or the coin.
    case address
    /// A host name.
    case host
    /// An `https` address.
    case url
    /// What a path in a transaction is replaced by, and what the person is asked for it (SEP-7).
    case replacements
}

/// What a payload, or a parameter that offers a way to pay, may be. The raw values are those of descriptors.
public enum InstructionFormat: String, Sendable, Hashable, CaseIterable {
    /// A Lightning invoice (BOLT11).
    case bolt11
    /// A Lightning offer (BOLT12).
    case bolt12
    /// The address of a server that gives invoices (LUD-01).
    case lnurl
    /// A name at a server that gives invoices (LUD-16).
    case lightningAddress = "lightning-address"
    /// A segwit address of the coin.
    case segwit
    /// A silent payment address (BIP352).
    case silentPayment = "silent-payment"
    /// A code for private payments (BIP351).
    case privatePayment = "private-payment"
    /// A request to sign, of chains with named accounts (EEP-7).
    case signingRequest = "signing-request"
    /// A transaction of which only the kind is read (SEP-7).
    case xdrEnvelope = "xdr-envelope"
}
