import Glibc
import RouterLinux
import RouterProcesses
import Synchronization

/// Holds back the signals that would end this process while typing is hidden, so that the terminal is put back first.
///
/// A handler is the only way to do so: the library cannot block signals in threads it does not own. It is in place only
/// while a passcode is typed, and there is one passcode at a time. Signals that are ignored stay ignored.
struct TerminalSignals: ~Copyable {
    private static let caught: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// Where the handler writes; -1 while nothing is listening.
    private static let listener = Atomic<Int32>(-1)

    private let pipe: Pipe
    private let previous: [Linux.Action]

    /// Starts catching. Nil if somebody already does, or the system gives no pipe.
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
        previous = Linux.handle(Self.caught, exceptIgnored: true) { signal in
            let saved = errno
            let listener = TerminalSignals.listener.load(ordering: .sequentiallyConsistent)
            Linux.writeByte(listener, UInt8(truncatingIfNeeded: signal))
            errno = saved
        }
    }

    /// Readable once a signal came.
    var descriptor: Int32 { pipe.reading.number }

    /// Stops catching, and lets a signal that came do what it would have done.
    consuming func release() {
        Linux.restore(previous)
        Self.listener.store(-1, ordering: .sequentiallyConsistent)
        _ = fcntl(pipe.reading.number, F_SETFL, O_NONBLOCK)
        var number: [UInt8] = [0]
        guard Linux.read(pipe.reading.number, into: &number) == 1 else { return }
        // Raised in this thread, so that it is over before we go on; one sent to the process may come after the answer.
        // Threads that Dispatch starts, and those they start, block signals.
        let mask = Linux.mask(SIG_UNBLOCK, [Int32(number[0])])
        raise(Int32(number[0]))
        Linux.mask(SIG_SETMASK, mask)
    }
}
