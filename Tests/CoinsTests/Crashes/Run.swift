import JournalConformance
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Synchronization

/// A start of the program under way. Every effect passes through it, so that it can end before any of them: what the
/// engine does after that changes nothing, just as if there were no engine any more.
final class Run: Sendable {
    struct State: Sendable {
        var world: World
        var effects = 0
        var isDead = false
        /// Links that others open meanwhile, and what they are opened with.
        var links: (links: [String: ReadLink], services: Services)?
    }

    let start: Start
    let state: Mutex<State>
    let journal: MemoryJournal
    let gate = ModelGate()

    init(_ world: World, _ start: Start) {
        self.start = start
        state = Mutex(State(world: world))
        journal = MemoryJournal(world.journal)
    }

    var links: (links: [String: ReadLink], services: Services)? {
        get { state.withLock { $0.links } }
        set { state.withLock { $0.links = newValue } }
    }

    var world: World { state.withLock { $0.world } }
    var isDead: Bool { state.withLock { $0.isDead } }

    /// Changes the world, unless the program ended before.
    /// - Returns: nil after the end.
    func effect<Value>(_ body: (inout World) -> Value) -> Value? {
        state.withLock { state in
            state.effects += 1
            if state.effects == start.crash { state.isDead = true }
            return state.isDead ? nil : body(&state.world)
        }
    }

    /// Changes what the person knows, which is no effect of the program.
    func finish(_ body: (inout World) -> Void) {
        state.withLock { if !$0.isDead { body(&$0.world) } }
    }

    func end() -> (World, crashed: Bool) {
        state.withLock { state in
            state.links = nil
            state.world.journal = journal.contents
            // Far enough from the last start that nobody is taken for a flood or a double click.
            state.world.now += 61
            state.world.crashes += state.isDead ? 1 : 0
            return (state.world, state.isDead)
        }
    }

    /// What others try while this start waits for somebody: they are told that it is busy, and nothing comes of it.
    func intrude() async {
        guard start.person == .sends, start.network == .answers, start.crash == nil,
            let links = state.withLock({ $0.links })
        else { return }
        let before = journal.contents
        for (_, link) in links.links {
            let outcome = await LinkExecution(services: links.services).run(link).outcome
            guard case .failed(let error) = outcome, error.code == .busy, journal.contents == before else {
                finish { $0.mishaps.append("two links at once: \(outcome)") }
                return
            }
        }
    }

    func services() -> Services {
        let now = world.now
        return Services(
            networks: FakeNetworks(chain: ModelChain(run: self)), keyring: ModelKeyring(run: self),
            journal: ModelJournal(run: self), prompt: ModelPerson(run: self), gate: gate, launcher: ModelApp(run: self),
            receivers: MemoryReceivers.demo(["myapp": KnownReceiver(.demo)]), bindings: MemoryBindings(), servers: nil,
            notifier: MemoryNotifier(isPatient: false), settings: Settings(), now: { now })
    }
}

/// A gate for one at a time.
final class ModelGate: PromptGate {
    private final class Pass: Sendable {}
    private struct Weak {
        weak var pass: Pass?
    }
    private let pass = Mutex(Weak())

    func enter() throws(ServiceError) -> (any AnyObject & Sendable)? {
        pass.withLock { held in
            guard held.pass == nil else { return nil }
            let new = Pass()
            held.pass = new
            return new
        }
    }
}

extension ServiceError {
    /// What a program that has ended does: nothing.
    static let dead = ServiceError(.cannotWrite, "The program has ended.")
}
