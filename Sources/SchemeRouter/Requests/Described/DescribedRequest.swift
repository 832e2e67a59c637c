/// What a link of a described protocol asks for (``LinkRules``). No wallet here carries it out: it is shown, and handed over
/// to one that does (S15).
///
/// Only the engine makes one, from the link and the descriptor, so that what is shown is what the link says.
public struct DescribedRequest: Sendable, Hashable {
    /// What every request says.
    public let header: RequestHeader
    /// What is asked for.
    public let action: Action
    /// Everybody who is paid, in the order of the link; empty where the link asks for something else, or names nobody. Several
    /// are paid together, by one transaction.
    public let payments: [DescribedPayment]
    /// How much all of ``payments`` are together; nil where there are fewer than two, or what they are counted in differs.
    public let total: DescribedAmount?
    /// Whether a payment without an amount makes the total more than ``total``.
    public let isTotalOpen: Bool
    /// What else the link says, in its order.
    public let facts: [LinkFact]
    /// What the payload of the link offers, such as an invoice; none where it has no payload.
    public let instructions: [PaymentInstruction]
    /// The link as it is handed over: exactly what is shown, in the form that all wallets read alike. Nil where any change
    /// would break it, and it goes over as it arrived.
    package let plain: String?
    /// What limits count: how much of the coin is paid; ``Amount/largest`` where that cannot be counted. Nil where the link
    /// does not say, or pays no coin.
    package let amountOfCoin: Amount?
    /// Additional amounts to contracts.
    var surpluses: [DescribedAmount] = []

    /// Whether a person is shown the same of both.
    func saysTheSame(as other: DescribedRequest) -> Bool {
        let isSame = zip(payments, other.payments).allSatisfy { left, right in
            // Nothing is shown of an empty text.
            let texts = { (payment: DescribedPayment) -> [String] in
                [payment.address?.text, payment.label?.text, payment.message?.text, payment.memo?.text].map { $0 ?? "" }
            }
            return texts(left).elementsEqual(texts(right), by: { $0.isSame($1) }) && left.amount == right.amount
                && left.memo == right.memo
        }
        return isSame && payments.count == other.payments.count && action == other.action && facts == other.facts
            && instructions == other.instructions && header.network == other.header.network
    }

    /// The same under another header.
    /// - Parameter keepsPlain: whether it still has the link as it is handed over.
    package func replacing(header: RequestHeader, keepsPlain: Bool = true) -> DescribedRequest {
        DescribedRequest(
            header: header, action: action, payments: payments, total: total, isTotalOpen: isTotalOpen, facts: facts,
            instructions: instructions, plain: keepsPlain ? plain : nil, amountOfCoin: amountOfCoin,
            surpluses: surpluses)
    }
}

/// Somebody who is paid.
public struct DescribedPayment: Sendable, Hashable {
    /// The address, as it is shown; nil where the link names an account of no kind (RFC 8905, `void`).
    public let address: CheckedAddress?
    /// How much; nil where the person says it.
    public let amount: DescribedAmount?
    /// The number in the link by which its parameters are found (``DescribedLink/Parameter/payment``).
    let place: Int
    /// A name of the recipient.
    public let label: ForeignText?
    /// A note to the payer.
    public let message: ForeignText?
    /// The label, for programs: with the spaces around it, where nothing in it deceives.
    public let labelText: String?
    /// The message, for programs: with the spaces around it, where nothing in it deceives.
    public let messageText: String?
    /// What goes to the recipient or on the chain with the payment, whole.
    public let memo: Memo?

    /// A memo, as text where it is one.
    public enum Memo: Sendable, Hashable {
        /// Text.
        case text(String)
        /// Bytes, in hexadecimal digits.
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
    /// Whether its checksum was checked, or its form alone.
    public let checked: PaymentInstruction.Check
    /// Whether it takes a memo that only its owner reads.
    public let takesMemo: Bool
    /// Whether it holds the number by which its owner knows the payment.
    public let hasPaymentID: Bool
    /// What is odd about it.
    public let warnings: [LinkWarning]
    /// What could not be checked, for people; nil where ``checked`` says all.
    public let unchecked: String?

    /// Creates an address that was checked.
    public init(
        text: String, checked: PaymentInstruction.Check, takesMemo: Bool = false, hasPaymentID: Bool = false,
        warnings: [LinkWarning] = [], unchecked: String? = nil
    ) {
        self.text = text
        self.checked = checked
        self.takesMemo = takesMemo
        self.hasPaymentID = hasPaymentID
        self.warnings = warnings
        self.unchecked = unchecked
    }
}

/// What else a link says.
public struct LinkFact: Sendable, Hashable {
    /// The name of its field in `explain --json`.
    public let field: String
    /// What it is, for people, such as “token”.
    public let title: String
    /// What is said.
    public let value: Value
    /// The same for people; nil where they are shown ``value``.
    public let shown: Value?
    /// How far it was checked; nil where there is nothing to check.
    public let checked: PaymentInstruction.Check?

    /// What is said.
    public indirect enum Value: Sendable, Hashable {
        /// Words of the link's author. They are always quoted.
        case text(String)
        /// A name, an address or another word whose format was checked, and which cannot be taken for a sentence.
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
        /// The name.
        public let name: String
        /// The value.
        public let value: Value

        /// Creates a field.
        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// Creates a fact.
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

/// What a payload says.
public struct DecodedPayload: Sendable, Hashable {
    /// A way to pay; nil if it is not one.
    public let instruction: PaymentInstruction?
    /// What it asks for; nil where the form of the link says so.
    public let action: Action?
    /// What else it says.
    public let facts: [LinkFact]
    /// What is odd about it.
    public let warnings: [LinkWarning]

    /// Creates what a payload says.
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

/// What a plugin does for the reading of described links: it knows addresses and payloads.
public protocol DescribedLinkReader: Sendable {
    /// Checks an address.
    /// - Parameters:
    ///   - text: its decoded bytes.
    ///   - range: its range in the link as received.
    ///   - link: the link.
    ///   - forms: the kinds that it may be.
    ///   - chain: the number of the chain that the link names (EIP-1191); nil where it names none.
    ///   - parameter: the parameter as it was split.
    func address(
        _ text: ArraySlice<UInt8>, at range: Range<Int>, of link: RoutedLink, forms: [AddressForm], chain: String?,
        parameter: String?
    ) throws(RequestError) -> CheckedAddress

    /// Decodes a payload, as the first of the formats that it can be.
    func payload(
        _ text: ArraySlice<UInt8>, at range: Range<Int>, of link: RoutedLink, formats: [InstructionFormat]
    ) throws(RequestError) -> DecodedPayload
}
