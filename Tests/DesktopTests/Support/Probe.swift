import Foundation
import Glibc
import RouterLinux
import RouterTestSupport

@testable import RouterDesktop

/// Runs the probe program, with a terminal of its own where one is asked for.
final class Probe {
    let process: pid_t
    /// The master side of its terminal; -1 without one.
    let terminal: Int32
    private let output: Int32
    /// What it wrote to its terminal so far.
    private(set) var screen = ""

    private static let path = BuiltPrograms.path(of: "DesktopProbe")

    /// - Parameter typed: what is on the terminal before the program starts.
    init(
        _ arguments: [String], onTerminal: Bool = false, typed: String = "", environment: [String: String] = [:]
    ) throws {
        guard let ends = Linux.pipe(O_CLOEXEC) else { throw SystemError.last }
        var input = Linux.Stream.null
        if onTerminal {
            let opened = try PseudoTerminal.open()
            terminal = opened.master
            let bytes = Array(typed.utf8)
            guard unsafe write(opened.master, bytes, bytes.count) == bytes.count else { throw SystemError.last }
            // A session leader that opens a terminal makes it its own.
            input = .file(opened.path, flags: O_RDWR)
        } else {
            terminal = -1
        }
        // Swift's crash handler, on by itself if there is a terminal, takes SIGQUIT for a crash.
        var variables = ["SWIFT_BACKTRACE": "enable=no", "HOME": "/", "TERM": "xterm", "LANG": "C.UTF-8"]
        variables.merge(environment) { $1 }
        let (child, error) = Linux.spawn(
            Self.path, [Self.path] + arguments, environment: variables,
            streams: [input, .descriptor(ends.writing), .descriptor(0)], newSession: true)
        close(ends.writing)
        guard error == 0 else { throw SystemError(code: error) }
        process = child
        output = ends.reading
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
        _ = unsafe write(terminal, bytes, bytes.count)
    }

    /// Whether the terminal shows what is typed.
    var echoes: Bool {
        var settings = termios()
        return unsafe tcgetattr(terminal, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
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
        var information = unsafe siginfo_t()
        unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT)
        let status = unsafe information._sifields._sigchld.si_status
        return unsafe information.si_code == CLD_EXITED ? (0, status) : (status, 0)
    }

    private func read(_ descriptor: Int32, until deadline: Deadline, count: Int = 4_096) -> String? {
        guard (try? deadline.wait(forReading: descriptor)) == true else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = unsafe Glibc.read(descriptor, &bytes, count)
        return got > 0 ? String(decoding: bytes[..<got], as: UTF8.self) : nil
    }
}
