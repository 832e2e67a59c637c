import RouterDialogue
import RouterLinux
import SchemeRouter
import Synchronization

/// Asks with `router-window`, and with another prompt once that has failed.
///
/// A window that cannot be started, is killed, hangs or answers what was not asked has agreed to nothing (S5). The person is
/// told so once, and the same question is asked by the other prompt.
struct WindowPrompt: Prompt {
    private let program: String
    private let environment: [String: String]
    private let limits: WindowLimits
    /// Asks if the window cannot; nil if nothing else can.
    private let then: (any Prompt)?
    /// Reports a failure of the window.
    private let report: @Sendable (String) -> Void
    private let state = State()

    init(
        program: String, environment: [String: String], limits: WindowLimits = .standard, then: (any Prompt)?,
        report: @escaping @Sendable (String) -> Void
    ) {
        (self.program, self.environment, self.limits, self.then, self.report) =
            (program, environment, limits, then, report)
    }

    func confirm(_ dialogue: Dialogue) async throws(PromptError) {
        do throws(PromptError) {
            _ = try await ask(dialogue, .confirm(typed: dialogue.mustBeTyped ? "yes" : nil))
        } catch {
            try await other(after: error).confirm(dialogue)
        }
    }

    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        do throws(PromptError) {
            let answer = try await ask(dialogue, .secret(label: dialogue.secretLabel), mistake: mistake)
            guard let secret = answer.secret else { throw .interrupted("it sent no passcode") }
            return secret
        } catch {
            return try await other(after: error).passcode(dialogue, mistake: mistake)
        }
    }

    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        do throws(PromptError) {
            let answer = try await ask(dialogue, .line(label: label), mistake: mistake).answer
            guard case .typed(let text) = answer else { throw .interrupted("it sent no line") }
            return text
        } catch {
            return try await other(after: error).line(dialogue, label: label, mistake: mistake)
        }
    }

    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice {
        do throws(PromptError) {
            return try await ask(dialogue, .choose(otherwise: VisibleText.of(otherwise))).answer == .otherwise
                ? .otherwise : .agreed
        } catch {
            return try await other(after: error).choose(dialogue, otherwise: otherwise)
        }
    }

    func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int {
        do throws(PromptError) {
            let answer = try await ask(dialogue, .select(options.map(\.forWindow))).answer
            guard case .selected(let position) = answer else { throw .interrupted("it selected nothing") }
            return position
        } catch {
            return try await other(after: error).select(dialogue, from: options)
        }
    }

    func tell(_ dialogue: Dialogue) async throws(PromptError) {
        do throws(PromptError) {
            _ = try await ask(dialogue, .tell)
        } catch {
            try await other(after: error).tell(dialogue)
        }
    }

    func passcodeIsDone() async {
        _ = try? await DedicatedThread.run { () throws(PromptError) in try state.finish() }
    }

    // MARK: asking

    private func ask(
        _ dialogue: Dialogue, _ form: WindowQuestion.Form, mistake: String? = nil
    ) async throws(PromptError) -> WindowSession.Answer {
        let answer = try await DedicatedThread.run { () throws(PromptError) in
            try state.ask(dialogue, form, mistake: mistake) { () throws(PromptError) in
                try WindowSession.start(program, environment: environment, limits: limits)
            }
        }
        switch answer.answer {
        case .refused: throw .refused
        case .timedOut: throw .timedOut
        case .agreed, .otherwise, .selected, .typed, .secret: return answer
        }
    }

    /// The prompt that asks after a failure of the window. Throws any other `error`, which is an answer.
    private func other(after error: PromptError) throws(PromptError) -> any Prompt {
        let reason: String
        switch error {
        case .refused, .timedOut: throw error
        case .unavailable(let text), .interrupted(let text): reason = text
        }
        if state.fail() {
            let next = then == nil ? "Nothing else can ask here." : "You are asked in another way."
            report("The window \(program) failed, so nothing was agreed to: \(VisibleText.of(reason)). \(next)")
        }
        guard let then else {
            throw .unavailable("the window \(program) failed (\(reason)), and this program does not run in a terminal")
        }
        return then
    }

    /// The window that runs, if one does.
    private final class State: Sendable {
        private struct Running: ~Copyable {
            var session: WindowSession?
            /// The question whose secret was wrong can be asked again in the same window.
            var last: (dialogue: Dialogue, form: WindowQuestion.Form)?
            var hasFailed = false
        }

        private let running = Mutex(Running())

        func ask(
            _ dialogue: Dialogue, _ form: WindowQuestion.Form, mistake: String?,
            starting start: () throws(PromptError) -> WindowSession
        ) throws(PromptError) -> WindowSession.Answer {
            let result = running.withLock { running -> Result<WindowSession.Answer, PromptError> in
                Result { () throws(PromptError) in
                    guard !running.hasFailed else { throw .unavailable("it failed before") }
                    // A thread that asks waits for the answer here: one question at a time.
                    var session: WindowSession
                    if let open = running.session.take() { session = open } else { session = try start() }
                    let isAgain = running.last?.dialogue == dialogue && running.last?.form == form
                    running.last = if case .secret = form { (dialogue, form) } else { nil }
                    let answer: WindowSession.Answer
                    if let mistake, isAgain {
                        answer = try session.askAgain(form, mistake: VisibleText.of(mistake))
                    } else {
                        answer = try session.ask(WindowQuestion(dialogue, form, mistake: mistake))
                    }
                    running.session = consume session
                    return answer
                }
            }
            return try result.get()
        }

        func finish() throws(PromptError) {
            let result = running.withLock { running -> Result<Void, PromptError> in
                running.last = nil
                guard var session = running.session.take() else { return .success(()) }
                let result = Result { () throws(PromptError) in try session.finish() }
                if case .success = result { running.session = consume session }
                return result
            }
            try result.get()
        }

        /// Notes that the window does not work. Returns whether that is new.
        func fail() -> Bool {
            running.withLock { running in
                defer { running.hasFailed = true }
                return !running.hasFailed
            }
        }
    }
}

