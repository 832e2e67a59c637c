import Glibc
import SchemeRouter
import Synchronization

/// Shows on standard error how far long work came: a bar on a terminal, elsewhere a line now and then. Work that is over
/// within a second shows nothing.
final class ProgressBar: Sendable {
    private struct State {
        var lastShown: ContinuousClock.Instant
        var isShown = false
        var isOver = false
    }

    private let isTerminal = isatty(STDERR_FILENO) != 0
    private let clock = ContinuousClock()
    private let state: Mutex<State>

    private static let width = 24

    init() {
        state = Mutex(State(lastShown: clock.now))
    }

    /// Takes note of how far the work is. It may be called often and from any thread.
    func report(_ progress: WorkProgress) {
        let now = clock.now
        state.withLock { state in
            // The first one waits, too, so that quick work stays quiet.
            let pause: Duration = !state.isShown ? .seconds(1) : isTerminal ? .milliseconds(100) : .seconds(5)
            guard !state.isOver, now - state.lastShown >= pause else { return }
            state.lastShown = now
            state.isShown = true
            let text = Self.text(progress, hasBar: isTerminal)
            // Back to the beginning of the line, and what was there is gone.
            StandardStreams.write(Array((isTerminal ? "\r\u{1B}[2K\(text)" : "\(text)\n").utf8), to: STDERR_FILENO)
        }
    }

    /// Ends the bar; its line is empty afterwards. Nothing is shown after that.
    func finish() {
        state.withLock { state in
            if state.isShown, isTerminal, !state.isOver {
                StandardStreams.write(Array("\r\u{1B}[2K".utf8), to: STDERR_FILENO)
            }
            state.isOver = true
        }
    }

    /// One line: the work, how much of it is done, and a bar where there is to be one and the end is known.
    static func text(_ progress: WorkProgress, hasBar: Bool) -> String {
        guard let total = progress.total, total > 0 else { return "\(progress.work): \(progress.done)" }
        let done = min(max(progress.done, 0), total)
        let counts = "\(progress.work): \(done) of \(total)"
        guard hasBar else { return counts }
        let filled = width * done / total
        return "[\(String(repeating: "#", count: filled))\(String(repeating: "·", count: width - filled))] \(counts)"
    }
}
