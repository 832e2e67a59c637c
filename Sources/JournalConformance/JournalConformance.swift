import SchemeRouter

/// Tests whether a journal keeps the promises of `Journal` (S6).
///
///     @Test func journal() async throws {
///         try await JournalConformance { let path = newPath(); return { try MyJournal(path: path) } }.run()
///     }
///
/// It needs no test framework: it throws flaws, with the steps up to them.
public struct JournalConformance: Sendable {
    /// Opens the same store each time it is called.
    public typealias Opening = @Sendable () throws -> any Journal

    let newStore: @Sendable () throws -> Opening

    /// A test of journals.
    /// - Parameter newStore: creates an empty store and returns how to open it. What one opening recorded must be there
    ///   in another, as when a program ends and starts again.
    public init(_ newStore: @escaping @Sendable () throws -> Opening) {
        self.newStore = newStore
    }

    /// Runs every check. Creates several hundred entries.
    ///
    /// Throws ``JournalFlaw``, or whatever the journal throws unexpectedly.
    public func run() async throws {
        try checkEverySequence()
        try checkReservation()
        try checkSameLink()
        try checkForgetting()
        try checkFollowing()
        try await checkConcurrency()
    }

    /// After each part of a successful sequence, the journal accepts or refuses every step as one in memory does, and
    /// has the same entries, even after reopening.
    func checkEverySequence() throws {
        let open = try newStore()
        let journal = try open()
        let model = MemoryJournal()
        var time: UnixTime = 1_000
        let ways = try Action.allCases.map { ($0, try JournalSamples.validSteps(of: $0)) }
        for (action, validSteps) in ways + [(.payment, JournalSamples.handOver)] {
            let all = validSteps + (try JournalSamples.steps.filter { !validSteps.contains($0) })
            for taken in 0...validSteps.count {
                let steps = validSteps[..<taken]
                func begin() throws -> Int64 {
                    let request = JournalSamples.request(
                        action, fingerprint: "\(action) \(time)", bumps: taken == 1 ? time : nil)
                    let entry = try journal.begin(request, at: time)
                    guard try entry == model.begin(request, at: time) else {
                        throw JournalFlaw("An entry does not receive the next number.")
                    }
                    return entry
                }
                func take(_ steps: some Sequence<JournalStep>, _ entry: Int64) throws {
                    for step in steps {
                        time += 1
                        try compare(journal, model, step, entry, time)
                    }
                }
                /// Lets the next entry spend the same UTXOs.
                func release(_ entry: Int64) throws {
                    if try model.undecidedPayments().contains(where: { $0.id == entry }) {
                        try take([.ended(.failed)], entry)
                    }
                }
                let entry = try begin()
                try take(steps, entry)
                let state = try model.newest(1).first
                let allowed = all.filter { state?.allows($0) == true }
                try take(all.filter { !allowed.contains($0) }, entry)
                try release(entry)
                for step in allowed {
                    let entry = try begin()
                    try take(steps + [step], entry)
                    // Steps after an end, accepted or not.
                    if case .ended = step { try take(all, entry) }
                    try release(entry)
                }
            }
        }
        try compare(journal, model, "after all steps")
        try compare(try open(), model, "opened again")
        guard try open().entries(changedSince: time - 50) == model.entries(changedSince: time - 50) else {
            throw JournalFlaw("entries(changedSince:) returns wrong entries.")
        }
        guard (try? journal.note(.ended(.refused), of: 1_000_000, at: time)) == nil else {
            throw JournalFlaw("A step of an entry that does not exist is accepted.")
        }
    }

    /// The UTXOs of an undecided payment cannot be spent by another signature on its network, but can be on another
    /// network, and afterwards.
    func checkReservation() throws {
        let open = try newStore()
        let model = MemoryJournal()
        for end in [JournalStep.ended(.failed), .ended(.dropped), .sent] {
            var numbers: [Int64] = []
            for (link, chain) in [
                ("a", JournalSamples.chain), ("b", JournalSamples.chain), ("c", JournalSamples.practice),
            ] {
                let request = JournalSamples.request(.payment, on: chain, fingerprint: "\(end) \(link)")
                numbers.append(try open().begin(request, at: 1))
                _ = try model.begin(request, at: 1)
                try compare(try open(), model, try JournalSamples.approval(.payment), numbers.last ?? 0, 2)
            }
            let overlapping = try JournalSamples.signature(spending: [1, 2])
            try compare(try open(), model, try JournalSamples.signature(spending: [2, 3]), numbers[0], 3)
            try compare(try open(), model, overlapping, numbers[1], 3)
            try compare(try open(), model, overlapping, numbers[2], 3)
            try compare(try open(), model, .ended(.unknown), numbers[0], 4)
            try compare(try open(), model, overlapping, numbers[1], 4)
            try compare(try open(), model, end, numbers[0], 5)
            try compare(try open(), model, overlapping, numbers[1], 6)
            for number in numbers { try compare(try open(), model, .ended(.failed), number, 7) }
            try compare(try open(), model, "after \(end)")
        }
    }

