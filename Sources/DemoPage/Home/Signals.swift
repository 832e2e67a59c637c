import Glibc
import RouterLinux
import Synchronization

/// Receives signals to end, and of ended children, without interrupting the process elsewhere.
struct Signals: ~Copyable {
    enum Event: Hashable {
        /// SIGINT, SIGTERM or SIGHUP.
        case end
        case child
    }

    /// Where the handler writes; -1 while nothing listens. Global, because a signal handler can reach nothing else.
    private static let listener = Atomic<Int32>(-1)

    private let reading: Int32
    private let writing: Int32

    /// Starts listening. A process has at most one of these.
    static func listen() throws(DemoError) -> Signals {
        guard let ends = Linux.pipe(O_CLOEXEC | O_NONBLOCK) else { throw .system("pipe") }
        listener.store(ends.writing, ordering: .sequentiallyConsistent)
        Linux.handle([SIGINT, SIGTERM, SIGHUP, SIGCHLD]) { signal in
            let saved = errno
            let listener = Signals.listener.load(ordering: .sequentiallyConsistent)
            Linux.writeByte(listener, UInt8(truncatingIfNeeded: signal))
            errno = saved
        }
        // A new program inherits the signal mask of the thread that starts it, and threads of a Swift program block all
        // signals.
        Linux.mask(SIG_SETMASK, [])
        // A closed terminal must not end this process before everything is removed. Children get the default handler
        // back.
        signal(SIGPIPE, SIG_IGN)
        return Signals(reading: ends.reading, writing: ends.writing)
    }

    private init(reading: Int32, writing: Int32) {
        self.reading = reading
        self.writing = writing
    }

    deinit {
        Self.listener.store(-1, ordering: .sequentiallyConsistent)
        close(reading)
        close(writing)
    }

    /// Readable after a signal.
    var descriptor: Int32 { reading }

    /// What has happened since the last call.
    func take() -> Set<Event> {
        var events: Set<Event> = []
        var numbers = [UInt8](repeating: 0, count: 64)
        while case let count = Linux.read(reading, into: &numbers), count > 0 {
            for number in numbers[..<count] { events.insert(Int32(number) == SIGCHLD ? .child : .end) }
        }
        return events
    }

    /// Waits until something happens, at most `milliseconds`.
    func wait(milliseconds: Int32) {
        var polled = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
        _ = Linux.poll(&polled, milliseconds)
    }
}
