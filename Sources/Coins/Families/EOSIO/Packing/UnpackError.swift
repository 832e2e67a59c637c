/// Why packed bytes are not a value of their type.
public struct UnpackError: Error, Sendable, Equatable {
    /// The kind of mistake.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// They end too early.
        case truncated
        /// There is extra data after the value.
        case trailingBytes
        /// A number of variable length that is too large or not in its shortest form.
        case badVariableNumber
        /// A string that is not UTF-8.
        case invalidUTF8
        /// Bytes that are not a value of their type.
        case badValue
        /// Too many values, or nested too deeply.
        case tooMuch
    }

    /// The kind of mistake.
    public let code: Code
    /// The offset in bytes of the mistake.
    public let offset: Int
    /// Its path in the value, such as `auth.keys[0].weight`; empty for the value itself.
    public internal(set) var path: String
    /// The problem, for the person.
    public let message: String

    init(_ code: Code, at offset: Int, _ message: String, path: String = "") {
        self.code = code
        self.offset = offset
        self.path = path
        self.message = message
    }

    /// The same error relative to the value that contains this one as `step`.
    func inside(_ step: String) -> UnpackError {
        UnpackError(code, at: offset, message, path: ValuePath.joining(step, path))
    }

    /// Errors are equal if code and path are: texts may change.
    public static func == (left: UnpackError, right: UnpackError) -> Bool {
        left.code == right.code && left.offset == right.offset
    }
}

/// Paths in a value: `auth.keys[0].weight`.
enum ValuePath {
    static func joining(_ step: String, _ rest: String) -> String {
        rest.isEmpty || rest.hasPrefix("[") ? step + rest : "\(step).\(rest)"
    }
}
