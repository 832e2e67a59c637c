import PostgresJournal
import SchemeRouter

/// Carries out the links of a queue, one after another, alongside any number of other workers.
public struct Worker: Sendable {
    /// The settings of a worker.
    public struct Policy: Sendable {
        /// Schemes of programs that get replies.
        public var senders: Set<String> = []
        /// Seconds that a person has to answer.
        public var patience = Int64(Dialogue.timeout)
        /// Seconds until a link that could not be finished is tried again.
        public var retry: Int64 = 30
        /// Seconds that a lease lasts without renewal.
        public var lease: Int64 = 15

        /// The defaults.
        public init() {}
    }

    private let database: Database
    private let gate: WalletGate
    private let clock: DatabaseClock
    private let wallet: String
    private let queue: LinkQueue
    private let router: Router
    private let networks: any NetworkDirectory
    private let keyring: any Keyring
    private let policy: Policy
    private let log: @Sendable (String) -> Void

    /// A worker. Its `database` must have the tables of ``Schema``.
    /// - Parameters:
    ///   - renewals: another connection to the same database.
    ///   - name: the holder's name on leases, for people. Workers may share a name.
    ///   - log: receives a line for each link that ended. It contains no text of the link.
    public init(
        _ database: Database, renewals: Database, wallet: String, name: String, router: Router,
        networks: any NetworkDirectory, keyring: any Keyring, policy: Policy, log: @escaping @Sendable (String) -> Void
    ) throws(ServiceError) {
        try Schema.check(database)
        // Creates the wallet's row.
        _ = try PostgresJournal(database, wallet: wallet)
        self.database = database
        clock = try DatabaseClock(database)
        gate = WalletGate(
            database, renewals: renewals, wallet: wallet, holder: name, seconds: policy.lease, clock: clock)
        self.wallet = wallet
        queue = LinkQueue(database, wallet: wallet)
        self.router = router
        self.networks = networks
        self.keyring = keyring
        self.policy = policy
        self.log = log
    }

    /// Works until the task is cancelled. Errors are logged, and the work is tried again.
    /// - Parameter untilEmpty: whether to end once the queue is empty.
    public func run(untilEmpty: Bool = false) async {
        while !Task.isCancelled {
            var hasWorked = false
            do throws(ServiceError) {
                if try queue.next() != nil { hasWorked = try await step() } else if untilEmpty { return }
            } catch {
                log("\(error.code.rawValue): \(error.message)")
            }
            if !hasWorked { try? await Task.sleep(for: .milliseconds(250)) }
        }
    }

    /// Carries out the next link. Returns false if none waits, or another worker has the wallet.
    public func step() async throws(ServiceError) -> Bool {
        guard let lease = try gate.take() else { return false }
        do throws(ServiceError) {
            // Only now can no other worker take it.
            let item = try queue.next()
            if let item { try await work(on: item, with: lease) }
            await lease.release()
            return item != nil
        } catch {
            await lease.release()
            throw error
        }
    }

    private func work(on item: LinkQueue.Item, with lease: Lease) async throws(ServiceError) {
        let journal = try PostgresJournal(database, wallet: wallet, lease: lease, link: item.id)
        if let number = item.entry {
            guard let entry = try journal.entry(number) else {
                // Whoever removed the entry knows the outcome. This program does not, and must not pay again.
                return try finish(item, "forgotten", "Its entry was removed from the journal.", lease)
            }
            // If a link failed before it was signed and its row has no outcome, nobody was told: people are asked
            // again.
            if entry.isOver, entry.end != .failed || entry.transaction != nil {
                return try finish(item, entry.end?.rawValue ?? "", entry.transaction?.id.hex, lease)
            }
        }
        let read: ReadLink
        do { read = try router.read(Array(item.link.utf8)) } catch {
            return try finish(item, "rejected", error.message, lease)
        }
        let result = await LinkExecution(services: services(journal, item, lease)).run(read, to: .here)
        try settle(item, result, journal, lease)
    }

    /// Records the outcome of a link from the journal, not from what this process believes.
    private func settle(
        _ item: LinkQueue.Item, _ result: LinkResult, _ journal: PostgresJournal, _ lease: Lease
    ) throws(ServiceError) {
        guard let now = try queue.item(item.id) else { return }
        let note = result.outcome.note
        guard let number = now.entry, let entry = try journal.entry(number) else {
            // It finished what another row with the same link had begun, or the obstacle was temporary: it will be
            // tried again.
            if result.entry != nil || result.outcome.isPassing { return try postpone(now, note, lease) }
            return try finish(now, result.outcome.isRejected ? "rejected" : "failed", note, lease)
        }
        if entry.isOver {
            // Nothing was signed, and the obstacle was the database: people are asked again.
            if entry.end == .failed, entry.transaction == nil, result.outcome.isPassing {
                return try postpone(now, anew: true, note, lease)
            }
            return try finish(now, entry.end?.rawValue ?? "", note ?? entry.transaction?.id.hex, lease)
        }
        try postpone(now, note, lease)
    }

    private func finish(_ item: LinkQueue.Item, _ outcome: String, _ note: String?, _ lease: Lease) throws(ServiceError)
    {
        try queue.finish(item, outcome, note, by: lease)
        log("link \(item.id): \(outcome)")
    }

    private func postpone(
        _ item: LinkQueue.Item, anew: Bool = false, _ note: String?, _ lease: Lease
    ) throws(ServiceError) {
        try queue.postpone(item, seconds: policy.retry, anew: anew, note, by: lease)
        log("link \(item.id): not finished, tried again in \(policy.retry) seconds\(note.map { ": \($0)" } ?? "")")
    }

    private func services(_ journal: PostgresJournal, _ item: LinkQueue.Item, _ lease: Lease) -> Services {
        let replies = ReplyTable(lease: lease, schemes: policy.senders)
        return Services(
            networks: networks, keyring: keyring, journal: journal,
            prompt: QuestionPrompt(database: database, lease: lease, link: item.id, patience: policy.patience),
            gate: lease, launcher: replies, receivers: replies, bindings: Nothing(), servers: nil, notifier: Nothing(),
            tally: Nothing(), settings: Settings(practiceSenders: policy.senders), now: { [clock] in clock.now })
    }
}

extension JournalEntry {
    /// Whether it is finished. What a crash interrupted starts again.
    fileprivate var isOver: Bool { end != nil && end != .interrupted && !isUndecided }
}

extension Outcome {
    /// Why it came to nothing, for people; nil if it did not.
    fileprivate var note: String? {
        switch self {
        case .failed(let error), .unknown(_, let error): error.message
        case .rejected(let error): error.message
        default: nil
        }
    }

    fileprivate var isRejected: Bool { if case .rejected = self { true } else { false } }

    /// Whether this server was the obstacle, so that the link can be tried again.
    fileprivate var isPassing: Bool {
        guard case .failed(let error) = self else { return false }
        return [.cannotWrite, .answerUnknown, .busy, .noPrompt, .tooManyRefusals].contains(error.code)
    }
}
