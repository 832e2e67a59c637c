import SchemeRouter
import Synchronization

/// Lets one link at a time ask the person, within one process.
public final class MemoryGate: PromptGate {
    private let isTaken: Mutex<Bool>

    /// Opens the gate when its last reference is released.
    private final class Pass: Sendable {
        let gate: MemoryGate

        init(_ gate: MemoryGate) { self.gate = gate }

        deinit { gate.isTaken.withLock { $0 = false } }
    }

    /// An open gate, or one that another link never leaves.
    public init(isOpen: Bool = true) {
        isTaken = Mutex(!isOpen)
    }

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
    private let receivers: Mutex<[String: KnownReceiver]>
    private let agreed = Mutex<[Int64: AgreedReceiver]>([:])
    private let earlier: AgreedReceiver?

    /// A memory of programs.
    /// - Parameters:
    ///   - known: the programs, by the senders' schemes in lower case.
    ///   - earlier: the program that the person agreed to for entries that another memory recorded.
    public init(_ known: [String: KnownReceiver] = [:], agreed earlier: AgreedReceiver? = nil) {
        receivers = Mutex(known)
        self.earlier = earlier
    }

    /// The programs that last received replies, by the senders' schemes.
    public var known: [String: KnownReceiver] { receivers.withLock { $0 } }

    /// The programs that the person agreed to, by the numbers of the journal's entries.
    public var agreements: [Int64: AgreedReceiver] { agreed.withLock { $0 } }

    public func remembered(_ sender: String) throws(ServiceError) -> KnownReceiver? { known[sender] }

    public func remember(_ program: KnownReceiver, for sender: String) throws(ServiceError) {
        receivers.withLock { $0[sender] = program }
    }

    public func agreed(_ entry: Int64) throws(ServiceError) -> AgreedReceiver? { agreements[entry] ?? earlier }

    public func agree(to program: AgreedReceiver, of entry: Int64) throws(ServiceError) {
        agreed.withLock { $0[entry] = program }
    }
}

/// Remembers the accounts of dapps' users.
public final class MemoryBindings: BindingMemory {
    private let bindings: Mutex<[DappBinding]>

    public init(_ known: [DappBinding] = []) {
        bindings = Mutex(known)
    }

    /// All of them, oldest first.
    public var known: [DappBinding] { bindings.withLock { $0 } }

    public func bindings(of appKey: String) throws(ServiceError) -> [DappBinding] {
        known.filter { $0.appKey == appKey }
    }

    public func remember(_ binding: DappBinding) throws(ServiceError) { bindings.withLock { $0.append(binding) } }
}

/// Records the notifications.
public final class MemoryNotifier: Notifier {
    private let texts = Mutex<[String]>([])
    private let returned = Mutex(0)
    private let isPatient: Bool
    private let hasDesktop: Bool

    /// A notifier without notifications.
    /// - Parameters:
    ///   - isPatient: whether the person may still be interrupted.
    ///   - hasDesktop: whether a desktop shows notifications.
    public init(isPatient: Bool = true, hasDesktop: Bool = true) {
        self.isPatient = isPatient
        self.hasDesktop = hasDesktop
    }

    /// The titles, each with its text in the next lines, oldest first.
    public var shown: [String] { texts.withLock { $0 } }

    /// How often nobody was interrupted although they might have been.
    public var givenBack: Int { returned.withLock { $0 } }

    public func notify(title: String, text: String) -> Bool {
        guard hasDesktop else { return false }
        texts.withLock { $0.append("\(title)\n\(text)") }
        return true
    }

    public func mayInterrupt() -> Bool { isPatient }
    public func didNotInterrupt() { returned.withLock { $0 += 1 } }
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
