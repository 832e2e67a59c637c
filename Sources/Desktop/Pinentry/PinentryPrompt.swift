import RouterProcesses
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
        try await OwnThread.run { () throws(PromptError) in
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
