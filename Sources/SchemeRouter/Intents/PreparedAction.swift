import ExactJSON

/// A call as it will be signed.
public struct PreparedAction: Sendable, Hashable {
    /// The account of the contract.
    public let contract: String
    /// The action of the contract.
    public let name: String
    /// The bytes that will be signed.
    public let data: [UInt8]
    /// The contents of these bytes, decoded with the contract's interface.
    public let content: JSON
    /// Whether that interface is built into this program; otherwise it is the network's word (S16).
    public let hasKnownInterface: Bool
    /// The payment in these bytes, decoded with this program's own interface; nil if they are not a payment.
    public let payment: TokenPayment?
    /// What the person should know about it, such as a token that only looks like another one.
    public let warnings: [LinkWarning]
    /// Whether the person must be warned before they are asked, because it can cost more than it seems.
    public let isHighRisk: Bool

    public init(
        contract: String, name: String, data: [UInt8], content: JSON, hasKnownInterface: Bool = false,
        payment: TokenPayment? = nil, warnings: [LinkWarning] = [], isHighRisk: Bool = false
    ) {
        self.contract = contract
        self.name = name
        self.data = data
        self.content = content
        self.hasKnownInterface = hasKnownInterface
        self.payment = payment
        self.warnings = warnings
        self.isHighRisk = isHighRisk
    }
}

/// A token payment between named accounts, decoded from its bytes with this program's own interface of the token's
/// contract. An action decoded with any other interface is not a payment, whatever its name.
public struct TokenPayment: Sendable, Hashable {
    /// The account that pays.
    public let from: String
    /// The account that is paid.
    public let to: String
    /// The amount, in the token's smallest unit.
    public let units: Int64
    /// The fraction digits, 0…18.
    public let decimals: Int
    /// The letters of the token.
    public let token: String
    /// The note for the recipient.
    public let memo: String

    public init(from: String, to: String, units: Int64, decimals: Int, token: String, memo: String) {
        self.from = from
        self.to = to
        self.units = units
        self.decimals = decimals
        self.token = token
        self.memo = memo
    }

    /// The amount as the chain writes it: `1.0000 EOS`.
    public var quantity: String { Self.text(Int128(units), decimals: decimals, token: token) }

    /// An amount with all its decimals.
    static func text(_ units: Int128, decimals: Int, token: String) -> String {
        let digits = String(units.magnitude)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        let fraction = decimals > 0 ? ".\(padded.suffix(decimals))" : ""
        return "\(units < 0 ? "-" : "")\(padded.dropLast(decimals))\(fraction) \(token)"
    }
}
