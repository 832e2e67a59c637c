import ExactJSON

/// A call as it will be signed.
public struct PreparedAction: Sendable, Hashable {
    /// The account of the contract.
    public let contract: String
    /// The action of the contract.
    public let name: String
    /// The bytes that will be signed.
    public let data: [UInt8]
    /// What these bytes say, read back by the contract's interface.
    public let content: JSON
    /// Whether that interface is one that this program has itself; otherwise it is the network's word (S16).
    public let hasKnownInterface: Bool
    /// The payment that the bytes are, by this program's own interface; nil where they are not a payment.
    public let payment: TokenPayment?
    /// What the person should know of it, such as that a token only looks like another one.
    public let warnings: [LinkWarning]
    /// Whether the person must be warned before they are asked, because it can cost more than it seems.
    public let isHighRisk: Bool

    /// An action as given.
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
