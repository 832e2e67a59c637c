import SchemeRouter
import Synchronization

/// A gate that knows whether its pass is still held.
final class WatchedGate: PromptGate {
    private final class Pass: Sendable {}
    private struct Weak {
        weak var pass: Pass?
    }
    private let pass = Mutex(Weak())

    var isTaken: Bool { pass.withLock { $0.pass != nil } }

    func enter() throws(ServiceError) -> (any AnyObject & Sendable)? {
        let new = Pass()
        pass.withLock { $0.pass = new }
        return new
    }
}

/// Agrees to everything, and notes whether the gate was held meanwhile.
final class WatchingPrompt: Prompt {
    let gate: WatchedGate
    let seen = Mutex<[String]>([])

    init(gate: WatchedGate) {
        self.gate = gate
    }

    private func note(_ dialogue: String) {
        let isTaken = gate.isTaken
        seen.withLock { $0.append("\(dialogue) \(isTaken)") }
    }

    func confirm(_ dialogue: Dialogue) async throws(PromptError) { note("confirm") }
    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret { throw .refused }
    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        throw .refused
    }
    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice { .agreed }
    func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int {
        note("select")
        return 0
    }
    func tell(_ dialogue: Dialogue) async throws(PromptError) { note("tell") }
}
