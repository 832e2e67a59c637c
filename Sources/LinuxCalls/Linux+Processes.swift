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
