import Glibc
import RouterLinux
import RouterProcesses
import Synchronization

/// Delays signals that would end this process while input is hidden, so that the terminal is restored first.
///
/// Only a handler can do this: the library cannot block signals in threads that it does not own. The handler is
/// installed only while a passcode is typed, and only one passcode is typed at a time. Ignored signals stay ignored.
struct TerminalSignals: ~Copyable {
    private static let caught: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// Where the handler writes; -1 while nothing listens.
    private static let listener = Atomic<Int32>(-1)

    private let pipe: Pipe
    private let previous: [Linux.Action]

    /// Starts catching. Nil if another caller already does, or the system provides no pipe.
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

    /// Readable after a signal.
    var descriptor: Int32 { pipe.reading.number }

    /// Stops catching, and delivers a signal that was caught.
    consuming func release() {
        Linux.restore(previous)
        Self.listener.store(-1, ordering: .sequentiallyConsistent)
        _ = fcntl(pipe.reading.number, F_SETFL, O_NONBLOCK)
        var number: [UInt8] = [0]
        guard Linux.read(pipe.reading.number, into: &number) == 1 else { return }
        // Raised in this thread, so that it takes effect before we continue; a signal to the process might arrive after
        // the answer. Dispatch's threads, and threads that they start, block signals.
        let mask = Linux.mask(SIG_UNBLOCK, [Int32(number[0])])
        raise(Int32(number[0]))
        Linux.mask(SIG_SETMASK, mask)
    }
}
