import SchemeRouter
import Synchronization

/// Lets one link at a time ask the person, in one process.
public final class MemoryGate: PromptGate {
    private let isTaken = Mutex(false)

    /// Opens the gate when the last reference to it ends.
    private final class Pass: Sendable {
        let gate: MemoryGate

        init(_ gate: MemoryGate) { self.gate = gate }

        deinit { gate.isTaken.withLock { $0 = false } }
    }

    /// An open gate.
    public init() {}

    /// A pass, if nobody else has one.
    public func enter() throws(ServiceError) -> (any AnyObject & Sendable)? {
        let mayEnter = isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
        return mayEnter ? Pass(self) : nil
    }
}

/// Remembers which programs received answers.
public final class MemoryReceivers: ReceiverMemory {
    private let known: Mutex<[String: KnownReceiver]>

    /// A memory of these programs, by the schemes of senders in lower case.
    public init(_ known: [String: KnownReceiver] = [:]) {
        self.known = Mutex(known)
    }

    /// The program that last received an answer of `sender`; nil if none did.
    public func remembered(_ sender: String) throws(ServiceError) -> KnownReceiver? { known.withLock { $0[sender] } }

    /// Remembers it.
    public func remember(_ program: KnownReceiver, for sender: String) throws(ServiceError) {
        known.withLock { $0[sender] = program }
    }
}

/// Remembers which users of dapps are which accounts.
public final class MemoryBindings: BindingMemory {
    private let known: Mutex<[DappBinding]>

    /// A memory of these.
    public init(_ known: [DappBinding] = []) {
        self.known = Mutex(known)
    }

    /// All that is known of a dapp.
    public func bindings(of appKey: String) throws(ServiceError) -> [DappBinding] {
        known.withLock { $0.filter { $0.appKey == appKey } }
    }

    /// Remembers it.
    public func remember(_ binding: DappBinding) throws(ServiceError) { known.withLock { $0.append(binding) } }
}

/// Keeps the messages that nobody has to answer.
public final class MemoryNotifier: Notifier {
    private let texts = Mutex<[String]>([])

    /// No messages.
    public init() {}

    /// The texts, oldest first.
    public var shown: [String] { texts.withLock { $0 } }

    /// Keeps the text.
    public func notify(title: String, text: String) -> Bool {
        texts.withLock { $0.append(text) }
        return true
    }

    /// Always: nothing here floods anybody.
    public func mayInterrupt() -> Bool { true }
    /// Nothing is to be taken back.
    public func didNotInterrupt() {}
}

/// Keeps what the person decided about other wallets.
public final class MemoryHandOverRules: HandOverRules {
    private let known = Mutex<[HandOverRule]>([])

    /// No rules.
    public init() {}

    /// The rules, newest first.
    public var rules: [HandOverRule] { known.withLock { $0 } }

    /// The rule in a few words.
    public func line(for rule: HandOverRule) -> String { "\(rule.scheme ?? "any scheme") → \(rule.target)" }

    /// Remembers it.
    public func remember(_ rule: HandOverRule) throws(ServiceError) -> String {
        known.withLock { rules in
            rules.insert(rule, at: 0)
            return "memory:\(rules.count)"
        }
    }
}
