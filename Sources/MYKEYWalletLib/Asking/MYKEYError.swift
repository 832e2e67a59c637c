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
