/// The results of checking a plugin.
public struct ConformanceReport: Sendable {
    /// The result of one check.
    public enum Verdict: Sendable, Hashable {
        /// The promise holds.
        case passed
        /// The promise does not hold, with the observations.
        case failed([String])
        /// The check does not apply to the plugin, for this reason.
        case notApplicable(String)
    }

    /// One check and its verdict.
    public struct Result: Sendable, Hashable {
        /// Its name, which is stable.
        public let check: String
        /// The requirement.
        public let promise: String
        public let verdict: Verdict
    }

    /// One violation of a requirement.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        /// The name of the check.
        public let check: String
        /// The observation.
        public let seen: String
        /// The requirement.
        public let promise: String

        /// Everything in one line.
        public var description: String { "\(check): \(seen) – \(promise)" }
    }

    /// All checks, in order.
    public let results: [Result]

    /// The violations; empty for a plugin that conforms.
    public var findings: [Finding] {
        results.flatMap { result -> [Finding] in
            guard case .failed(let seen) = result.verdict else { return [] }
            return seen.map { Finding(check: result.check, seen: $0, promise: result.promise) }
        }
    }

    /// The names of the failed checks, in order.
    public var failedChecks: [String] {
        results.compactMap { if case .failed = $0.verdict { $0.check } else { nil } }
    }

    /// The number of checks that passed.
    public var passedCount: Int { results.count { $0.verdict == .passed } }

    /// One line for each check.
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
