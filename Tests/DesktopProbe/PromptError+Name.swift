import SchemeRouter

extension PromptError {
    /// The name of the case and its reason, which tests compare: the description is a sentence for people.
    package var name: String {
        switch self {
        case .refused: "refused"
        case .timedOut: "timedOut"
        case .unavailable(let reason): "unavailable(\(String(reflecting: reason)))"
        case .interrupted(let reason): "interrupted(\(String(reflecting: reason)))"
        }
    }
}
