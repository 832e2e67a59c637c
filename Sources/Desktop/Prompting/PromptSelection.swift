import Glibc
import RouterProcesses
import SchemeRouter

/// Finds the way to ask the person: the program they named, else the desktop's pinentry, else their own terminal.
///
/// Where they named none, lists are shown by a program of the desktop that has windows for them, if there is one. A program
/// that they named asks everything.
///
/// Never a program from `PATH` or from a link: whoever controls the prompt sees the passcode.
public enum PromptSelection {
    /// Where Debian and its relatives put the chosen pinentry.
    public static let defaultProgram = "/usr/bin/pinentry"

    /// The prompt to use.
    /// - Parameters:
    ///   - program: what the person named by `--pinentry` or in their config; nil if they did not. If it is there it
    ///     must work: another prompt than the one they chose would be a surprise.
    ///   - environment: the variables of this process.
    ///   - terminal: the person's own terminal, see ``OwnTerminal/find()``.
    /// - Throws: `PromptError/unavailable(_:)` if no prompt is available; then nothing may be done.
    public static func prompt(
        program: String?, environment: [String: String], terminal: OwnTerminal?
    ) throws(PromptError) -> any Prompt {
        try prompt(
            program: program, fallback: defaultProgram, lists: ListProgram.installed, environment: environment,
            terminal: terminal)
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

    /// Why a program must not ask, as the end of a sentence: it cannot be started, or others could put another program
    /// in its place, which would see the passcode (S7, S8).
    static func problem(at program: String) -> String? {
        if let problem = ExecutableFile.problem(at: program) { return problem }
        do throws(DescriptorErrors) {
            try TrustedPath.check(file: program)
            return nil
        } catch {
            let reason = error.diagnostics.first?.message ?? "others can change it"
            return "must not be used: \(VisibleText.of(reason))"
        }
    }
}
