/// Why JSON is not a value of a type.
public struct PackError: Error, Sendable, Equatable {
    /// The path of the mistake in the value, such as `auth.keys[0].weight`; empty for the value itself.
    public internal(set) var path: String
    /// The problem there, for the person.
    public let message: String

    init(_ message: String, path: String = "") {
        self.path = path
        self.message = message
    }

    /// The same error relative to the value that contains this one as `step`.
    func inside(_ step: String) -> PackError { PackError(message, path: ValuePath.joining(step, path)) }

    /// Errors are equal if their path is: texts may change.
    public static func == (left: PackError, right: PackError) -> Bool { left.path == right.path }
}
