import Glibc
import RouterCLinux

extension Linux {
    package static func getrlimit(_ resource: __rlimit_resource, _ limit: inout rlimit) -> Int32 {
        unsafe Glibc.getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }

    package static func setrlimit(_ resource: __rlimit_resource, _ limit: rlimit) -> Int32 {
        var limit = limit
        return unsafe Glibc.setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }

    package static func waitpid(_ process: pid_t, _ status: inout Int32, _ options: Int32) -> pid_t {
        unsafe Glibc.waitpid(process, &status, options)
    }

    /// Replaces this program with another one. Returns only if that fails, with the reason in `errno`.
    package static func execv(_ program: String, _ arguments: [String]) {
        unsafe withTexts(arguments) { arguments in _ = unsafe Glibc.execv(program, arguments) }
    }

    /// The target of a descriptor of a started program.
    package enum Stream: Sendable {
        /// Another descriptor, of this process or of the new one.
        case descriptor(Int32)
        case file(String, flags: Int32, mode: mode_t = 0)

        package static let null = Stream.file("/dev/null", flags: O_RDWR)
    }

    /// Starts a program by path and argument list, never through a shell. It has default signal handling, an empty
    /// signal mask and no descriptors but `streams`, whatever this process has.
    /// - Parameters:
    ///   - streams: the target of each descriptor from 0 on, applied in this order.
    ///   - directory: its working directory; nil keeps ours.
    ///   - newSession: whether it leaves our session, and with it our terminal.
    /// - Returns: its process id and 0, or -1 and the error number.
    package static func spawn(
        _ program: String, _ arguments: [String], environment: [String: String], streams: [Stream],
        directory: String? = nil, newSession: Bool
    ) -> (process: pid_t, error: Int32) {
        let texts = [program, directory ?? ""] + arguments + environment.flatMap { [$0.key, $0.value] }
        guard texts.allSatisfy({ !$0.utf8.contains(0) }) else { return (-1, EINVAL) }
        // Both must be destroyed after initialisation, and are passed by address for each call only.
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        var error = unsafe posix_spawn_file_actions_init(&actions)
        guard error == 0 else { return (-1, error) }
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        error = unsafe posix_spawnattr_init(&attributes)
        guard error == 0 else { return (-1, error) }
        defer { unsafe posix_spawnattr_destroy(&attributes) }

        for (target, stream) in zip(Int32(0)..., streams) where error == 0 {
            error =
                switch stream {
                case .descriptor(let number): unsafe posix_spawn_file_actions_adddup2(&actions, number, target)
                case .file(let path, let flags, let mode):
                    unsafe posix_spawn_file_actions_addopen(&actions, target, path, flags, mode)
                }
        }
        // The child must not inherit descriptors that other code in this process opened without CLOEXEC.
        if error == 0 { error = unsafe linux_spawn_close_from(&actions, Int32(streams.count)) }
        if error == 0, let directory { error = unsafe linux_spawn_change_directory(&actions, directory) }
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        if error == 0 { error = unsafe posix_spawnattr_setsigdefault(&attributes, &signals) }
        unsafe sigemptyset(&signals)
        if error == 0 { error = unsafe posix_spawnattr_setsigmask(&attributes, &signals) }
        var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        if newSession { flags |= linux_spawn_new_session }
        if error == 0 { error = unsafe posix_spawnattr_setflags(&attributes, Int16(flags)) }
        guard error == 0 else { return (-1, error) }

        var process: pid_t = -1
        error = unsafe withTexts(arguments) { arguments in
            unsafe withTexts(environment.map { "\($0.key)=\($0.value)" }) { environment in
                unsafe posix_spawn(&process, program, &actions, &attributes, arguments, environment)
            }
        }
        return error == 0 ? (process, 0) : (-1, error)
    }

    /// Passes a null-terminated list of C strings, as for program arguments.
    static func withTexts<Result>(
        _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        // Copies that are freed here, after the call.
        var list = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { unsafe list.forEach { unsafe free($0) } }
        return unsafe list.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress!) }
    }
}

extension Linux {
    /// Starts a program by path and argument list with the confinement `given`. It dies with the calling thread.
    /// Closes the child's end of the channel, and nothing else of `given`.
    /// - Returns: its process id once it runs; or -1, with the reason in `errno`.
    package static func startConfined(
        _ program: String, _ arguments: [String], environment: [String], _ given: linux_confinement
    ) -> pid_t {
        guard ([program] + arguments + environment).allSatisfy({ !$0.utf8.contains(0) }) else {
            close(given.channel)
            errno = EINVAL
            return -1
        }
        var given = given
        return unsafe withTexts(arguments) { arguments in
            unsafe withTexts(environment) { environment in
                unsafe linux_start_confined(program, arguments, environment, &given)
            }
        }
    }

    /// The two ends of a socket pair within this process, closed on exec and numbered 3 or higher; nil if the system
    /// cannot create one.
    package static func connectedPair() -> (near: Int32, far: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0
        else { return nil }
        let pair = (near: movedUp(ends[0]), far: movedUp(ends[1]))
        guard pair.near >= 0, pair.far >= 0 else {
            for end in [pair.near, pair.far] where end >= 0 { close(end) }
            return nil
        }
        return pair
    }

    /// Moves a descriptor to a number of 3 or higher, closed on exec: one that becomes a standard stream must not
    /// already be one. -1 if that fails.
    package static func movedUp(_ descriptor: Int32) -> Int32 {
        guard descriptor >= 0, descriptor < 3 else { return descriptor }
        defer { close(descriptor) }
        return fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    }
}

extension Linux {
    /// Parks this thread, which receives the process's signals, until the process ends.
    package static func waitForever() -> Never {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        while true { unsafe sigsuspend(&none) }
    }

    package typealias Action = (signal: Int32, action: sigaction)

    /// Sets a signal handler. It may only use atomic globals and calls that are safe in a signal handler.
    /// - Parameter exceptIgnored: whether ignored signals stay ignored.
    /// - Returns: the previous actions, for ``restore(_:)``.
    @discardableResult package static func handle(
        _ signals: [Int32], exceptIgnored: Bool = false, _ handler: @escaping @convention(c) (Int32) -> Void
    ) -> [Action] {
        // The handler is in a union, and only this member is used.
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = handler
        action.sa_flags = SA_RESTART
        var previous: [Action] = []
        for signal in signals {
            var before = sigaction()
            unsafe sigaction(signal, nil, &before)
            // SIG_IGN is a cast of 1 in C, which Swift does not import as a value to compare with.
            let isIgnored = unsafe unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1
            if exceptIgnored && isIgnored { continue }
            unsafe sigaction(signal, &action, nil)
            previous.append((signal, before))
        }
        return previous
    }

    package static func restore(_ actions: [Action]) {
        for (signal, action) in actions {
            var action = action
            unsafe sigaction(signal, &action, nil)
        }
    }

    /// Changes which signals this thread blocks.
    /// - Parameter how: `SIG_BLOCK`, `SIG_UNBLOCK` or `SIG_SETMASK`.
    /// - Returns: the previous set.
    @discardableResult package static func mask(_ how: Int32, _ signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        return mask(how, set)
    }

    @discardableResult package static func mask(_ how: Int32, _ signals: sigset_t) -> sigset_t {
        var signals = signals
        var before = sigset_t()
        unsafe pthread_sigmask(how, &signals, &before)
        return before
    }
}
