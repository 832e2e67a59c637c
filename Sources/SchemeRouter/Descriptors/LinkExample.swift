/// A link and its expected result.
public struct LinkExample: Sendable, Hashable {
    /// The link.
    public let url: String
    /// The expected result.
    public let expectation: Expectation
    /// Its position.
    public let origin: SourceLocation

    /// The expected result of an example.
    public enum Expectation: Sendable, Hashable {
        /// An action, and for a payment optionally the amount in the smallest unit.
        case action(Action, amount: Amount?)
        /// A rejection with this code.
        case error(RequestError.Code)
    }
}
