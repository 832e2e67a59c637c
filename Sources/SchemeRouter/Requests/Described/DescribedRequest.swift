/// What a link of a described protocol asks for (``LinkRules``). No wallet here carries it out: it is shown, and handed
/// over to one that does (S15). If it asks for a payment, it is the details of a ``PaymentRequest``.
///
/// Only the engine can create one, from the link and the descriptor, so that it always matches the link.
public struct DescribedRequest: Sendable, Hashable {
    /// What all requests have in common.
    public let header: RequestHeader
    /// The requested action.
    public let action: Action
    /// All payments, in the order of the link; empty if the link asks for something else, or names no recipient. One
    /// transaction makes all of them together.
    public let payments: [DescribedPayment]
    /// The sum of ``payments``; nil if there are fewer than two, or their units differ.
    public let total: DescribedAmount?
    /// Whether a payment without an amount makes the sum larger than ``total``.
    public let isTotalOpen: Bool
    /// Other facts in the link, in its order.
    public let facts: [LinkFact]
    /// The ways to pay in the link's payload, such as an invoice; empty if it has no payload.
    public let instructions: [PaymentInstruction]
    /// The link as it is handed over: exactly what is shown, in the form that all wallets read in the same way. Nil if
    /// any change would invalidate the link, so that it is handed over as received.
    package let plain: String?
    /// What limits apply to: how much of the coin is paid.
    package let cost: LinkCost
    /// Additional amounts to contracts.
    var surpluses: [DescribedAmount] = []
    /// How much of the coin all recipients together are paid, without fees and surpluses; nil if the link does not say
    /// that in the coin, or if it is not a whole number of the smallest unit in 64 bits.
    var paidAmount: Amount?
    /// The fee, or its rate if the link does not determine the fee.
    var fees: [DescribedAmount] = []
    /// Whether the payments are, or may be, in another coin than the scheme's: in a token, or the coin of another chain.
    var isOfOtherCoin = false
    /// Whether they are in a token.
    var isOfToken = false
    /// Whether the link itself says which network it is for.
    package var namesNetwork = false
    /// When the request ends, in seconds since 1970; nil if it does not.
    public internal(set) var expires: Int64?
    /// The places of secrets in the link as received, which no text shows (S8).
    var secrets: [Range<Int>] = []

    /// How much of the coin is paid; ``Amount/largest`` if the link has an amount that cannot be counted in it. Nil if the link
    /// has no amount, or pays in a token.
    package var amountOfCoin: Amount? { cost == .uncountable && !isOfToken ? .largest : cost.known }

    /// Whether both look the same to a person.
    func isEquivalent(to other: DescribedRequest) -> Bool {
        let isSame = zip(payments, other.payments).allSatisfy { left, right in
            // An empty text is not shown.
            let texts = { (payment: DescribedPayment) -> [String] in
                [payment.address?.text, payment.label?.text, payment.message?.text, payment.memo?.text].map { $0 ?? "" }
            }
            return texts(left).elementsEqual(texts(right), by: { $0.isSame($1) }) && left.amount == right.amount
                && left.memo == right.memo
        }
        return isSame && payments.count == other.payments.count && action == other.action && facts == other.facts
            && instructions == other.instructions && header.network == other.header.network
            && header.sender == other.header.sender
    }

    /// A copy with another header.
    /// - Parameter keepsPlain: whether it keeps the link that is handed over.
    package func replacing(header: RequestHeader, keepsPlain: Bool = true) -> DescribedRequest {
        DescribedRequest(
            header: header, action: action, payments: payments, total: total, isTotalOpen: isTotalOpen, facts: facts,
            instructions: instructions, plain: keepsPlain ? plain : nil, cost: cost,
            surpluses: surpluses, paidAmount: paidAmount, fees: fees, isOfOtherCoin: isOfOtherCoin,
            isOfToken: isOfToken, namesNetwork: namesNetwork, expires: expires, secrets: keepsPlain ? secrets : [])
    }
}

public struct DescribedPayment: Sendable, Hashable {
    /// The address, as it is shown; nil if the link names an account without an address (RFC 8905, `void`).
    public let address: CheckedAddress?
    /// The amount; nil if the person chooses it.
    public let amount: DescribedAmount?
    /// The number of its parameters in the link (``DescribedLink/Parameter/payment``).
    let place: Int
    /// A name of the recipient.
    public let label: ForeignText?
    /// A note to the payer.
    public let message: ForeignText?
    /// The label, for programs: with its original spaces, if no other character of it is hidden.
    public let labelText: String?
    /// The message, for programs: with its original spaces, if no other character of it is hidden.
    public let messageText: String?
    /// The whole memo sent to the recipient or recorded on the chain with the payment.
    public let memo: Memo?
    /// Whether the link says which payment its message and its memo are of; if not, they are of all payments.
    let hasOwnTexts: Bool

    /// A memo, as text if it is one.
    public enum Memo: Sendable, Hashable {
        case text(String)
        /// Bytes, in hexadecimal.
        case data(String)

        /// As programs receive it.
        public var text: String {
            switch self {
            case .text(let text), .data(let text): text
            }
        }
    }
}

