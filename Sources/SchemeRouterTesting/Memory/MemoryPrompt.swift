import RouterSecrets
import SchemeRouter
import Synchronization

/// A person whose answers are known beforehand. Records what they were shown.
public final class MemoryPrompt: Prompt {
    /// The person's answer to one dialogue. An answer that does not fit the dialogue refuses.
    public enum Answer: Sendable {
        /// Agrees.
        case agree
        /// Chooses the alternative.
        case otherwise
        /// Types a passcode or an amount.
        case type(String)
        /// Chooses the option at this position, from 0.
        case pick(Int)
        case fail(PromptError)
    }

    private struct State {
        var answers: [Answer]
        var shown: [Dialogue] = []
        var mistakes: [String] = []
        var options: [[PromptOption]] = []
        var told: [Dialogue] = []
        var tellFails: PromptError?
        var whileSelecting: @Sendable () -> Void = {}
    }

    private let state: Mutex<State>
    public let columns: Int
    /// The passcode to type if there is no next answer; nil for a person who then refuses.
    private let passcode: String?

    /// A person who gives some answers, and then refuses everything.
    /// - Parameters:
    ///   - answers: the answers, in order.
    ///   - columns: the width of a page.
    public convenience init(_ answers: [Answer], columns: Int = 60) {
        self.init(answers, columns: columns, passcode: nil)
    }

    private init(_ answers: [Answer], columns: Int, passcode: String?) {
        state = Mutex(State(answers: answers))
        (self.passcode, self.columns) = (passcode, columns)
    }

    /// A person who agrees to everything, and types this passcode.
    public static func agreeing(passcode: String = "passcode") -> MemoryPrompt {
        MemoryPrompt([], columns: 60, passcode: passcode)
    }

    /// The dialogues that needed an answer.
    public var shown: [Dialogue] { state.withLock { $0.shown } }
    /// The mistakes that were reported to the person.
    public var mistakes: [String] { state.withLock { $0.mistakes } }
    /// Why no message can be shown; nil if each can.
    public var tellFails: PromptError? {
        get { state.withLock { $0.tellFails } }
        set { state.withLock { $0.tellFails = newValue } }
    }
    /// What happens elsewhere before the person chooses an option.
    public var whileSelecting: @Sendable () -> Void {
        get { state.withLock { $0.whileSelecting } }
        set { state.withLock { $0.whileSelecting = newValue } }
    }
    /// What could be chosen, for each question with options.
    public var options: [[PromptOption]] { state.withLock { $0.options } }
    /// The messages to the person.
    public var told: [Dialogue] { state.withLock { $0.told } }

    private func next(_ dialogue: Dialogue, _ mistake: String? = nil, usual: Answer) throws(PromptError) -> Answer {
        let answer: Answer = state.withLock { state in
            state.shown.append(dialogue)
            if let mistake { state.mistakes.append(mistake) }
            guard state.answers.isEmpty else { return state.answers.removeFirst() }
            return passcode == nil ? .fail(.refused) : usual
        }
        if case .fail(let error) = answer { throw error }
        return answer
    }

    /// Agrees if that is the next answer.
    public func confirm(_ dialogue: Dialogue) async throws(PromptError) {
        guard case .agree = try next(dialogue, usual: .agree) else { throw .refused }
    }

    /// Types the next answer.
    public func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        guard case .type(let text) = try next(dialogue, mistake, usual: .type(passcode ?? "")) else { throw .refused }
        return Secret(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
    }

    /// Types the next answer.
    public func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        guard case .type(let text) = try next(dialogue, mistake, usual: .type("1")) else { throw .refused }
        return text
    }

    /// Makes the choice of the next answer.
    public func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice {
        switch try next(dialogue, usual: .agree) {
        case .agree: return .agreed
        case .otherwise: return .otherwise
        default: throw .refused
        }
    }

    /// Chooses the option of the next answer.
    public func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int {
        state.withLock { $0.options.append(options) }
        whileSelecting()
        guard case .pick(let position) = try next(dialogue, usual: .pick(0)), options.indices.contains(position) else {
            throw .refused
        }
        return position
    }

    /// Records the dialogue.
    public func tell(_ dialogue: Dialogue) async throws(PromptError) {
        if let tellFails { throw tellFails }
        state.withLock { $0.told.append(dialogue) }
    }
}
