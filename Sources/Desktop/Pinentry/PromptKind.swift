import RouterLinux
import SchemeRouter

/// Where a prompt program shows its questions, as far as is known: the return key agrees only in a window (S5)
/// (Documentation/protocols/linux-desktop.md §5.1).
public enum PromptKind: Sendable, Equatable {
    /// In its own window.
    case window
    /// In a terminal, which a click does not have.
    case terminal
    /// Perhaps in either: the program does not say what it is, is none whose windows are known, or has no display.
    case unknown

    /// - Parameters:
    ///   - flavour: what the program says it is, such as `gnome3`, or `gtk2:curses` if it has no display; empty if it
    ///     reports nothing.
    ///   - environment: the variables that the program was started with.
    init(flavour: String, environment: [String: String]) {
        if flavour.split(at: ":").contains(where: { $0 == "curses" || $0 == "tty" }) {
            self = .terminal
        } else if Self.displays[flavour]?.contains(where: { environment[$0]?.isEmpty == false }) == true {
            self = .window
        } else {
            self = .unknown
        }
    }

    /// The flavours whose windows are known, and the variables one of which must name a display: pinentry-fltk draws in
    /// the terminal without X, and does not report it.
    private static let displays = [
        "fltk": ["DISPLAY"], "gtk2": ["DISPLAY"], "gnome3": ["DISPLAY", "WAYLAND_DISPLAY"],
        "qt": ["DISPLAY", "WAYLAND_DISPLAY"],
    ]

    /// Seconds that a program has to report its flavour.
    private static let patience = 30

    /// Starts `program` without a terminal, as a click would, and queries it. Nothing is shown.
    /// - Throws: `PromptError/unavailable(_:)` if it cannot be started, or cannot ask the person.
    public static func of(_ program: String, environment: [String: String]) throws(PromptError) -> PromptKind {
        if let problem = PromptSelection.problem(at: program) {
            throw .unavailable("the prompt program \(VisibleText.of(program)) \(problem)")
        }
        let session = try PinentrySession.open(
            program, title: "", environment: environment, terminal: nil,
            limits: PromptLimits(seconds: patience, grace: .zero))
        let kind = session.kind
        session.close()
        return kind
    }
}