    /// While a payment is undecided, its link cannot be signed again, whatever UTXOs that would spend.
    func checkSameLink() throws {
        let (journal, model) = (try newStore()(), MemoryJournal())
        let request = JournalSamples.request(.payment, fingerprint: "twice")
        for number: UInt32 in 1...2 {
            let entry = try journal.begin(request, at: 1)
            _ = try model.begin(request, at: 1)
            try compare(journal, model, try JournalSamples.approval(.payment), entry, 2)
            try compare(journal, model, try JournalSamples.signature(spending: [number]), entry, 3)
        }
        guard try journal.undecidedPayments().count == 1 else { throw JournalFlaw("A link is paid twice.") }
        try compare(journal, model, "after two payments of a link")
    }

    /// Unfinished entries are never forgotten, and the number of a forgotten entry is never reused.
    func checkForgetting() throws {
        let open = try newStore()
        let (journal, model) = (try open(), MemoryJournal())
        let steps = try JournalSamples.validSteps(of: .payment)
        for length in 0...steps.count {
            for end in [nil, JournalEnd.unknown, .failed, .refused, .done, .interrupted, .dropped] {
                let request = JournalSamples.request(.payment, fingerprint: "\(length) \(String(describing: end))")
                let entry = try journal.begin(request, at: UnixTime(length))
                _ = try model.begin(request, at: UnixTime(length))
                let inputs = [UInt32(entry)]
                for step in steps[..<length] {
                    var step = step
                    if case .signed = step { step = try JournalSamples.signature(spending: inputs) }
                    try compare(journal, model, step, entry, UnixTime(length))
                }
                if let end { try compare(journal, model, .ended(end), entry, UnixTime(length)) }
            }
        }
        for time: UnixTime in [0, 2, 4, 100] {
            try compareForgetting(open, model, before: time)
        }
        let request = JournalSamples.request(.address, fingerprint: "new")
        guard try journal.begin(request, at: 101) == model.begin(request, at: 101) else {
            throw JournalFlaw("The number of a forgotten entry is reused.")
        }
    }

