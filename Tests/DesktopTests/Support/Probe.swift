import CLinux
import Foundation
import Glibc
import Support

@testable import Desktop

/// Runs the probe program, with a terminal of its own where one is asked for.
final class Probe {
    let process: pid_t
    /// The master side of its terminal; -1 without one.
    let terminal: Int32
    private let output: Int32
    /// What it wrote to its terminal so far.
    private(set) var screen = ""

    private static let path = BuiltPrograms.path(of: "DesktopProbe")

    init(_ arguments: [String], onTerminal: Bool = false, environment: [String: String] = [:]) throws {
        var ends: [Int32] = [0, 0]
        guard linux_pipe(&ends, O_CLOEXEC) == 0 else { throw SystemError.last }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if onTerminal {
            let opened = try PseudoTerminal.open()
            terminal = opened.master
            // A session leader that opens a terminal makes it its own.
            posix_spawn_file_actions_addopen(&actions, 0, opened.path, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
        } else {
            terminal = -1
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
        }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A shell that starts the tests in the background has them ignore Ctrl-C, which programs inherit.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(linux_spawn_new_session) | Int16(POSIX_SPAWN_SETSIGDEF))
        // Swift's crash handler, on by itself where there is a terminal, takes SIGQUIT for a crash.
        var variables = ["SWIFT_BACKTRACE": "enable=no", "HOME": "/", "TERM": "xterm", "LANG": "C.UTF-8"]
        variables.merge(environment) { $1 }
        let argv = try CStringArray([Self.path] + arguments)
        let envp = try CStringArray(variables.map { "\($0.key)=\($0.value)" })
        var child: pid_t = 0
        let result = posix_spawn(&child, Self.path, &actions, &attributes, argv.pointer, envp.pointer)
        close(ends[1])
        guard result == 0 else { throw SystemError(code: result) }
        process = child
        output = ends[0]
    }

    deinit {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        close(output)
        if terminal >= 0 { close(terminal) }
    }

    /// Waits until `text` stands in what the terminal showed since the last call that waited. Returns whether it came.
    func waits(for text: String) -> Bool {
        let deadline = Deadline(in: .seconds(3_600))
        while true {
            if let range = screen.range(of: text) {
                screen = String(screen[range.upperBound...])
                return true
            }
            guard let more = read(terminal, until: deadline) else { return false }
            screen += more
        }
    }

    /// Types on the terminal.
    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(terminal, bytes, bytes.count)
    }

    /// Whether the terminal shows what is typed.
    var echoes: Bool {
        var settings = termios()
        return tcgetattr(terminal, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// The next line that it says; nil at the end.
    func line() -> String? {
        var text = ""
        let deadline = Deadline(in: .seconds(3_600))
        while let more = read(output, until: deadline, count: 1) {
            if more == "\n" { return text }
            text += more
        }
        return text.isEmpty ? nil : text
    }

    /// How it ended: its signal, or its exit status.
    func end() -> (signal: Int32, status: Int32) {
        var information = siginfo_t()
        waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT)
        let status = information._sifields._sigchld.si_status
        return information.si_code == CLD_EXITED ? (0, status) : (status, 0)
    }

    private func read(_ descriptor: Int32, until deadline: Deadline, count: Int = 4_096) -> String? {
        guard (try? deadline.wait(forReading: descriptor)) == true else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = Glibc.read(descriptor, &bytes, count)
        return got > 0 ? String(decoding: bytes[..<got], as: UTF8.self) : nil
    }
}
