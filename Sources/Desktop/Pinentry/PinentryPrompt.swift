import RouterLinux
import SchemeRouter

/// Asks with a program that speaks the pinentry protocol (Assuan), started anew for each dialogue.
///
/// Each page waits `Dialogue/timeout`: someone who turns a page is present. A program that has not responded five
/// seconds later is killed. Pages that do not fit into one line when encoded are `PromptError/unavailable(_:)`: nothing
/// is ever shortened (S5).
public struct PinentryPrompt: Prompt {
    private let program: String
    private let environment: [String: String]
    private let terminal: OwnTerminal?
    private let limits: PromptLimits

    /// A prompt that uses the program at `program`.
    /// - Parameters:
    ///   - program: absolute path of an executable file.
    ///   - environment: the variables of this process; the program gets only those that a dialogue needs.
    ///   - terminal: our terminal, on which a text program may draw; nil if there is none.
    public init(program: String, environment: [String: String], terminal: OwnTerminal?) {
        self.init(program: program, environment: environment, terminal: terminal, limits: .standard)
    }

    init(program: String, environment: [String: String], terminal: OwnTerminal?, limits: PromptLimits) {
        self.program = program
        self.environment = environment
        self.terminal = terminal
        self.limits = limits
    }

    /// Fewer than 60 in a narrow terminal: there pinentry-curses would break lines again.
    public var columns: Int { terminal?.textColumns ?? 60 }

    /// Returns when the person agreed.
    public func confirm(_ dialogue: Dialogue) async throws(PromptError) {
        try await run(dialogue) { (session) throws(PromptError) in try session.confirm(dialogue) }
    }

    /// The passcode as typed, in UTF-8 if the program complies.
    public func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        try await run(dialogue) { (session) throws(PromptError) in
            try session.text(dialogue, label: "\(dialogue.secretLabel):", mistake: mistake)
        }
    }

    /// A line of text. pinentry has no visible field, so the person types into the one for passcodes.
    public func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        let typed = try await run(dialogue) { (session) throws(PromptError) in
            try session.text(dialogue, label: label, mistake: mistake)
        }
        return try typed.publicText()
    }

    /// The person's choice between two options, by number.
    public func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice {
        try await run(dialogue) { (session) throws(PromptError) in
            try session.choose(dialogue, otherwise: otherwise)
        }
    }

    /// The person's choice between several options, by number.
    public func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int {
        try await run(dialogue) { (session) throws(PromptError) in
            try session.number(dialogue, from: options, tries: NumberedList.tries)
        }
    }

    /// Tells the person something.
    public func tell(_ dialogue: Dialogue) async throws(PromptError) {
        try await run(dialogue) { (session) throws(PromptError) in try session.tell(dialogue) }
    }

    private func run<Value: ~Copyable>(
        _ dialogue: Dialogue, _ body: @escaping @Sendable (inout PinentrySession) throws(PromptError) -> Value
    ) async throws(PromptError) -> Value {
        try await DedicatedThread.run { () throws(PromptError) in
            var session = try PinentrySession.open(
                program, title: dialogue.title, environment: environment, terminal: terminal, limits: limits)
            // A text program without a terminal answers at once as if the person had refused, and nobody was asked.
            if terminal == nil, session.kind == .terminal {
                session.close()
                throw .unavailable("\(program) can ask only in a terminal here, and this program does not run in one")
            }
            let result = Result { () throws(PromptError) in try body(&session) }
            session.close()
            return try result.get()
        }
    }
}

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
    private static let patience = 5

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
