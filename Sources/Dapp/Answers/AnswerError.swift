import RouterLinks

/// Why a callback is not an answer to the request.
public struct AnswerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of mistake.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// Not a callback: no scheme, bytes that are not allowed in links, or more than 8,192 bytes.
        case malformedCallback
        /// The callback went to another app's scheme.
        case otherScheme
        /// A bad `%` escape, bytes that are not UTF-8, or a control character.
        case invalidCallbackEncoding
        /// A repeated field.
        case duplicateField
        /// A missing required field.
        case missingField
        /// An unknown kind of answer.
        case unknownAnswer
        /// A malformed value, such as a txid of 63 digits.
        case invalidValue
        /// The answer was converted to lower case in transit, so an address or key is lost.
        case caseFolded
        /// An answer to another request.
        case otherRequest
        /// The request was already answered.
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

    /// Errors with the same code are equal, so that texts can be improved.
    public static func == (left: AnswerError, right: AnswerError) -> Bool { left.code == right.code }
}
