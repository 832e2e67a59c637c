/// One check, and whether links can be answered with its result.
public struct HealthCheck: Sendable, Hashable {
    /// The result of a check.
    public enum Result: String, Sendable {
        /// Nothing is wrong.
        case good
        /// Works, but the person should know.
        case warning
        /// Links cannot be answered in this state.
        case failure
    }

    /// The name of the check, a word that does not change between versions.
    public let name: String
    /// Its result.
    public let result: Result
    /// The finding.
    public let text: String
    /// What to do about it; nil if there is nothing to do.
    public let advice: String?

    /// Creates a check.
    public init(_ name: String, _ result: Result, _ text: String, advice: String? = nil) {
        self.name = name
        self.result = result
        self.text = text
        self.advice = advice
    }
}
