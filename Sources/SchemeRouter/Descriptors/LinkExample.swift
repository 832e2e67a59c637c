/// A link and what must come of it.
public struct LinkExample: Sendable, Hashable {
    /// The link.
    public let url: String
    /// What is expected.
    public let expectation: Expectation
    /// Where it stands.
    public let origin: SourceLocation

    /// What must come of an example.
    public enum Expectation: Sendable, Hashable {
        /// An action, and for a payment perhaps the amount in the smallest unit.
        case action(Action, amount: Amount?)
        /// A refusal with this code.
        case error(RequestError.Code)
    }
}
