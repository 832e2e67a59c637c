/// Why JSON is not a value of a type.
public struct PackError: Error, Sendable, Equatable {
    /// Where in the value the mistake is, such as `auth.keys[0].weight`; empty if it is the value itself.
    public internal(set) var path: String
    /// What is wrong there, for the person.
    public let message: String

    init(_ message: String, path: String = "") {
        self.path = path
        self.message = message
    }

    /// The same error, seen from the value that has this one as part `step`.
    func inside(_ step: String) -> PackError { PackError(message, path: ValuePath.joining(step, path)) }

    /// Errors are the same when their place is: texts may improve freely.
    public static func == (left: PackError, right: PackError) -> Bool { left.path == right.path }
}
