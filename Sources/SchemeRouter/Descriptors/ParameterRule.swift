/// How one parameter of an action is read. A descriptor may tighten a rule, never loosen it (S3).
public struct ParameterRule: Sendable, Hashable {
    /// Which parameter.
    public let name: ParameterName
    /// Whether the link must have it.
    public let isRequired: Bool
    /// The smallest amount; only for amounts.
    public let minimum: Amount?
    /// The largest number or the most characters; for account numbers and texts.
    public let maximum: Int?

    /// Creates a rule.
    public init(name: ParameterName, isRequired: Bool, minimum: Amount? = nil, maximum: Int? = nil) {
        self.name = name
        self.isRequired = isRequired
        self.minimum = minimum
        self.maximum = maximum
    }
}
