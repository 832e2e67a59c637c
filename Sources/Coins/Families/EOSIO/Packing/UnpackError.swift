/// Why packed bytes are not what they should be.
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
    /// The offset in bytes of what is wrong.
    public let offset: Int
    /// Where in the value that is, such as `auth.keys[0].weight`; empty if it is the value itself.
    public internal(set) var path: String
    /// What is wrong, for the person.
    public let message: String

    init(_ code: Code, at offset: Int, _ message: String, path: String = "") {
        self.code = code
        self.offset = offset
        self.path = path
        self.message = message
    }

    /// The same error, seen from the value that has this one as part `step`.
    func inside(_ step: String) -> UnpackError {
        UnpackError(code, at: offset, message, path: ValuePath.joining(step, path))
    }

    /// Errors are the same when code and place are: texts may improve freely.
    public static func == (left: UnpackError, right: UnpackError) -> Bool {
        left.code == right.code && left.offset == right.offset
    }
}

/// Names of places in a value: `auth.keys[0].weight`.
enum ValuePath {
    static func joining(_ step: String, _ rest: String) -> String {
        rest.isEmpty || rest.hasPrefix("[") ? step + rest : "\(step).\(rest)"
    }
}
