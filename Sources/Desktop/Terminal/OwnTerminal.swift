import Glibc
import RouterLinux

/// The terminal of the person who started this process.
///
/// A desktop, or any program, starts the handler of a link, with any descriptors. A terminal counts as the person's own
/// only if input and output are the same device and this process is in its foreground.
public struct OwnTerminal: Sendable, Equatable {
    let input: Int32
    let output: Int32
    /// The path of the device, such as `/dev/pts/3`.
    public let name: String

    /// The terminal of this process, from its standard input and standard error; nil if it has none.
    public static func find() -> OwnTerminal? { find(input: STDIN_FILENO, output: STDERR_FILENO) }

    static func find(input: Int32, output: Int32) -> OwnTerminal? {
        guard isatty(input) == 1, isatty(output) == 1, let typed = device(input), typed == device(output) else {
            return nil
        }
        guard let path = Linux.ttyname(input) else { return nil }
        let terminal = OwnTerminal(input: input, output: output, name: path)
        return terminal.isOurs ? terminal : nil
    }

    /// Whether this process is now in the foreground of the terminal.
    var isOurs: Bool { tcgetpgrp(input) == getpgrp() }

    /// The columns of a line of a dialogue here: a prompt program draws a frame around it. A terminal of fewer than 46
    /// columns breaks lines again.
    var textColumns: Int { min(60, max(40, (Linux.terminalColumns(input) ?? 80) - Self.frame)) }

    /// pinentry-curses takes 5 columns for its frame and margins, and leaves the last one of the terminal empty.
    private static let frame = 6

    private static func device(_ descriptor: Int32) -> dev_t? {
        guard let status = Linux.fstat(descriptor), status.kind == S_IFCHR else { return nil }
        return status.st_rdev
    }
}
