import Glibc
import RouterLinux

/// The settings of a terminal: echo, line editing, special keys.
struct TerminalState: Sendable {
    private let descriptor: Int32
    private let settings: termios

    /// The current state of the terminal at `descriptor`; nil if that is not a terminal.
    static func of(_ descriptor: Int32) -> TerminalState? {
        var settings = termios()
        guard Linux.tcgetattr(descriptor, &settings) == 0 else { return nil }
        return TerminalState(descriptor: descriptor, settings: settings)
    }

    /// Restores this state. Discards unread input.
    func restore() { Linux.tcsetattr(descriptor, TCSAFLUSH, settings) }

    /// Stops showing input, except the end of the line, and discards earlier input.
    ///
    /// The suspend key is disabled meanwhile: the shell would return with echo switched off.
    func hideTyping() -> Bool {
        var hidden = settings
        hidden.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK)
        hidden.c_lflag |= tcflag_t(ICANON | ISIG | ECHONL)
        hidden.disable(VSUSP)
        return Linux.tcsetattr(descriptor, TCSAFLUSH, hidden) == 0
    }
}
