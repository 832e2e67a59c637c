import Glibc
import Synchronization

/// Holds back the signals that would end this process while typing is hidden, so that the terminal is put back first.
///
/// A handler is the only way to do so: the library cannot block signals in threads it does not own. It is in place only
/// while a passcode is typed, and there is one passcode at a time. Signals that are ignored stay ignored.
struct TerminalSignals: ~Copyable {
    private static let caught: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// Where the handler writes; -1 while nobody listens.
    private static let listener = Atomic<Int32>(-1)

    private let pipe: Pipe
    private var previous: [(signal: Int32, action: sigaction)] = []

    /// Starts catching. Nil where somebody already does, or the system gives no pipe.
    static func `catch`() -> TerminalSignals? {
        guard let pipe = try? OwnedDescriptor.pipe() else { return nil }
        let listens = listener.compareExchange(
            expected: -1, desired: pipe.writing.number, ordering: .sequentiallyConsistent)
        guard listens.exchanged else { return nil }
        return TerminalSignals(pipe: pipe)
    }

    private init(pipe: consuming Pipe) {
        _ = fcntl(pipe.writing.number, F_SETFL, O_NONBLOCK)
        self.pipe = pipe
        var handler = sigaction()
        handler.__sigaction_handler.sa_handler = { signal in
            let saved = errno
            var number = UInt8(truncatingIfNeeded: signal)
            _ = write(TerminalSignals.listener.load(ordering: .sequentiallyConsistent), &number, 1)
            errno = saved
        }
        handler.sa_flags = SA_RESTART
        for signal in Self.caught {
            var action = sigaction()
            sigaction(signal, nil, &action)
            if isIgnored(action) { continue }
            sigaction(signal, &handler, nil)
            previous.append((signal, action))
        }
    }

    /// Readable once a signal came.
    var descriptor: Int32 { pipe.reading.number }

    /// Stops catching, and lets a signal that came do what it would have done.
    consuming func release() {
        for (signal, action) in previous {
            withUnsafePointer(to: action) { _ = sigaction(signal, $0, nil) }
        }
        Self.listener.store(-1, ordering: .sequentiallyConsistent)
        _ = fcntl(pipe.reading.number, F_SETFL, O_NONBLOCK)
        var number: UInt8 = 0
        guard read(pipe.reading.number, &number, 1) == 1 else { return }
        // Raised in this thread, so that it is over before we go on; one sent to the process may come after the answer.
        // Threads that Dispatch starts, and those they start, block signals.
        var raised = sigset_t()
        var mask = sigset_t()
        sigemptyset(&raised)
        sigaddset(&raised, Int32(number))
        pthread_sigmask(SIG_UNBLOCK, &raised, &mask)
        raise(Int32(number))
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
}

/// Whether the action is to ignore the signal. SIG_IGN is a cast of 1 in C, which Swift does not import as a value to
/// compare with.
private func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
}
