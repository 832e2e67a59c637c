/// How the links of a scheme are written. The raw values are those of `schemes.yaml`.
public enum LinkGrammar: String, Sendable, Hashable, CaseIterable {
    /// `scheme://key=value&key=value`: parameters where a web address has its host.
    case authorityParameters = "authority-params"
    /// `scheme:address?key=value` (BIP21, BIP321).
    case bip21
    /// `scheme://host/path?param={json}` (MYKEY, SimpleWallet).
    case jsonParameter = "json-param"
    /// As a descriptor defines it: any link protocol that a descriptor can describe.
    case uri
}

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

/// Whether the request wants the network to lock the payment within seconds.
public struct LockWish: Sendable, Hashable {
    /// Whether it is requested.
    public let isRequested: Bool
    /// Whether a payment without it would be wrong (`req-`).
    public let isRequired: Bool

    public init(isRequested: Bool, isRequired: Bool) {
        self.isRequested = isRequested
        self.isRequired = isRequired
    }
}