extension WindowQuestion {
    /// A dialogue as a window shows it. Nothing in its texts is invisible (S1).
    init(_ dialogue: Dialogue, _ form: Form, mistake: String?) {
        self.init(
            id: 0, nonce: "", form: form, title: VisibleText.of(dialogue.title),
            content: (dialogue.content ?? DialogueContent(pages: dialogue.pages)).visible,
            agree: VisibleText.of(dialogue.agree), refuse: VisibleText.of(dialogue.refuse),
            mistake: mistake.map(VisibleText.of), seconds: 0)
    }
}

extension DialogueContent {
    /// The content of pages that were made without it.
    fileprivate init(pages: [String]) {
        let practice = "PRACTICE"
        self.init(
            subject: .question, isPractice: pages.contains { $0.hasPrefix(practice) },
            groups: pages.map { [DialogueParagraph(.text, [.own($0)])] })
    }

    fileprivate var visible: DialogueContent {
        DialogueContent(
            subject: subject, isPractice: isPractice, heading: heading.map(\.visible),
            groups: groups.map { $0.map(\.visible) })
    }
}

extension DialogueParagraph {
    fileprivate var visible: DialogueParagraph {
        DialogueParagraph(
            role,
            runs.map { run in
                switch run {
                case .own(let text): .own(VisibleText.of(text))
                case .amount(let text): .amount(VisibleText.of(text))
                case .address(let text): .address(VisibleText.of(text))
                case .quoted(let text): .quoted(VisibleText.of(text))
                }
            })
    }
}

extension PromptOption {
    /// The option as a row: a name with a line end must not look like two.
    fileprivate var forWindow: WindowOption {
        let details = [detail, takes.map { "takes the payment \($0)" }].compactMap(\.self)
        return WindowOption(
            label: Self.line(label), detail: details.isEmpty ? nil : Self.line(details.joined(separator: "; ")),
            icon: icon)
    }

    private static func line(_ text: String) -> String { VisibleText.of(ForeignText(text.utf8, limit: 1_000).text) }

    private var icon: String? {
        switch picture {
        case .ours: "schemerouter"
        case .program(let entry):
            DesktopEntry.read(entry)?.icon.flatMap {
                $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x2F } ? $0 : nil
            }
        case nil: nil
        }
    }
}
