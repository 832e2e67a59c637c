import Glibc
import RouterLinux
import Synchronization

/// Hears that the person has had enough, and that a child ended, without being interrupted anywhere else.
struct Signals: ~Copyable {
    enum Event: Hashable {
        /// SIGINT, SIGTERM or SIGHUP.
        case end
        case child
    }

    /// Where the handler writes; -1 while nobody listens. A handler can reach nothing that is not global.
    private static let listener = Atomic<Int32>(-1)

    private let reading: Int32
    private let writing: Int32

    /// Starts listening. There is one of these in a process.
    static func listen() throws(DemoError) -> Signals {
        guard let ends = Linux.pipe(O_CLOEXEC | O_NONBLOCK) else { throw .system("pipe") }
        listener.store(ends.writing, ordering: .sequentiallyConsistent)
        Linux.handle([SIGINT, SIGTERM, SIGHUP, SIGCHLD]) { signal in
            let saved = errno
            let listener = Signals.listener.load(ordering: .sequentiallyConsistent)
            Linux.writeByte(listener, UInt8(truncatingIfNeeded: signal))
            errno = saved
        }
        // A program that is executed keeps what its starter's thread had blocked, and those of a Swift program block all.
        Linux.mask(SIG_SETMASK, [])
        // A closed terminal must not end this process before everything is removed. Children get the default back.
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

    /// Readable once a signal came.
    var descriptor: Int32 { reading }

    /// What has happened since this was asked last.
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
