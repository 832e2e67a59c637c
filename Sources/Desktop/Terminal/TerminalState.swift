import Glibc
import RouterLinux

/// How a terminal is set up: echo, line editing, special keys.
struct TerminalState: Sendable {
    private let descriptor: Int32
    private let settings: termios

    /// The state of the terminal at `descriptor` now; nil if that is not a terminal.
    static func of(_ descriptor: Int32) -> TerminalState? {
        var settings = termios()
        guard Linux.tcgetattr(descriptor, &settings) == 0 else { return nil }
        return TerminalState(descriptor: descriptor, settings: settings)
    }

    /// Puts the terminal back into this state. What was typed and not read yet is dropped.
    func restore() { Linux.tcsetattr(descriptor, TCSAFLUSH, settings) }

    /// Stops showing what is typed, except that the line ends, and drops what was typed before.
    ///
    /// The key that suspends is off meanwhile: a shell would come back with its echo gone.
    func hideTyping() -> Bool {
        var hidden = settings
        hidden.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK)
        hidden.c_lflag |= tcflag_t(ICANON | ISIG | ECHONL)
        hidden.disable(VSUSP)
        return Linux.tcsetattr(descriptor, TCSAFLUSH, hidden) == 0
    }
}
