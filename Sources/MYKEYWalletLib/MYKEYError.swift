import ExactJSON

/// Why a request did not succeed.
public struct MYKEYError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Where the request ended.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The person refused.
        case cancelled
        /// The wallet reported a failure.
        case walletFailed
        /// An invalid value that every wallet would refuse; nothing was opened.
        case invalidRequest
        /// A request before `initWallet` or `initWalletSimple`; nothing was opened.
        case uninitialized
        /// No program opens `mykey:` links.
        case noWallet
        /// The desktop could not open the link.
        case cannotOpen
        /// No answer in time. The wallet may have carried the request out anyway: check the chain.
        case noAnswer
        /// The task was cancelled while it waited. The wallet may have carried the request out anyway.
        case abandoned
        /// A success with a malformed payload. The wallet did something: check the chain.
        case unreadableAnswer
    }

    /// Where the request ended.
    public let reason: Reason
    /// A number from Documentation/protocols/mykey.md §3.5; for a wallet's failure, the wallet's own number.
    public let number: Int
    /// What is wrong, for the person.
    public let message: String
    /// The invalid member of the request or the answer, such as `actions[1].data.quant`; nil if there is none.
    public let parameter: String?

    /// ``number`` as a case, if it is in the table.
    public var code: ErrorCode? { ErrorCode(rawValue: number) }

    /// What `failure` of a `MYKEYResponse` receives.
    public var json: String {
        JSON.object([("errorCode", .number(number)), ("errorMsg", .string(message))]).text
    }

    /// Code and message on one line.
    public var description: String {
        "\(reason.rawValue) (\(number)): \(message)" + (parameter.map { " [\($0)]" } ?? "")
    }

    /// Errors with the same reason, number and place are equal, so that texts can be improved.
    public static func == (left: MYKEYError, right: MYKEYError) -> Bool {
        left.reason == right.reason && left.number == right.number && left.parameter == right.parameter
    }

    init(_ reason: Reason, _ code: ErrorCode, _ message: String? = nil, parameter: String? = nil) {
        self.reason = reason
        number = code.rawValue
        self.message = message ?? code.text
        self.parameter = parameter
    }

    /// A failure that a wallet reported: any number but 0 and 1, and the wallet's message, if any.
    init(wallet number: Int, message: String?) {
        reason = .walletFailed
        self.number = number
        self.message = message ?? (ErrorCode(rawValue: number) ?? .Failure).text
        parameter = nil
    }

    static func invalid(_ parameter: String, _ message: String) -> MYKEYError {
        MYKEYError(.invalidRequest, .IllegalParameter, message, parameter: parameter)
    }

    static func unreadable(_ parameter: String?, _ message: String) -> MYKEYError {
        MYKEYError(.unreadableAnswer, .Failure, message, parameter: parameter)
    }
}

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
