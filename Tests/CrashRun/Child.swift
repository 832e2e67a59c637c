import Glibc
import RouterCLinux
import RouterLinux

/// A program that was started from here, and all that it starts.
///
/// What a killed program leaves behind becomes a child of this process, so that one can wait until nothing of it runs any
/// more: then the world stands still and can be looked at.
struct Child {
    let process: pid_t

    /// How long anything may take, in seconds: more than on any busy computer.
    private static let patience = 3_600

    init(_ arguments: [String], _ environment: [String], errors: String, output: String = "/dev/null") throws {
        guard linux_adopt_orphans() == 0 else { throw Mistake("orphans cannot be adopted") }
        let variables = environment.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        let (process, error) = Linux.spawn(
            arguments[0], arguments,
            environment: Dictionary(variables.map { (String($0[0]), String($0[1])) }) { $1 },
            streams: [
                .file("/dev/null", flags: O_RDONLY), .file(output, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600),
                .file(errors, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600),
            ], newSession: false)
        guard error == 0 else { throw Mistake("\(arguments[0]) cannot be started: \(Linux.strerror(error))") }
        self.process = process
    }

    /// Whether it has ended. It is not waited for, so that its number stays its own.
    var hasEnded: Bool {
        var info = unsafe siginfo_t()
        return unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_signo == SIGCHLD
    }

    func kill() {
        Glibc.kill(process, SIGKILL)
    }

    /// Waits until it and everything it started have ended.
    /// - Returns: its exit code; nil where it was killed.
    @discardableResult
    func end() throws -> Int32? { try Self.end([self])[0] }

    /// Waits until all of them, and everything they started, have ended.
    static func end(_ children: [Child]) throws -> [Int32?] {
        var codes = [Int32?](repeating: nil, count: children.count)
        let limit = time(nil) + patience
        while true {
            var status: Int32 = 0
            let ended = Linux.waitpid(-1, &status, WNOHANG)
            if ended < 0 { return codes }
            if ended == 0 {
                guard time(nil) < limit else { throw Mistake("something does not end") }
                usleep(500)
            } else if let place = children.firstIndex(where: { $0.process == ended }) {
                codes[place] = status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
            }
        }
    }
}
