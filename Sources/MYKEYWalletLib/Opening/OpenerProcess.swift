import CLinux
import Glibc

/// A program of the desktop that was started in a session of its own, without a terminal.
final class OpenerProcess: Sendable {
    /// Why a program was not started.
    struct Failure: Error {
        let isMissing: Bool
        let message: String
    }

    private let process: pid_t
    /// The reading end of its output; -1 where that goes nowhere.
    private let pipe: Int32

    private init(process: pid_t, pipe: Int32) {
        self.process = process
        self.pipe = pipe
    }

    deinit {
        if pipe >= 0 { close(pipe) }
    }

    /// Starts the program that `PATH` of `environment` names first.
    /// - Parameter readsOutput: whether ``output()`` is wanted.
    static func start(
        _ arguments: [String], _ environment: [String: String], readsOutput: Bool = false
    ) throws(Failure) -> OpenerProcess {
        let name = arguments[0]
        guard let program = find(name, path: environment["PATH"]) else {
            throw Failure(isMissing: true, message: "\(name) is not installed")
        }
        var ends: [Int32] = [-1, -1]
        if readsOutput, linux_pipe(&ends, O_CLOEXEC | O_NONBLOCK) != 0 { throw failure(name, errno) }
        defer { if ends[1] >= 0 { close(ends[1]) } }
        do throws(Failure) {
            let process = try spawn(program, arguments, output: ends[1], environment: environment)
            return OpenerProcess(process: process, pipe: ends[0])
        } catch {
            if ends[0] >= 0 { close(ends[0]) }
            throw error
        }
    }

    /// Its exit status, 128 and the signal where one ended it, or nil where it still runs after `patience`.
    func status(within patience: Duration) async -> Int32? {
        let end = ContinuousClock.now.advanced(by: patience)
        while ContinuousClock.now < end {
            if let status = ended() { return status }
            try? await Task.sleep(for: .milliseconds(5))
            if Task.isCancelled { break }
        }
        // It goes on by itself; somebody has to take its status away when it ends.
        Task.detached { [self] in
            while ended() == nil { try? await Task.sleep(for: .seconds(1)) }
        }
        return nil
    }

    /// What it printed so far, at most 4,096 bytes.
    func output() -> String {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(pipe, &bytes, bytes.count)
        return count > 0 ? String(validating: bytes[..<count], as: UTF8.self) ?? "" : ""
    }

    private func ended() -> Int32? {
        var status: Int32 = 0
        let result = waitpid(process, &status, WNOHANG)
        if result == 0 || (result < 0 && errno == EINTR) { return nil }
        // A dapp that ignores SIGCHLD never learns how its children end. Then the link counts as opened.
        guard result == process else { return 0 }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    private static func spawn(
        _ program: String, _ arguments: [String], output: Int32, environment: [String: String]
    ) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { throw failure(arguments[0], ENOMEM) }
        defer { posix_spawn_file_actions_destroy(&actions) }
        guard posix_spawnattr_init(&attributes) == 0 else { throw failure(arguments[0], ENOMEM) }
        defer { posix_spawnattr_destroy(&attributes) }

        var results = [0, 1, 2].map { posix_spawn_file_actions_addopen(&actions, $0, "/dev/null", O_RDWR, 0) }
        if output >= 0 { results.append(posix_spawn_file_actions_adddup2(&actions, output, 1)) }
        results.append(linux_spawn_close_from(&actions, 3))
        var signals = sigset_t()
        sigfillset(&signals)
        results.append(posix_spawnattr_setsigdefault(&attributes, &signals))
        sigemptyset(&signals)
        results.append(posix_spawnattr_setsigmask(&attributes, &signals))
        let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | linux_spawn_new_session
        results.append(posix_spawnattr_setflags(&attributes, Int16(flags)))

        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var process: pid_t = 0
        if results.allSatisfy({ $0 == 0 }) {
            results.append(posix_spawn(&process, program, &actions, &attributes, &argv, &envp))
        }
        if let problem = results.first(where: { $0 != 0 }) { throw failure(arguments[0], problem) }
        return process
    }

    /// The variables of this process. Those that are not UTF-8 are left out.
    static var environment: [String: String] {
        var variables: [String: String] = [:]
        var entry = linux_environment()
        while let text = entry?.pointee {
            entry = entry?.advanced(by: 1)
            guard let pair = String(validatingCString: text), let equals = pair.firstIndex(of: "=") else { continue }
            variables[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
        }
        return variables
    }

    private static func find(_ name: String, path: String?) -> String? {
        (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map {
            "\($0)/\(name)"
        }
        .first { access($0, X_OK) == 0 }
    }

    private static func failure(_ name: String, _ error: Int32) -> Failure {
        Failure(isMissing: false, message: "\(name) does not start: \(String(cString: strerror(error)))")
    }
}
