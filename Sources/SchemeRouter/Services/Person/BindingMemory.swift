/// Remembers which account of the person belongs to which user of a dapp.
public protocol BindingMemory: Sendable {
    /// All bindings of a dapp.
    func bindings(of appKey: String) throws(ServiceError) -> [DappBinding]

    /// Remembers a binding. Returns only when it is durable.
    func remember(_ binding: DappBinding) throws(ServiceError)
}

/// A user of a dapp with the person's account.
public struct DappBinding: Sendable, Hashable {
    /// The key of the dapp.
    public let appKey: String
    /// The dapp's user, in lower case.
    public let userID: String
    public let account: String

    public init(appKey: String, userID: String, account: String) {
        self.appKey = appKey
        self.userID = userID.lowercased()
        self.account = account
    }

    /// Whether it belongs to this user. Only the case of ASCII letters is ignored: `==` and full case folding would
    /// treat differently encoded users as the same.
    public func isOf(_ userID: String) -> Bool {
        self.userID.utf8.elementsEqual(userID.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

/// Remembers nothing, for an embedding app without named accounts.
public struct NoBindings: BindingMemory {
    /// An empty memory.
    public init() {}

    /// None.
    public func bindings(of appKey: String) throws(ServiceError) -> [DappBinding] { [] }

    /// Refuses, because the binding would be forgotten.
    public func remember(_ binding: DappBinding) throws(ServiceError) {
        throw ServiceError(.unsupported, "Users of dapps are not remembered here.")
    }
}
