import RouterProcesses
import SchemeRouter

/// The time limits of a prompt program.
struct PromptLimits: Sendable {
    /// Seconds that a page waits for an answer; pinentry itself gets the same limit.
    let seconds: Int
    /// The extra time before the program is killed.
    let grace: Duration

    static let standard = PromptLimits(seconds: Dialogue.timeout, grace: .seconds(5))

    /// The deadline of a page that is shown now.
    func deadline() -> Deadline { Deadline(in: .seconds(seconds) + grace) }
}
