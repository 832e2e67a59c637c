import Glibc
import RouterLinux
import SchemeRouter
import Synchronization

/// Work that waits for networks and may take long: it shows its progress, and Ctrl-C ends it at a point where nothing
/// is half done.
enum LongWork {
    /// Whether Ctrl-C was pressed. Global, because a signal handler can reach nothing else.
    private static let isInterrupted = Atomic<Bool>(false)
    /// How often to check for Ctrl-C.
    static let pause = Duration.milliseconds(50)

    /// Runs `body`. Ctrl-C cancels its task, and ends the command with 130 when the task is over; pressed again, it ends
    /// this process at once.
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable (@escaping ProgressReport) async throws -> Value
    ) async throws -> Value {
        let line = ProgressLine()
        defer { line.end() }
        let previous = listen(to: [SIGINT])
        defer { Linux.restore(previous) }
        let work = Task { try await body(line.report) }
        let watch = Task {
            while !Task.isCancelled {
                if isInterrupted.load(ordering: .relaxed) { return work.cancel() }
                try? await Task.sleep(for: pause)
            }
        }
        defer { watch.cancel() }
        let result = await work.result
        guard !isInterrupted.load(ordering: .relaxed) else {
            line.end()
            StandardStreams.complain("You stopped it. What was found so far is kept.")
            throw CommandEnd(code: .refused)
        }
        return try result.get()
    }

    /// Runs `body`, which checks after every ``pause`` whether to stop: on Ctrl-C, or when the terminal is closed. The
    /// command then ends with 130, after `body` has cleaned up.
    static func stoppable<Value>(_ body: (_ isStopped: () -> Bool) throws -> Value) throws -> Value {
        let previous = listen(to: [SIGINT, SIGTERM, SIGHUP])
        defer { Linux.restore(previous) }
        let result = try body { isInterrupted.load(ordering: .relaxed) }
        guard !isInterrupted.load(ordering: .relaxed) else { throw CommandEnd(code: .refused) }
        return result
    }

    private static func listen(to signals: [Int32]) -> [Linux.Action] {
        let previous = Linux.handle(signals, exceptIgnored: true) { _ in
            if LongWork.isInterrupted.exchange(true, ordering: .relaxed) { _exit(ExitCode.refused.rawValue) }
        }
        // Threads of a Swift program block signals; the one that handles this one must not.
        Linux.mask(SIG_UNBLOCK, signals)
        return previous
    }
}
