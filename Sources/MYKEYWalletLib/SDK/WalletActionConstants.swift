// swift-format-ignore: AlwaysUseLowerCamelCase
/// The requests to a wallet, by their names in the protocol (Documentation/protocols/mykey.md §1.5).
public enum WalletActionConstants: String, Sendable, Hashable, CaseIterable {
    /// Logging in, which binds the account to the dapp's user.
    case LOGIN = "login"
    /// A transfer of one token. The action of a token contract has the same name.
    case TRANSFER = "transfer"
    /// One transaction of several actions.
    case TRANSACTION = "transaction"
    /// Signing a text.
    case SIGN = "sign"
}
