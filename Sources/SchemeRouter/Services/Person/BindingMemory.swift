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

    /// A binding as given.
    public init(appKey: String, userID: String, account: String) {
        self.appKey = appKey
        self.userID = userID.lowercased()
        self.account = account
    }
}