    /// A payment is followed until it is settled, however old it is. A payment that was given up is remembered until
    /// another valid one spends one of its UTXOs, or it was sent after all.
    func checkFollowing() throws {
        let open = try newStore()
        let model = MemoryJournal()
        func pay(_ link: String, on chain: ChainID, spending outputs: [UInt32], _ steps: JournalStep...) throws -> Int64
        {
            let request = JournalSamples.request(.payment, on: chain, fingerprint: link)
            let entry = try open().begin(request, at: 1)
            _ = try model.begin(request, at: 1)
            let all = [try JournalSamples.approval(.payment), try JournalSamples.signature(spending: outputs)] + steps
            for step in all { try compare(try open(), model, step, entry, 2) }
            try compare(try open(), model, "after “\(link)”")
            return entry
        }
        for settlement in Settlement.allCases {
            let entry = try pay("followed", on: JournalSamples.chain, spending: [100], .sent, .ended(.done))
            try compareForgetting(open, model, before: 50)
            try compare(try open(), model, .settled(settlement), entry, 3)
            try compareForgetting(open, model, before: 50)
        }
        _ = try pay("practice", on: JournalSamples.practice, spending: [1], .sent, .ended(.done))
        for end in [JournalEnd.failed, .dropped] {
            let first = try pay("given up", on: JournalSamples.chain, spending: [1, 2], .ended(end))
            let second = try pay("again", on: JournalSamples.chain, spending: [2, 3], .ended(end))
            _ = try pay("other UTXOs", on: JournalSamples.chain, spending: [4], .sent)
            _ = try pay("practice too", on: JournalSamples.practice, spending: [1, 2], .sent)
            let third = try pay("replaces the second", on: JournalSamples.chain, spending: [3])
            try compare(try open(), model, .ended(end), third, 4)
            try compare(try open(), model, "after giving up the third")
            try compare(try open(), model, .sent, first, 5)
            try compare(try open(), model, "after the first was sent after all")
            try compare(try open(), model, .sent, second, 6)
            try compare(try open(), model, "after both were sent after all")
            try compare(try open(), model, .sent, third, 7)
            try compare(try open(), model, "after all were sent")
        }
        // What took the money of one that was given up is final; if it was sent after all, it is followed again.
        let replaced = try pay("replaced", on: JournalSamples.chain, spending: [300], .ended(.dropped))
        for step in [JournalStep.settled(.replaced), .settled(.replaced), .sent] {
            try compare(try open(), model, step, replaced, 3)
            try compare(try open(), model, "after a step of a replaced payment")
        }
        // A payment that a node's wallet is asked to sign is undecided, and is signed once, with the same UTXOs.
        let request = JournalSamples.request(.payment, on: JournalSamples.chain, fingerprint: "asked")
        let asked = try open().begin(request, at: 1)
        _ = try model.begin(request, at: 1)
        let (first, other) = (try JournalSamples.outpoint(400), try JournalSamples.outpoint(401))
        let unsigned = SignedTransaction(id: first.transaction, bytes: [1])
        let preparation = JournalStep.prepared(unsigned, inputs: [first])
        let approval = try JournalSamples.approval(.payment)
        let right = JournalStep.signed(unsigned, inputs: [first])
        let wrong = JournalStep.signed(unsigned, inputs: [other])
        for step in [preparation, approval, preparation, preparation, wrong, right, right] {
            try compare(try open(), model, step, asked, 3)
            try compare(try open(), model, "after a step of a node's wallet")
        }
        try compare(try open(), model, .ended(.failed), asked, 4)
        // One that was given up is kept while another that spends the same is followed, and only then.
        for settlement in Settlement.allCases {
            _ = try pay("kept", on: JournalSamples.chain, spending: [200], .ended(.failed))
            _ = try pay("not kept", on: JournalSamples.chain, spending: [201], .ended(.failed))
            let guarding = try pay("keeps it", on: JournalSamples.chain, spending: [200], .sent, .ended(.done))
            try compareForgetting(open, model, before: 50)
            try compare(try open(), model, .settled(settlement), guarding, 3)
            try compareForgetting(open, model, before: 50)
        }
    }

    private func compareForgetting(_ open: Opening, _ model: MemoryJournal, before time: UnixTime) throws {
        guard try open().forget(before: time) == model.forget(before: time) else {
            throw JournalFlaw("forget(before: \(time)) removes the wrong number of entries.")
        }
        try compare(try open(), model, "after forget(before: \(time))")
    }

