/// One thing that was looked at, and whether links can be answered with it.
public struct HealthCheck: Sendable, Hashable {
    /// Whether it is as it should be.
    public enum Result: String, Sendable {
        /// As it should be.
        case good
        /// Works, but the person should know.
        case warning
        /// Links cannot be answered like this.
        case failure
    }

    /// What was looked at, a word that does not change.
    public let name: String
    /// Whether it is.
    public let result: Result
    /// What was found.
    public let text: String
    /// What to do about it; nil if nothing is to be done.
    public let advice: String?

    /// Creates a check.
    public init(_ name: String, _ result: Result, _ text: String, advice: String? = nil) {
        self.name = name
        self.result = result
        self.text = text
        self.advice = advice
    }
}
