import RouterBytes
import RouterLinux
import SchemeRouter

/// Asks on the person's own terminal, for a computer without a prompt program.
///
/// Pages are written to standard error one after the other, with every control character made visible. The person types
/// `yes` to agree; a passcode is not shown while it is typed.
public struct TerminalPrompt: Prompt {
    private let terminal: OwnTerminal
    private let timeout: Duration

    public init(terminal: OwnTerminal) {
        self.init(terminal: terminal, timeout: .seconds(Dialogue.timeout))
    }

    package init(terminal: OwnTerminal, timeout: Duration) {
        self.terminal = terminal
        self.timeout = timeout
    }

    /// As in a prompt program on the same terminal, which may ask first.
    public var columns: Int { terminal.textColumns }

    /// Returns when the person typed `yes`.
    public func confirm(_ dialogue: Dialogue) async throws(PromptError) {
        try await run { (session) throws(PromptError) in
            try session.show(dialogue)
            let answer = try session.ask("Type yes: \(dialogue.agree). Anything else: \(dialogue.refuse). ")
            guard answer.withBytes({ $0.elementsEqual("yes".utf8) }) else { throw .refused }
        }
    }

    /// The passcode as typed.
    public func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        try await run { (session) throws(PromptError) in
            try session.show(dialogue)
            if let mistake { try session.write("\(mistake)\n") }
            return try session.askHidden("\(dialogue.secretLabel) (\(dialogue.agree); Ctrl-C: \(dialogue.refuse)): ")
        }
    }

    /// A line of text.
    public func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        let typed = try await run { (session) throws(PromptError) in
            try session.show(dialogue)
            if let mistake { try session.write("\(mistake)\n") }
            return try session.ask("\(label) ")
        }
        return try typed.publicText()
    }

    /// The person's choice between two options, by number. Any other answer refuses.
    public func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice {
        let options = [PromptOption(dialogue.agree), PromptOption(otherwise)]
        return try await number(dialogue, from: options, tries: 1) == 0 ? .agreed : .otherwise
    }

    /// The person's choice between several options, by number.
    public func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int {
        try await number(dialogue, from: options, tries: NumberedList.tries)
    }

    private func number(
        _ dialogue: Dialogue, from options: [PromptOption], tries: Int
    ) async throws(PromptError) -> Int {
        let list = NumberedList(options, refuse: dialogue.refuse)
        return try await run { (session) throws(PromptError) in
            try session.show(dialogue)
            try session.write(list.lines.map { $0 + "\n" }.joined())
            for attempt in 0..<tries {
                if attempt > 0 { try session.write("\(NumberedList.mistake)\n") }
                if let position = try list.position(of: try session.ask("\(list.label) ")) { return position }
            }
            throw .refused
        }
    }

    /// Tells the person something.
    public func tell(_ dialogue: Dialogue) async throws(PromptError) {
        try await run { (session) throws(PromptError) in try session.show(dialogue) }
    }

    private func run<Value: ~Copyable>(
        _ body: @escaping @Sendable (TerminalSession) throws(PromptError) -> Value
    ) async throws(PromptError) -> Value {
        try await DedicatedThread.run { () throws(PromptError) in
            try body(try TerminalSession.open(terminal, timeout: timeout))
        }
    }
}