    /// If two processes try to spend one UTXO, pay one link, sign for one entry, or sign for an entry that the other
    /// ends, only one succeeds. And each new entry has its own number.
    func checkConcurrency() async throws {
        let open = try newStore()
        for round in 0..<8 {
            let rivals = try [open(), open()]
            func approved(_ journal: any Journal, _ link: String) throws -> Int64 {
                let request = JournalSamples.request(.payment, fingerprint: "\(round) \(link)")
                let entry = try journal.begin(request, at: 1)
                try journal.note(try JournalSamples.approval(.payment), of: entry, at: 2)
                return entry
            }
            let outputs = (0..<6).map { UInt32(round * 6 + $0) }
            func signature(_ output: Int) throws -> JournalStep {
                try JournalSamples.signature(spending: [outputs[output]])
            }
            let step = try signature(0)
            try await checkOne(
                "two payments that spend one UTXO", rivals,
                [(try approved(rivals[0], "a"), step), (try approved(rivals[1], "b"), step)])
            try await checkOne(
                "two payments of one link", rivals,
                [(try approved(rivals[0], "c"), try signature(1)), (try approved(rivals[1], "c"), try signature(2))])
            var entry = try approved(rivals[0], "d")
            try await checkOne(
                "two signatures for one entry", rivals, [(entry, try signature(3)), (entry, try signature(4))])
            entry = try approved(rivals[0], "e")
            try await checkOne(
                "a signature for an entry and its end", rivals,
                [(entry, try signature(5)), (entry, .ended(.interrupted))])
            let numbers = await withTaskGroup(of: Int64?.self) { group in
                for journal in rivals {
                    group.addTask {
                        try? journal.begin(JournalSamples.request(.payment, fingerprint: "\(round) f"), at: 1)
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            guard Set(numbers.compactMap(\.self)).count == 2 else {
                throw JournalFlaw("Two entries that are begun at once do not get two numbers.")
            }
        }
    }

    /// Lets two journals take a step at the same time.
    private func checkOne(
        _ what: String, _ rivals: [any Journal], _ steps: [(entry: Int64, step: JournalStep)]
    ) async throws {
        let won = await withTaskGroup(of: Bool.self) { group in
            for (journal, step) in zip(rivals, steps) {
                group.addTask { (try? journal.note(step.step, of: step.entry, at: 3)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        guard won == 1 else { throw JournalFlaw("Of \(what) at once, \(won) are recorded and not one.") }
    }
}

/// A broken promise of a journal.
public struct JournalFlaw: Error, CustomStringConvertible {
    /// What the journal does wrong.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension JournalConformance {
    /// Takes a step in both journals: both must accept it, or refuse it for the same reason.
    func compare(
        _ journal: any Journal, _ model: MemoryJournal, _ step: JournalStep, _ entry: Int64, _ time: UnixTime
    ) throws {
        let found = refusal { () throws(ServiceError) in try journal.note(step, of: entry, at: time) }
        let expected = refusal { () throws(ServiceError) in try model.note(step, of: entry, at: time) }
        guard found?.code == expected?.code else {
            let right = expected.map { "must be refused with “\($0.code.rawValue)”" } ?? "must be accepted"
            let wrong = found.map { "is refused with “\($0.code.rawValue)”: \($0.message)" } ?? "is accepted"
            throw JournalFlaw("The step \(step) of \(try state(of: entry, in: model)) \(right), but it \(wrong).")
        }
        guard try journal.newest(1) == model.newest(1) else {
            throw JournalFlaw("After the step \(step) the newest entry is \(try state(of: entry, in: journal)).")
        }
    }

    /// Compares everything that both journals return.
    func compare(_ journal: any Journal, _ model: MemoryJournal, _ when: String) throws {
        // Some that the samples spend or create, and some that they do not.
        let outputs =
            try [[], [1], [2, 3], [1_000_000]].map { try $0.map(JournalSamples.outpoint) }
            + [[JournalSamples.created], [JournalSamples.created, JournalSamples.outpoint(4)]]
        let differs = try [
            ("newest(_:)", journal.newest(10_000) != model.newest(10_000)),
            ("newest(2)", journal.newest(2) != model.newest(2)),
            ("undecidedPayments()", journal.undecidedPayments() != model.undecidedPayments()),
            ("unfinished()", journal.unfinished() != model.unfinished()),
            ("followedPayments()", journal.followedPayments() != model.followedPayments()),
            ("givenUpPayments()", journal.givenUpPayments() != model.givenUpPayments()),
            ("entry(_:)", Self.probes.contains { try journal.entry($0) != model.entry($0) }),
            ("bumps(of:)", Self.probes.contains { try journal.bumps(of: $0) != model.bumps(of: $0) }),
            ("payments(with:)", outputs.contains { try Self.payments($0, journal) != Self.payments($0, model) }),
            ("entries(changedSince:)", journal.entries(changedSince: 0) != model.entries(changedSince: 0)),
        ]
        if let wrong = differs.first(where: \.1) { throw JournalFlaw("\(wrong.0) returns wrong entries \(when).") }
    }

    /// Numbers of entries, including some that do not exist.
    private static let probes: [Int64] = [0, 1, 2, 7, 1_001, 1_000_000]

    private static func payments(_ outputs: [Outpoint], _ journal: any Journal) throws -> [JournalEntry] {
        try journal.payments(with: outputs).sorted { $0.id < $1.id }
    }

    private func refusal(_ body: () throws(ServiceError) -> Void) -> ServiceError? {
        do throws(ServiceError) { try body() } catch { return error }
        return nil
    }

    private func state(of entry: Int64, in journal: any Journal) throws -> String {
        guard let found = try journal.newest(10_000).first(where: { $0.id == entry }) else { return "no entry" }
        return "an entry (\(found.request.action), \(found.progress), \(found.end.map(\.rawValue) ?? "open"))"
    }
}
