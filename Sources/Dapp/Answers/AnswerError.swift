import RouterLinks

/// Why a callback does not answer the request.
public struct AnswerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of mistake.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// No callback: no scheme, bytes that no link has, or more than 8,192 of them.
        case malformedCallback
        /// The callback went to another app's scheme.
        case otherScheme
        /// A bad `%` escape, bytes that are not UTF-8, or a control character.
        case invalidCallbackEncoding
        /// A repeated field.
        case duplicateField
        /// A field that must be there is not.
        case missingField
        /// A kind of answer that is not known.
        case unknownAnswer
        /// A malformed value, such as a txid of 63 digits.
        case invalidValue
        /// The answer was converted to lower case in transit, so an address or key is lost.
        case caseFolded
        /// The answer to another request.
        case otherRequest
        /// The request was answered already.
        case alreadyAnswered
    }

    /// The kind of mistake.
    public let code: Code
    /// What is wrong.
    public let message: String

    /// What is wrong.
    public var description: String { message }

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: RequestError) {
        switch error.code {
        case .duplicateParameter: code = .duplicateField
        case .invalidEncoding: code = .invalidCallbackEncoding
        default: code = .malformedCallback
        }
        message = error.message
    }

    /// Errors are the same when their codes are: texts may improve freely.
    public static func == (left: AnswerError, right: AnswerError) -> Bool { left.code == right.code }
}
