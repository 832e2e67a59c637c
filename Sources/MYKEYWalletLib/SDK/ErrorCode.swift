// swift-format-ignore: AlwaysUseLowerCamelCase
/// The numbers of results and failures (Documentation/protocols/mykey.md §3.5).
public enum ErrorCode: Int, Sendable, Hashable, CaseIterable {
    /// The person cancelled.
    case Cancel = 0
    /// The request succeeded.
    case Success = 1
    /// The request failed.
    case Failure = 2
    /// The wallet could not be started.
    case CannotWakeUp = 10001
    /// No program opens `mykey:` links.
    case NotInstall = 10002
    /// The account is frozen.
    case Freezed = 10003
    /// A request before `initWallet` or `initWalletSimple`.
    case Uninitialized = 10004
    /// The chain did not accept the transaction in time.
    case TimeOut = 10005
    /// The account is already bound to this user; only for `authorize`.
    case DuplicateBound = 10006
    /// The account is not bound; for all but `authorize`.
    case Unbound = 10007
    /// The dapp is bound, but the wallet is not; for all but `authorize`.
    case DappBounded = 10008
    /// The wallet is bound to another user; only for `authorize`.
    case MYKEYBounded = 10009
    /// Both are bound, to different accounts.
    case BoundInfoMismatch = 10010
    /// The wallet has no account; for all but `authorize`.
    case MYKEYAccountNotExist = 10011
    /// A parameter of the request is invalid.
    case IllegalParameter = 10012
    /// The account's balance is too small.
    case InsufficientBalance = 10013
    /// The account cannot be used; only in the SDK for iOS (Documentation/protocols/mykey.md §3.5).
    case MYKEYAccountUnavailable = 10014

    /// Its meaning, for the person, if the wallet sends no message.
    public var text: String {
        switch self {
        case .Cancel: "The request was cancelled."
        case .Success: "The request succeeded."
        case .Failure: "The wallet reports that it failed."
        case .CannotWakeUp: "The wallet could not be started."
        case .NotInstall: "No wallet for MYKEY links is installed."
        case .Freezed: "The account is frozen."
        case .Uninitialized: "The dapp did not call initWallet or initWalletSimple."
        case .TimeOut: "The chain did not answer in time. Check the chain to see whether the transaction was made."
        case .DuplicateBound: "The account is already bound."
        case .Unbound: "The account is not bound. Log in first."
        case .DappBounded: "The dapp is bound, but the wallet is not. Log in again."
        case .MYKEYBounded: "The wallet is bound to another user of this dapp."
        case .BoundInfoMismatch: "The dapp is bound to a different account from the wallet's."
        case .MYKEYAccountNotExist: "The wallet has no account."
        case .IllegalParameter: "The request has an invalid parameter."
        case .InsufficientBalance: "The account's balance is too low."
        case .MYKEYAccountUnavailable: "The account cannot be used."
        }
    }
}
