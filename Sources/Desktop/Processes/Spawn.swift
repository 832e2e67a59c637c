import CLinux
import Glibc

/// A program about to be started: by path and argument list, never through a shell.
struct Spawn {
    /// Absolute path of the executable file.
    let program: String
    /// The arguments, the first being the name the program sees itself under.
    let arguments: [String]
    /// The whole environment.
    let environment: [String: String]
    /// Where a standard stream comes from or goes to.
    enum Stream {
        /// An open descriptor of this process.
        case descriptor(Int32)
        /// `/dev/null`.
        case null
    }

    /// Starts the program. The child has the three streams and no other descriptor, default signal handling and an
    /// empty signal mask, whatever this process has.
    /// - Parameters:
    ///   - directory: the child's working directory; nil keeps ours.
    ///   - newSession: whether it leaves our session, and with it our terminal.
    /// - Returns: the process id. The caller must wait for it.
    func start(
        input: Stream, output: Stream, error: Stream, directory: String? = nil, newSession: Bool = false
    ) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        try check(posix_spawn_file_actions_init(&actions))
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, stream) in [(0, input), (1, output), (2, error)] as [(Int32, Stream)] {
            switch stream {
            case .descriptor(let number): try check(posix_spawn_file_actions_adddup2(&actions, number, target))
            case .null: try check(posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDWR, 0))
            }
        }
        // Descriptors that someone else in this process opened without CLOEXEC are not the child's business.
        try check(linux_spawn_close_from(&actions, 3))
        if let directory {
            try check(linux_spawn_change_directory(&actions, directory))
        }

        var attributes = posix_spawnattr_t()
        try check(posix_spawnattr_init(&attributes))
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        try check(posix_spawnattr_setsigdefault(&attributes, &signals))
        sigemptyset(&signals)
        try check(posix_spawnattr_setsigmask(&attributes, &signals))
        var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        if newSession { flags |= linux_spawn_new_session }
        try check(posix_spawnattr_setflags(&attributes, Int16(flags)))

        let argv = try CStringArray(arguments)
        let envp = try CStringArray(environment.map { "\($0.key)=\($0.value)" })
        var process: pid_t = 0
        try check(posix_spawn(&process, program, &actions, &attributes, argv.pointer, envp.pointer))
        return process
    }

    private func check(_ result: Int32) throws(SystemError) {
        guard result == 0 else { throw SystemError(code: result) }
    }
}