/// An address, and how far it was checked.
public struct CheckedAddress: Sendable, Hashable {
    /// The address, as it is shown and handed over.
    public let text: String
    /// Whether its checksum or only its syntax was checked.
    public let checked: PaymentInstruction.Check
    /// Whether it takes a memo that only its owner can read.
    public let takesMemo: Bool
    /// Whether it contains the payment id by which its owner identifies the payment.
    public let hasPaymentID: Bool
    /// The tag by which its owner identifies the payment; nil if addresses of its kind contain none.
    public let tag: Tag?
    /// Warnings about it.
    public let warnings: [LinkWarning]
    /// What could not be checked, for people; nil if ``checked`` is sufficient.
    public let unchecked: String?

    /// A number inside an address.
    public enum Tag: Sendable, Hashable {
        case given(UInt32)
        /// The address says that there is none.
        case absent
    }

    /// Creates an address that was checked.
    public init(
        text: String, checked: PaymentInstruction.Check, takesMemo: Bool = false, hasPaymentID: Bool = false,
        tag: Tag? = nil, warnings: [LinkWarning] = [], unchecked: String? = nil
    ) {
        self.text = text
        self.checked = checked
        self.takesMemo = takesMemo
        self.hasPaymentID = hasPaymentID
        self.tag = tag
        self.warnings = warnings
        self.unchecked = unchecked
    }
}

/// Another statement of a link.
public struct LinkFact: Sendable, Hashable {
    /// The name of its field in `explain --json`.
    public let field: String
    /// Its name for people, such as “token”.
    public let title: String
    public let value: Value
    /// The value for people; nil if they see ``value``.
    public let shown: Value?
    /// How far it was checked; nil if there is nothing to check.
    public let checked: PaymentInstruction.Check?

    /// The value of a fact.
    public indirect enum Value: Sendable, Hashable {
        /// Words of the link's author, always quoted.
        case text(String)
        /// A name, an address or another word whose syntax was checked and which nobody can mistake for a sentence.
        /// Anything else is quoted.
        case name(String)
        /// Words of this program.
        case own(String)
        /// A whole number.
        case number(Int64)
        /// Yes or no.
        case flag(Bool)
        /// Nothing.
        case null
        /// Several values.
        case list([Value])
        /// Values with names.
        case fields([Field])
    }

    /// A value with its name.
    public struct Field: Sendable, Hashable {
        public let name: String
        public let value: Value

        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    public init(
        _ field: String, title: String, _ value: Value, shown: Value? = nil, checked: PaymentInstruction.Check? = nil
    ) {
        self.field = field
        self.title = title
        self.value = value
        self.shown = shown
        self.checked = checked
    }
}

/// The contents of a payload.
public struct DecodedPayload: Sendable, Hashable {
    /// A way to pay; nil if it is not one.
    public let instruction: PaymentInstruction?
    /// The requested action; nil if the form of the link determines it.
    public let action: Action?
    /// Other facts in it.
    public let facts: [LinkFact]
    /// Warnings about it.
    public let warnings: [LinkWarning]

    /// Creates the contents of a payload.
    public init(
        instruction: PaymentInstruction? = nil, action: Action? = nil, facts: [LinkFact] = [],
        warnings: [LinkWarning] = []
    ) {
        self.instruction = instruction
        self.action = action
        self.facts = facts
        self.warnings = warnings
    }
}

/// A plugin's part in reading described links: it decodes addresses and payloads.
public protocol DescribedLinkReader: Sendable {
    /// Checks an address.
    /// - Parameters:
    ///   - text: its decoded bytes.
    ///   - range: its range in the link as received.
    ///   - link: the link.
    ///   - forms: the kinds allowed.
    ///   - chain: the chain number in the link (EIP-1191); nil if it has none.
    ///   - parameter: the parameter as it was split.
    func address(
        _ text: ArraySlice<UInt8>, at range: Range<Int>, of link: RoutedLink, forms: [AddressForm], chain: String?,
        parameter: String?
    ) throws(RequestError) -> CheckedAddress

    /// What is wrong with a value of a shape that the engine has no code for; nil if nothing is.
    /// - Parameters:
    ///   - value: the decoded value.
    ///   - shape: one whose encoding a library must know, such as Base58.
    ///   - size: how many bytes it must encode; nil for any.
    func complaint(about value: ArraySlice<UInt8>, as shape: ValueShape, size: Int?) -> String?

    /// Decodes a payload in the first format that fits.
    func payload(
        _ text: ArraySlice<UInt8>, at range: Range<Int>, of link: RoutedLink, formats: [InstructionFormat]
    ) throws(RequestError) -> DecodedPayload
}

extension DescribedLinkReader {
    /// A reader of links without addresses.
    public func address(
        _ text: ArraySlice<UInt8>, at range: Range<Int>, of link: RoutedLink, forms: [AddressForm], chain: String?,
        parameter: String?
    ) throws(RequestError) -> CheckedAddress {
        throw RequestError(.invalidAddress, "“\(link.scheme.name):” links have no addresses.", at: range)
    }

    /// A reader of links without such values.
    public func complaint(about value: ArraySlice<UInt8>, as shape: ValueShape, size: Int?) -> String? {
        "has a form that is not supported here"
    }
}
