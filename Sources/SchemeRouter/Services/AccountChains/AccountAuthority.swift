/// What a permission of an account asks for, as the chain has it.
public struct AccountAuthority: Sendable, Hashable {
    /// The public keys that satisfy it each by itself, as texts of the chain.
    public let keys: [String]
    /// Whether a contract manages the account, so that no key of its own can sign.
    public let isManaged: Bool
    /// Whether the account is frozen.
    public let isFrozen: Bool

    /// An authority as given.
    public init(keys: [String], isManaged: Bool = false, isFrozen: Bool = false) {
        self.keys = keys
        self.isManaged = isManaged
        self.isFrozen = isFrozen
    }
}
