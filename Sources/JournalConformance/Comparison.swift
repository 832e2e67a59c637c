import SchemeRouter

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
