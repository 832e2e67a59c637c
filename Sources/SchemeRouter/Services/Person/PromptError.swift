/// Why there is no answer.
public enum PromptError: Error, Sendable, Equatable {
    /// The person said no, or closed the dialogue.
    case refused
    /// Nobody answered in time.
    case timedOut
    /// There is no way to ask: nothing may be done.
    case unavailable(String)
}
