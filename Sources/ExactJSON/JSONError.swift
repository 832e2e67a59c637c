/// Why a text is rejected as JSON.
public struct JSONError: Error, Sendable, Equatable {
    /// The kind of mistake.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// More bytes than the limit.
        case tooLarge
        /// More nested arrays and objects than the limit.
        case tooDeep
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// Not JSON.
        case syntax
        /// Half a surrogate pair, which is not a character.
        case loneSurrogate
        /// A duplicate name in an object: parsers differ in which one counts.
        case duplicateName
    }

    /// The kind of mistake.
    public let code: Code
    /// The byte offset of the mistake.
    public let offset: Int
    /// What is wrong, for the person.
    public let message: String

    init(_ code: Code, at offset: Int, _ message: String) {
        self.code = code
        self.offset = offset
        self.message = message
    }

    /// Errors are equal if code and offset are: the wording may change.
    public static func == (left: JSONError, right: JSONError) -> Bool {
        left.code == right.code && left.offset == right.offset
    }
}
