import SchemeRouter
import Synchronization

/// Lets one link at a time ask the person, within one process.
public final class MemoryGate: PromptGate {
    private let isTaken = Mutex(false)

    /// Opens the gate when its last reference is released.
    private final class Pass: Sendable {
        let gate: MemoryGate

        init(_ gate: MemoryGate) { self.gate = gate }

        deinit { gate.isTaken.withLock { $0 = false } }
    }

    /// An open gate.
    public init() {}

    /// A pass, unless another link has one.
    public func enter() throws(ServiceError) -> (any AnyObject & Sendable)? {
        let mayEnter = isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
        return mayEnter ? Pass(self) : nil
    }
}

/// Remembers which programs received replies.
public final class MemoryReceivers: ReceiverMemory {
    private let known: Mutex<[String: KnownReceiver]>
    private let agreements = Mutex<[Int64: AgreedReceiver]>([:])

    /// A memory of these programs, by the senders' schemes in lower case.
    public init(_ known: [String: KnownReceiver] = [:]) {
        self.known = Mutex(known)
    }

    /// The program that last received a reply for `sender`; nil if none did.
    public func remembered(_ sender: String) throws(ServiceError) -> KnownReceiver? { known.withLock { $0[sender] } }

    /// Remembers the program.
    public func remember(_ program: KnownReceiver, for sender: String) throws(ServiceError) {
        known.withLock { $0[sender] = program }
    }

    /// The program that the person agreed to for an entry of the journal.
    public func agreed(_ entry: Int64) throws(ServiceError) -> AgreedReceiver? { agreements.withLock { $0[entry] } }

    /// Records the program that the person agreed to.
    public func agree(to program: AgreedReceiver, of entry: Int64) throws(ServiceError) {
        agreements.withLock { $0[entry] = program }
    }
}

/// Remembers the accounts of dapps' users.
public final class MemoryBindings: BindingMemory {
    private let known: Mutex<[DappBinding]>

    /// A memory of these bindings.
    public init(_ known: [DappBinding] = []) {
        self.known = Mutex(known)
    }

    /// All bindings of a dapp.
    public func bindings(of appKey: String) throws(ServiceError) -> [DappBinding] {
        known.withLock { $0.filter { $0.appKey == appKey } }
    }

    /// Remembers the binding.
    public func remember(_ binding: DappBinding) throws(ServiceError) { known.withLock { $0.append(binding) } }
}

/// Records the notifications.
public final class MemoryNotifier: Notifier {
    private let texts = Mutex<[String]>([])

    /// A notifier without notifications.
    public init() {}

    /// The texts, oldest first.
    public var shown: [String] { texts.withLock { $0 } }

    /// Records the text.
    public func notify(title: String, text: String) -> Bool {
        texts.withLock { $0.append(text) }
        return true
    }

    /// Always true: nothing here floods the person.
    public func mayInterrupt() -> Bool { true }
    /// Does nothing.
    public func didNotInterrupt() {}
}

/// Records the person's decisions about other wallets.
public final class MemoryHandOverRules: HandOverRules {
    private let known = Mutex<[HandOverRule]>([])

    /// No rules.
    public init() {}

    /// The rules, newest first.
    public var rules: [HandOverRule] { known.withLock { $0 } }

    /// The rule in a few words.
    public func line(for rule: HandOverRule) -> String { "\(rule.scheme ?? "any scheme") → \(rule.target)" }

    /// Remembers the rule.
    public func remember(_ rule: HandOverRule) throws(ServiceError) -> String {
        known.withLock { rules in
            rules.insert(rule, at: 0)
            return "memory:\(rules.count)"
        }
    }
}
