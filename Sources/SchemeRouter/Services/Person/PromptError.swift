/// Why there is no answer.
public enum PromptError: Error, Sendable, Equatable {
    /// The person said no, or closed the dialogue.
    case refused
    /// Nobody answered in time.
    case timedOut
    /// There is no way to ask: nothing may be done.
    case unavailable(String)
    /// The program that asked ended, or spoke nonsense, before it had an answer. What the person saw is not known:
    /// nothing may be done, and it does not count as a refusal.
    case interrupted(String)
}
