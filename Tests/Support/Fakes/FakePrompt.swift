import RouterSecrets
import SchemeRouter
import Synchronization

/// A prompt whose answers are given beforehand; it keeps what it was asked to show.
public final class FakePrompt: Prompt {
    public enum Answer: Sendable {
        case agree
        case otherwise
        case type(String)
        /// Takes the option at this position.
        case pick(Int)
        case fail(PromptError)
    }

    public struct State: Sendable {
        public var answers: [Answer]
        public var shown: [Dialogue] = []
        public var mistakes: [String] = []
        /// What could be taken, for each question with options.
        public var options: [[PromptOption]] = []
        /// What happens elsewhere while the person chooses.
        public var whileSelecting: (@Sendable () -> Void)?
        public var told: [Dialogue] = []
        public var tellFails: PromptError?
    }

    public let state: Mutex<State>
    public let columns: Int

    public init(_ answers: [Answer], columns: Int = 60) {
        self.columns = columns
        state = Mutex(State(answers: answers))
    }

    public var shown: [Dialogue] { state.withLock { $0.shown } }
    public var told: [Dialogue] { state.withLock { $0.told } }
    public var options: [[PromptOption]] { state.withLock { $0.options } }
    public var mistakes: [String] { state.withLock { $0.mistakes } }

    private func next(_ dialogue: Dialogue, _ mistake: String?) throws(PromptError) -> Answer {
        let answer = state.withLock { state in
            state.shown.append(dialogue)
            if let mistake { state.mistakes.append(mistake) }
            return state.answers.isEmpty ? Answer.fail(.refused) : state.answers.removeFirst()
        }
        if case .fail(let error) = answer { throw error }
        return answer
    }

    public func confirm(_ dialogue: Dialogue) async throws(PromptError) {
        guard case .agree = try next(dialogue, nil) else { throw .refused }
    }

    public func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        guard case .type(let text) = try next(dialogue, mistake) else { throw .refused }
        return Secret(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
    }

    public func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        guard case .type(let text) = try next(dialogue, mistake) else { throw .refused }
        return text
    }

    public func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice {
        switch try next(dialogue, nil) {
        case .agree: return .agreed
        case .otherwise: return .otherwise
        default: throw .refused
        }
    }

    public func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int {
        let elsewhere = state.withLock { state in
            state.options.append(options)
            return state.whileSelecting
        }
        elsewhere?()
        guard case .pick(let position) = try next(dialogue, nil), options.indices.contains(position) else {
            throw .refused
        }
        return position
    }

    public func tell(_ dialogue: Dialogue) async throws(PromptError) {
        let failure = state.withLock { state in
            if state.tellFails == nil { state.told.append(dialogue) }
            return state.tellFails
        }
        if let failure { throw failure }
    }
}
