import RouterProcesses
import SchemeRouter

/// How long a prompt program may take.
struct PromptLimits: Sendable {
    /// Seconds that a page waits for its answer; pinentry itself gets the same limit.
    let seconds: Int
    /// How much longer the program may live before it is killed.
    let grace: Duration

    static let standard = PromptLimits(seconds: Dialogue.timeout, grace: .seconds(5))

    /// When a page that is shown now has lasted too long.
    func deadline() -> Deadline { Deadline(in: .seconds(seconds) + grace) }
}
