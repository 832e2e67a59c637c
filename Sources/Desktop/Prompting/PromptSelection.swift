import Glibc
import RouterLinux
import SchemeRouter

/// Chooses how to ask the person: with the program they named, else in a window of our own, else with the desktop's pinentry,
/// else in their own terminal.
///
/// If they named none and our window is not installed, lists are shown by a desktop program that has windows for them, if
/// there is one. A program that they named asks everything.
///
/// The program never comes from `PATH` or from a link: whoever controls the prompt sees the passcode.
public enum PromptSelection {
    /// Where Debian and its derivatives install the chosen pinentry.
    public static let defaultProgram = "/usr/bin/pinentry"

    /// The prompt to use.
    /// - Parameters:
    ///   - program: the program that the person named with `--pinentry` or in their settings; nil if they named none.
    ///     If it exists it must work: a different prompt from the chosen one would be a surprise.
    ///   - environment: the variables of this process.
    ///   - terminal: the person's own terminal, see ``OwnTerminal/find()``.
    ///   - report: reports in a sentence without its end that our window failed, and that something else asks.
    /// - Throws: `PromptError/unavailable(_:)` if no prompt is available. Then nothing may be done.
    public static func prompt(
        program: String?, environment: [String: String], terminal: OwnTerminal?,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(PromptError) -> any Prompt {
        let window = program == nil ? WindowProgram.find(environment) : nil
        do throws(PromptError) {
            let other = try prompt(
                program: program, fallback: defaultProgram, lists: ListProgram.installed, environment: environment,
                terminal: terminal)
            guard let window else { return other }
            return WindowPrompt(program: window, environment: environment, then: other, report: report)
        } catch {
            // The window asks if nothing else could.
            guard let window else { throw error }
            return WindowPrompt(program: window, environment: environment, then: nil, report: report)
        }
    }

    static func prompt(
        program: String?, fallback: String, lists: [ListProgram] = [], environment: [String: String],
        terminal: OwnTerminal?
    ) throws(PromptError) -> any Prompt {
        let own = terminal.map { TerminalPrompt(terminal: $0) }
        if let program {
            if let problem = problem(at: program) {
                throw .unavailable("the prompt program \(VisibleText.of(program)) \(problem)")
            }
        } else if let problem = problem(at: fallback) {
            guard let own else {
                throw .unavailable("\(fallback) \(problem), and this program does not run in a terminal")
            }
            return own
        }
        let pinentry = PinentryPrompt(
            program: program ?? fallback, environment: environment, terminal: terminal)
        let prompt: any Prompt = own.map { FallbackPrompt(first: pinentry, second: $0) } ?? pinentry
        guard program == nil, let list = ListProgram.find(environment, among: lists) else { return prompt }
        return ListPrompt(program: list, then: prompt, environment: environment, limits: .standard)
    }

    /// Why a program must not ask, as the end of a sentence: it cannot be started, or others could replace it, or the
    /// interpreter in its first line, with a program that would see the passcode (S7, S8).
    static func problem(at program: String) -> String? {
        if let problem = ExecutableFile.problem(at: program) { return problem }
        guard let line = try? ScriptLine.of(program) else { return TrustedPath.danger(to: program) }
        return ([program] + line.files()).lazy.compactMap(TrustedPath.danger).first
    }
}

/// Asks with one prompt, and with another if the first cannot reach the person, such as a pinentry without a display
/// and a terminal. A refusal is an answer, and final.
struct FallbackPrompt: Prompt {
    let first: any Prompt
    let second: any Prompt

    var columns: Int { min(first.columns, second.columns) }

    func confirm(_ dialogue: Dialogue) async throws(PromptError) {
        try await ask { (prompt) async throws(PromptError) in try await prompt.confirm(dialogue) }
    }

    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        try await ask { (prompt) async throws(PromptError) in try await prompt.passcode(dialogue, mistake: mistake) }
    }

    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        try await ask { (prompt) async throws(PromptError) in
            try await prompt.line(dialogue, label: label, mistake: mistake)
        }
    }

    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice {
        try await ask { (prompt) async throws(PromptError) in try await prompt.choose(dialogue, otherwise: otherwise) }
    }

    func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int {
        try await ask { (prompt) async throws(PromptError) in try await prompt.select(dialogue, from: options) }
    }

    func tell(_ dialogue: Dialogue) async throws(PromptError) {
        try await ask { (prompt) async throws(PromptError) in try await prompt.tell(dialogue) }
    }

    private func ask<Answer: ~Copyable>(
        _ body: (any Prompt) async throws(PromptError) -> Answer
    ) async throws(PromptError) -> Answer {
        do throws(PromptError) {
            return try await body(first)
        } catch .unavailable {
            return try await body(second)
        }
    }
}

/// The time limits of a prompt program.
struct PromptLimits: Sendable {
    /// Seconds that a page waits for an answer; pinentry itself gets the same limit.
    let seconds: Int
    /// The extra time before the program is killed.
    let grace: Duration

    static let standard = PromptLimits(seconds: Dialogue.timeout, grace: .seconds(5))

    /// The deadline of a page that is shown now.
    func deadline() -> Deadline { Deadline(in: .seconds(seconds) + grace) }
}
