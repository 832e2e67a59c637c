/// Remembers which user of a dapp is which account of the person.
public protocol BindingMemory: Sendable {
    /// All that is known of a dapp.
    func bindings(of appKey: String) throws(ServiceError) -> [DappBinding]

    /// Remembers one. Returns only when that is durable.
    func remember(_ binding: DappBinding) throws(ServiceError)
}

/// A user of a dapp who is an account of the person.
public struct DappBinding: Sendable, Hashable {
    /// The key of the dapp.
    public let appKey: String
    /// The dapp's user, in lower case.
    public let userID: String
    /// The account.
    public let account: String

    /// Creates a binding.
    public init(appKey: String, userID: String, account: String) {
        self.appKey = appKey
        self.userID = userID.lowercased()
        self.account = account
    }

    /// Whether it is this user's. Letters of ASCII count in either case; by ==, and by the case of other letters,
    /// differently encoded users could be the same.
    public func isOf(_ userID: String) -> Bool {
        self.userID.utf8.elementsEqual(userID.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

/// Remembers nobody, for an embedding app without named accounts.
public struct NoBindings: BindingMemory {
    /// An empty memory.
    public init() {}

    /// None.
    public func bindings(of appKey: String) throws(ServiceError) -> [DappBinding] { [] }

    /// Refuses: what is to be remembered would be forgotten.
    public func remember(_ binding: DappBinding) throws(ServiceError) {
        throw ServiceError(.unsupported, "Users of dapps are not remembered here.")
    }
}
