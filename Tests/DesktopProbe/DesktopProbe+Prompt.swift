import Glibc
import RouterDesktop
import RouterLinux
import SchemeRouter

extension DesktopProbe {
    /// One dialogue: `prompt PROGRAM KIND`, or `prompt terminal KIND MILLISECONDS`.
    static func prompt(_ arguments: [String]) async {
        guard let terminal = OwnTerminal.find() else { return say("no terminal") }
        do throws(PromptError) {
            let prompt: any Prompt
            if arguments[0] == "terminal" {
                prompt = TerminalPrompt(terminal: terminal, timeout: .milliseconds(Int(arguments[2]) ?? 0))
            } else {
                prompt = try PromptSelection.prompt(
                    program: arguments[0], environment: ProcessEnvironment.current(), terminal: terminal)
            }
            try await ask(prompt, arguments[1])
        } catch {
            say(error.name)
        }
    }

    private static func ask(_ prompt: any Prompt, _ kind: String) async throws(PromptError) {
        let dialogue = Dialogue(
            title: "Wallet Router", pages: ["Pay 1.5 DASH\u{1B}[2J <b>bold</b>", "page 2 of 2"], agree: "Pay_it")
        switch kind {
        case "confirm":
            try await prompt.confirm(dialogue)
            say("agreed")
        case "passcode":
            let passcode = try await prompt.passcode(dialogue, mistake: "Wrong passcode (2 left)")
            let bytes = passcode.withBytes { Array($0) }
            say("passcode \(bytes)")
        case "line": say("line \(try await prompt.line(dialogue, label: "Amount:", mistake: nil))")
        case "choose": say("\(try await prompt.choose(dialogue, otherwise: "Without InstantSend"))")
        case "options":
            let options = [PromptOption("One", detail: "/bin/one"), PromptOption("Two\u{1B}[2J")]
            say("option \(try await prompt.select(dialogue, from: options))")
        default:
            try await prompt.tell(dialogue)
            say("told")
        }
    }
}

extension PromptError {
    /// The name of the case and its reason, which tests compare: the description is a sentence for people.
    package var name: String {
        switch self {
        case .refused: "refused"
        case .timedOut: "timedOut"
        case .unavailable(let reason): "unavailable(\(String(reflecting: reason)))"
        case .interrupted(let reason): "interrupted(\(String(reflecting: reason)))"
        }
    }
}
