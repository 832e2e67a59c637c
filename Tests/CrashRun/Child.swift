import CLinux
import Glibc

/// A program that was started from here, and all that it starts.
///
/// What a killed program leaves behind becomes a child of this process, so that one can wait until nothing of it runs any
/// more: then the world stands still and can be looked at.
struct Child {
    let process: pid_t

    /// How long anything may take, in seconds: more than on any busy computer.
    private static let patience = 3_600

    init(_ arguments: [String], _ environment: [String], errors: String) throws {
        guard linux_adopt_orphans() == 0 else { throw Mistake("orphans cannot be adopted") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let words = arguments.map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var process: pid_t = 0
        guard posix_spawn(&process, arguments[0], &actions, nil, words, variables) == 0 else {
            throw Mistake("\(arguments[0]) cannot be started")
        }
        self.process = process
    }

    /// Whether it has ended. It is not waited for, so that its number stays its own.
    var hasEnded: Bool {
        var info = siginfo_t()
        return waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_signo == SIGCHLD
    }

    func kill() {
        Glibc.kill(process, SIGKILL)
    }

    /// Waits until it and everything it started have ended.
    /// - Returns: its exit code; nil where it was killed.
    @discardableResult
    func end() throws -> Int32? {
        var own: Int32?
        let limit = time(nil) + Self.patience
        while true {
            var status: Int32 = 0
            let ended = waitpid(-1, &status, WNOHANG)
            if ended < 0 { return own }
            if ended == 0 {
                guard time(nil) < limit else { throw Mistake("something does not end") }
                usleep(500)
            } else if ended == process {
                own = status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
            }
        }
    }
}
