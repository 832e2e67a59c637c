/// Who signs: a permission of an account.
public struct AccountSigner: Sendable, Hashable {
    /// The name of the account.
    public let account: String
    /// The name of its permission, `active`.
    public let permission: String

    /// A signer as given.
    public init(account: String, permission: String) {
        self.account = account
        self.permission = permission
    }
}
