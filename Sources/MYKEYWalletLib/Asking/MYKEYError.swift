import ExactJSON

/// Why a request did not succeed.
public struct MYKEYError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Where it ended.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The person said no.
        case cancelled
        /// The wallet reports a failure.
        case walletFailed
        /// A value that no wallet would take; nothing was opened.
        case invalidRequest
        /// A request before `initWallet` or `initWalletSimple`; nothing was opened.
        case uninitialized
        /// No program opens `mykey:` links.
        case noWallet
        /// The desktop could not open the link.
        case cannotOpen
        /// No answer in time. The wallet may have done it all the same: look at the chain.
        case noAnswer
        /// The task was cancelled while it waited. The wallet may have done it all the same.
        case abandoned
        /// A success with a malformed payload. The wallet did something: look at the chain.
        case unreadableAnswer
    }

    /// Where it ended.
    public let reason: Reason
    /// A number of Documentation/protocols/mykey.md §3.5; of a wallet's failure, as it gave it.
    public let number: Int
    /// What is wrong, for the person.
    public let message: String
    /// The member of the request or of the answer that is wrong, such as `actions[1].data.quant`; nil if none is.
    public let parameter: String?

    /// ``number`` as a case, if it is one of the table.
    public var code: ErrorCode? { ErrorCode(rawValue: number) }

    /// What `failure` of a `MYKEYResponse` receives.
    public var json: String {
        JSON.object([("errorCode", .number(number)), ("errorMsg", .string(message))]).text
    }

    /// Code and message on one line.
    public var description: String {
        "\(reason.rawValue) (\(number)): \(message)" + (parameter.map { " [\($0)]" } ?? "")
    }

    /// Errors are the same when reason, number and place are: texts may improve freely.
    public static func == (left: MYKEYError, right: MYKEYError) -> Bool {
        left.reason == right.reason && left.number == right.number && left.parameter == right.parameter
    }

    init(_ reason: Reason, _ code: ErrorCode, _ message: String? = nil, parameter: String? = nil) {
        self.reason = reason
        number = code.rawValue
        self.message = message ?? code.text
        self.parameter = parameter
    }

    /// What a wallet reports: any number but 0 and 1, and its words where it has some.
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
