import Glibc
import SchemeRouter
import Synchronization

/// Shows on standard error how far long work came: on a terminal one line that changes, elsewhere a line every few
/// seconds, so that a log stays short.
final class ProgressLine: Sendable {
    private static let pause = Duration.seconds(10)

    private let isTerminal = isatty(STDERR_FILENO) != 0
    private let state = Mutex<(shown: ContinuousClock.Instant?, isOpen: Bool)>((nil, false))

    /// To be told how far the work came.
    var report: ProgressReport {
        { progress in self.show(progress) }
    }

    /// The work is done.
    func end() {
        let isOpen = state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen
        }
        if isOpen { StandardStreams.complain("") }
    }

    private func show(_ progress: WorkProgress) {
        let isDue = state.withLock { state in
            let now = ContinuousClock.now
            if !isTerminal, let shown = state.shown, shown.duration(to: now) < Self.pause { return false }
            state = (now, isTerminal)
            return true
        }
        guard isDue else { return }
        let text = progress.total.map { "\(progress.work): \(progress.done) of \($0)" } ?? "\(progress.work) …"
        if isTerminal {
            StandardStreams.write(Array("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO)
        } else {
            StandardStreams.complain(text)
        }
    }
}
