/// One thing that was looked at, and whether links can be answered with it.
package struct HealthCheck: Sendable, Hashable {
    package enum Result: String, Sendable {
        /// As it should be.
        case good
        /// Works, but the person should know.
        case warning
        /// Links cannot be answered like this.
        case failure
    }

    /// What was looked at, a word that does not change.
    package let name: String
    package let result: Result
    package let text: String
    /// What to do about it; nil where nothing is to be done.
    package let advice: String?

    package init(_ name: String, _ result: Result, _ text: String, advice: String? = nil) {
        self.name = name
        self.result = result
        self.text = text
        self.advice = advice
    }
}
