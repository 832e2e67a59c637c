import CLinux
import Glibc

/// A program that was started: by its argument list, never through a shell, in a session of its own.
///
/// It reads nothing, has no terminal, and what it prints goes to a file. In a session of its own it can be ended together
/// with everything it started.
struct ChildProgram {
    let process: pid_t
    /// The file that has what it prints.
    let output: String

    /// Starts `arguments`, the first of which is the program's absolute path.
    static func start(
        _ arguments: [String], environment: [String: String], directory: String, output: String
    ) throws(DemoError) -> ChildProgram {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { throw .system("spawn") }
        defer { posix_spawn_file_actions_destroy(&actions) }
        guard posix_spawnattr_init(&attributes) == 0 else { throw .system("spawn") }
        defer { posix_spawnattr_destroy(&attributes) }

        var failures: [Int32] = []
        failures.append(posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0))
        failures.append(
            posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600))
        failures.append(posix_spawn_file_actions_adddup2(&actions, 1, 2))
        failures.append(linux_spawn_close_from(&actions, 3))
        failures.append(linux_spawn_change_directory(&actions, directory))
        var signals = sigset_t()
        sigfillset(&signals)
        failures.append(posix_spawnattr_setsigdefault(&attributes, &signals))
        let flags = Int32(POSIX_SPAWN_SETSIGDEF) | linux_spawn_new_session
        failures.append(posix_spawnattr_setflags(&attributes, Int16(flags)))

        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var process: pid_t = 0
        failures.append(posix_spawn(&process, arguments[0], &actions, &attributes, &argv, &envp))
        if let failure = failures.first(where: { $0 != 0 }) {
            throw .refused("\(arguments[0]) does not start: \(String(cString: strerror(failure)))")
        }
        return ChildProgram(process: process, output: output)
    }

    /// How it ended: its exit code, or 128 and the signal; nil while it runs.
    func result() -> Int32? {
        var status: Int32 = 0
        let ended = waitpid(process, &status, WNOHANG)
        if ended == 0 || (ended < 0 && errno == EINTR) { return nil }
        guard ended == process else { return 128 }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    /// Ends it and what it started: asked at first, killed after two seconds.
    func end() {
        _ = kill(-process, SIGTERM)
        for _ in 0..<200 {
            if result() != nil { break }
            usleep(10_000)
        }
        _ = kill(-process, SIGKILL)
        _ = waitpid(process, nil, 0)
    }
}
