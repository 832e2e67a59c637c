import Glibc
import Synchronization

/// Hears that the person has had enough, and that a child ended, without being interrupted anywhere else.
struct Signals: ~Copyable {
    enum Event: Hashable {
        /// SIGINT, SIGTERM or SIGHUP.
        case end
        /// A child ended.
        case child
    }

    /// Where the handler writes; -1 while nobody listens. A handler can reach nothing that is not global.
    private static let listener = Atomic<Int32>(-1)

    private let reading: Int32
    private let writing: Int32

    /// Starts listening. There is one of these in a process.
    static func listen() throws(DemoError) -> Signals {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system("pipe") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        listener.store(ends[1], ordering: .sequentiallyConsistent)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { signal in
            let saved = errno
            var number = UInt8(truncatingIfNeeded: signal)
            _ = write(Signals.listener.load(ordering: .sequentiallyConsistent), &number, 1)
            errno = saved
        }
        action.sa_flags = SA_RESTART
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGCHLD] { sigaction(signal, &action, nil) }
        // A program that is executed keeps what its starter's thread had blocked, and those of a Swift program block all.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        // A closed terminal must not end this process before everything is removed. Children get the default back.
        signal(SIGPIPE, SIG_IGN)
        return Signals(reading: ends[0], writing: ends[1])
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
        while case let count = read(reading, &numbers, numbers.count), count > 0 {
            for number in numbers[..<count] { events.insert(Int32(number) == SIGCHLD ? .child : .end) }
        }
        return events
    }

    /// Waits until something happens, at most `milliseconds`.
    func wait(milliseconds: Int32) {
        var polled = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
        _ = poll(&polled, 1, milliseconds)
    }
}
