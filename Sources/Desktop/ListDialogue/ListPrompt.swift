import RouterLinux
import RouterProcesses
import SchemeRouter

/// Shows lists in a window of the desktop, and asks everything else by another prompt.
///
/// In such a window the return key may take a row, so that it is for ``select(_:from:)`` alone. Whatever is neither a number
/// of ours nor a refusal makes the other prompt ask.
struct ListPrompt: Prompt {
    let program: ListProgram
    let then: any Prompt
    let environment: [String: String]
    /// Seconds until a list that nobody answers counts as refused, and how much longer the program may live.
    let limits: PromptLimits

    func confirm(_ dialogue: Dialogue) async throws(PromptError) { try await then.confirm(dialogue) }

    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        try await then.passcode(dialogue, mistake: mistake)
    }

    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        try await then.line(dialogue, label: label, mistake: mistake)
    }

    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice {
        try await then.choose(dialogue, otherwise: otherwise)
    }

    func tell(_ dialogue: Dialogue) async throws(PromptError) { try await then.tell(dialogue) }

    func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int {
        let shown = try await OwnThread.run { () throws(PromptError) in try show(dialogue, options) }
        if let shown { return shown }
        return try await then.select(dialogue, from: options)
    }

    /// The position that was taken; nil where the program did not say one.
    private func show(_ dialogue: Dialogue, _ options: [PromptOption]) throws(PromptError) -> Int? {
        let deadline = limits.deadline()
        let spawn = Spawn(
            program: program.path, arguments: program.arguments(dialogue, options, seconds: limits.seconds),
            environment: ProcessEnvironment.clean(environment))
        let said: [UInt8]?
        let end: ProcessEnd?
        do throws(SystemError) {
            let child = try ChildProcess.start(spawn)
            said = try child.readAll(limit: Self.longestAnswer, until: deadline)
            if let said, said.count > Self.longestAnswer { child.kill() }
            end = child.end(until: deadline)
        } catch {
            return nil
        }
        guard let said, let end else { throw .timedOut }
        switch end.status {
        // zenity says the selected row then as well.
        case 5 where program.kind == .zenity: throw .timedOut
        case 1: throw .refused
        case 0: return options.indices.first { said == Array("\($0 + 1)\n".utf8) }
        default: return nil
        }
    }

    private static let longestAnswer = 64
}
