/// How one parameter of an action is read. A descriptor may tighten a rule, never loosen it (S3).
public struct ParameterRule: Sendable, Hashable {
    /// Which parameter.
    public let name: ParameterName
    /// Whether the link must have it.
    public let isRequired: Bool
    /// The smallest amount; only for amounts.
    public package(set) var minimum: Amount?
    /// The largest account number, or the most characters of a text.
    public package(set) var maximum: Int?

    /// A rule with the usual limits.
    package init(name: ParameterName, isRequired: Bool, minimum: Amount? = nil, maximum: Int? = nil) {
        self.name = name
        self.isRequired = isRequired
        self.minimum = minimum
        self.maximum = maximum
    }
}

extension [ParameterRule] {
    /// The rule of a parameter; nil if it has none.
    package subscript(name: ParameterName) -> ParameterRule? { first { $0.name == name } }
}
