/// What the checks of a plugin found.
public struct ConformanceReport: Sendable {
    /// How one check ended.
    public enum Verdict: Sendable, Hashable {
        /// What must be is.
        case passed
        /// It is not; what was seen instead.
        case failed([String])
        /// Nothing of the plugin could be checked by it, for this reason.
        case notApplicable(String)
    }

    /// One check and how it ended.
    public struct Result: Sendable, Hashable {
        /// Its name, which does not change.
        public let check: String
        /// What must be.
        public let promise: String
        /// How it ended.
        public let verdict: Verdict
    }

    /// One thing that is not as it must be.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        /// The name of the check.
        public let check: String
        /// What was seen.
        public let seen: String
        /// What must be.
        public let promise: String

        /// All of it in one line.
        public var description: String { "\(check): \(seen) – \(promise)" }
    }

    /// All checks, in their order.
    public let results: [Result]

    /// What is not as it must be; empty for a plugin that conforms.
    public var findings: [Finding] {
        results.flatMap { result -> [Finding] in
            guard case .failed(let seen) = result.verdict else { return [] }
            return seen.map { Finding(check: result.check, seen: $0, promise: result.promise) }
        }
    }

    /// The names of the checks that failed, in their order.
    public var failedChecks: [String] {
        results.compactMap { if case .failed = $0.verdict { $0.check } else { nil } }
    }

    /// How many checks passed.
    public var passedCount: Int { results.count { $0.verdict == .passed } }

    /// A line for each check.
    public var text: String {
        results.map { result in
            switch result.verdict {
            case .passed: "passed  \(result.check)"
            case .failed(let seen):
                "FAILED  \(result.check): \(result.promise)\n        seen: "
                    + seen.joined(separator: "\n              ")
            case .notApplicable(let reason): "-       \(result.check): not applicable: \(reason)"
            }
        }.joined(separator: "\n")
    }
}
