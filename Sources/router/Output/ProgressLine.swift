import Glibc
import SchemeRouter
import Synchronization

/// Shows the progress of long work on standard error: on a terminal a changing bar, elsewhere a line now and then, so
/// that a log stays short. Work that takes less than a second shows nothing.
final class ProgressLine: Sendable {
    private struct State {
        var lastShown: ContinuousClock.Instant
        var isShown = false
        var isOver = false
    }

    private let isTerminal: Bool
    private let now: @Sendable () -> ContinuousClock.Instant
    private let write: @Sendable (String) -> Void
    private let state: Mutex<State>

    /// Of the bar, in characters.
    private static let width = 24

    convenience init() {
        let isTerminal = isatty(STDERR_FILENO) != 0
        self.init(isTerminal: isTerminal, now: { .now }) { text in
            // Programs that read standard error expect JSON there.
            guard isTerminal || !OutputForm.isJSON else { return }
            StandardStreams.write(Array(text.utf8), to: STDERR_FILENO)
        }
    }

    /// A line that is written with `write`.
    init(
        isTerminal: Bool, now: @escaping @Sendable () -> ContinuousClock.Instant,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.isTerminal = isTerminal
        self.now = now
        self.write = write
        state = Mutex(State(lastShown: now()))
    }

    /// Reports progress. Call it as often as is convenient, from any thread.
    var report: ProgressReport { { progress in self.show(progress) } }

    /// Ends the work: removes the bar, and shows nothing more.
    func end() {
        state.withLock { state in
            if state.isShown, isTerminal, !state.isOver { write(Self.emptyLine) }
            state.isOver = true
        }
    }

    private func show(_ progress: WorkProgress) {
        let now = now()
        state.withLock { state in
            // The first line waits, too, so that quick work shows nothing.
            let pause: Duration = !state.isShown ? .seconds(1) : isTerminal ? .milliseconds(100) : .seconds(10)
            guard !state.isOver, now - state.lastShown >= pause else { return }
            state.lastShown = now
            state.isShown = true
            let text = Self.text(progress, hasBar: isTerminal)
            write(isTerminal ? Self.emptyLine + text : text + "\n")
        }
    }

    /// Returns to the beginning of the line and erases it.
    private static let emptyLine = "\r\u{1B}[2K"

    /// The work, how much of it is done, and a bar if one is wanted and the end is known.
    static func text(_ progress: WorkProgress, hasBar: Bool) -> String {
        guard let total = progress.total, total > 0 else {
            return progress.done > 0 ? "\(progress.work): \(progress.done)" : "\(progress.work) …"
        }
        let done = min(max(progress.done, 0), total)
        let counts = "\(progress.work): \(done) of \(total)"
        guard hasBar else { return counts }
        // A node may claim any number of blocks.
        let filled = total.dividingFullWidth(width.multipliedFullWidth(by: done)).quotient
        return "[\(String(repeating: "#", count: filled))\(String(repeating: "·", count: width - filled))] \(counts)"
    }
}

/// Ends the program. After printing anything, it must end here.
enum ProgramEnd {
    /// Ends with `code`, but never with 0 if output was lost: whoever reads it has only a part.
    static func exit(_ code: ExitCode) -> Never {
        guard let reason = StandardStreams.outputFailure, code != .cannotWrite else { Glibc.exit(code.rawValue) }
        let error = ServiceError(
            .cannotWrite, "Not everything could be printed: \(reason).",
            hint: "Whatever else the command does is done. “router history” shows payments.")
        let reported = Failure.report(error) ?? .cannotWrite
        Glibc.exit((code == .done ? reported : code).rawValue)
    }
}

/// Whether this process writes for people or, with `--json`, for programs.
enum OutputForm {
    private static let json = Atomic<Bool>(false)

    /// Whether output is for programs. Errors and notes are then JSON too, one object per line.
    static var isJSON: Bool { json.load(ordering: .relaxed) }

    /// What commands say that root should not run.
    static var rootNote: String {
        (isJSON ? "" : "note: ") + "You are root: wallet, settings and registration belong to root only."
    }

    /// Reads the choice from the arguments of the process. `--` ends the options.
    static func choose(by arguments: [String]) {
        for argument in arguments {
            if argument == "--" { return }
            if argument == "--json" { return json.store(true, ordering: .relaxed) }
        }
    }
}
