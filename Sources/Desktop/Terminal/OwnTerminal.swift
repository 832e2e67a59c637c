import Glibc
import RouterLinux

/// The terminal of the person who started this process.
///
/// A link's handler is started by a desktop or by any program at all, with any descriptors. A terminal is only taken for
/// the person's own where what is typed and what is shown are the same device and this process is in its foreground.
public struct OwnTerminal: Sendable, Equatable {
    let input: Int32
    let output: Int32
    /// The path of the device, such as `/dev/pts/3`.
    public let name: String

    /// The terminal of this process by its standard input and standard error; nil if it has none.
    public static func find() -> OwnTerminal? { find(input: STDIN_FILENO, output: STDERR_FILENO) }

    static func find(input: Int32, output: Int32) -> OwnTerminal? {
        guard isatty(input) == 1, isatty(output) == 1, let typed = device(input), typed == device(output) else {
            return nil
        }
        guard let path = Linux.ttyname(input) else { return nil }
        let terminal = OwnTerminal(input: input, output: output, name: path)
        return terminal.isOurs ? terminal : nil
    }

    /// Whether this process is in the foreground of the terminal now.
    var isOurs: Bool { tcgetpgrp(input) == getpgrp() }

    private static func device(_ descriptor: Int32) -> dev_t? {
        guard let status = Linux.fstat(descriptor), status.kind == S_IFCHR else { return nil }
        return status.st_rdev
    }
}
