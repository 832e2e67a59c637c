import JournalConformance
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What counts for and against a payment that was given up: whose word, which other payment, and which is its copy (S16).
@Suite struct GivenUpWordTests {
    private static let others = Array(Abandoned.utxos.dropFirst())
    private static let waiting = TransactionState.waiting(isLocked: false)

    private static func refusal(_ paid: Abandoned.Paid) -> ServiceError? {
        guard case .failed(let error) = paid.outcome, paid.inputs.isEmpty else { return nil }
        return error
    }

    private static func follow(_ journal: MemoryJournal, _ chain: ScriptedChain) async throws -> [Resumed] {
        var fixture = ExecutionFixture()
        fixture.now = 86_400
        var services = fixture.services
        services.journal = journal
        services.networks = FakeNetworks(chain: chain)
        return try await Resumption(services: services, router: try fixture.router()).follow(sends: true)
    }

    // MARK: - Second tries

    @Test("S16: a higher fee for the payment before is no second try of the one that needs its change")
    func raisedAncestor() async throws {
        let journal = MemoryJournal()
        // Both pay the same recipient the same amount: the person wants two payments, and tries the second one again.
        try Abandoned.send(1, spending: Abandoned.utxos[0], to: ExecutionFixture.address, in: journal)
        try Abandoned.note(.failed, of: 2, spending: [Abandoned.change(of: 1)], in: journal)
        let bump = try Abandoned.note(.unknown, of: 3, spending: [Abandoned.utxos[0]], bumps: 1, in: journal)
        for step in [JournalStep.sent, .ended(.done)] { try journal.note(step, of: bump, at: 1) }
        // Otherwise #1, #2 and this one could all be confirmed.
        let paid = try await Abandoned.pay(journal, utxos: Self.others)
        #expect(Self.refusal(paid)?.message.contains("until payment #3") == true)
        try journal.note(.settled(.final), of: bump, at: 1)
        #expect(try await !Abandoned.pay(journal, utxos: Self.others, at: 2_000_000).inputs.isEmpty)
    }

    // MARK: - Copies

    /// A payment that was refused, and the same transaction, which was sent by the second try.
    private static func sentAgain() throws -> MemoryJournal {
        let journal = MemoryJournal()
        try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[0]], in: journal)
        try Abandoned.send(1, spending: Abandoned.utxos[0], to: ExecutionFixture.address, in: journal)
        return journal
    }

    @Test("the change of a second try that is the same transaction can be spent, even if one server alone reports it")
    func changeOfCopy() async throws {
        for settlement in [nil, .unwatched, .final] as [Settlement?] {
            let journal = try Self.sentAgain()
            if let settlement { try journal.note(.settled(settlement), of: 2, at: 1) }
            let paid = try await Abandoned.pay(
                journal, utxos: [Abandoned.change(of: 1)], on: ScriptedChain(isWitnessed: false))
            #expect(paid.inputs == [Abandoned.change(of: 1)], "\(String(describing: settlement))")
        }
    }

    @Test("a payment whose copy was replaced by a final transaction can never be made, so nothing waits for it")
    func copyReplaced() async throws {
        let journal = try Self.sentAgain()
        try journal.note(.settled(.replaced), of: 2, at: 1)
        #expect(try await !Abandoned.pay(journal, utxos: Self.others).inputs.isEmpty)
    }

    @Test("the second try is not reported as made after all by somebody who kept the first")
    func copyInsteadOfBump() async throws {
        let journal = try Self.sentAgain()
        let bump = try Abandoned.note(.unknown, of: 3, spending: [Abandoned.utxos[0]], bumps: 2, in: journal)
        for step in [JournalStep.sent, .ended(.done)] { try journal.note(step, of: bump, at: 1) }
        let chain = ScriptedChain(
            outputs: [Abandoned.utxos[0].outpoint: .spent(Abandoned.ids[1])],
            knowing: [Abandoned.ids[1]: .confirmed(1, isLocked: false)])
        #expect(try await Self.follow(journal, chain).map(\.state) == [.replaced(by: Abandoned.ids[1])])
        #expect(try journal.entry(1)?.progress == .signed)
    }

    // MARK: - One server's word

    @Test("S16: one server's word that a payment was made after all neither sends it nor frees the next one")
    func oneWord() async throws {
        let journal = MemoryJournal()
        try Abandoned.note(.dropped, of: 1, spending: [Abandoned.utxos[0]], in: journal)
        let lie = ScriptedChain(
            outputs: [Abandoned.utxos[0].outpoint: .spent(Abandoned.ids[1])],
            knowing: [Abandoned.ids[1]: Self.waiting], isWitnessed: false)
        let refused = try #require(try await Self.refusal(Abandoned.pay(journal, utxos: Self.others, on: lie)))
        #expect(refused.code == .refusedByPolicy && refused.message.contains(Abandoned.ids[1].hex))
        #expect(refused.hint?.contains("from the journal") == true)
        #expect(try journal.givenUpPayments().map(\.id) == [1])
        // Another server does not have it.
        let honest = ScriptedChain(outputs: [Abandoned.utxos[0].outpoint: .unspent])
        #expect(try await Self.follow(journal, honest).isEmpty && honest.sent.withLock { $0.isEmpty })
        let paid = try await Abandoned.pay(journal, utxos: Abandoned.utxos.reversed(), on: honest, at: 2_000_000)
        #expect(paid.inputs == [Abandoned.utxos[0]])
    }

    @Test("S16: one server's word that a payment was made instead of its guard changes nothing")
    func oneWordAboutGuard() async throws {
        let journal = try Abandoned.guarded(by: Abandoned.elsewhere)
        let lie = ScriptedChain(
            outputs: [Abandoned.utxos[0].outpoint: .spent(Abandoned.ids[1])],
            knowing: [Abandoned.ids[1]: Self.waiting], isWitnessed: false)
        let news = try await Self.follow(journal, lie)
        #expect(news.map(\.state) == [.sentAfterAll] && news.first?.entry.id == 1)
        #expect(news.first?.acceptance == .oneServer)
        #expect(lie.sent.withLock { $0.isEmpty })
        #expect(try journal.givenUpPayments().map(\.id) == [1])
        #expect(try await Self.refusal(Abandoned.pay(journal, utxos: Self.others))?.message.contains("#2") == true)
    }

    // MARK: - What nothing waits for

    @Test("an old guard is asked about only if the same recipient is paid")
    func askedOnlyIfNeeded() async throws {
        let journal = MemoryJournal()
        try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[0]], paying: Abandoned.elsewhere, in: journal)
        try Abandoned.send(2, spending: Abandoned.utxos[0], to: "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa", in: journal)
        try journal.note(.settled(.unwatched), of: 2, at: 1)
        let silent = ScriptedChain(reading: ServiceError(.networkUnreachable, "It does not answer."))
        #expect(try await !Abandoned.pay(journal, utxos: Self.others, on: silent).inputs.isEmpty)
    }

    @Test("S16: a node's wallet pays whom an old guard kept waiting once that guard is final")
    func nodeAfterOldGuard() async throws {
        let journal = try Abandoned.guarded(by: Abandoned.elsewhere)
        try journal.note(.settled(.unwatched), of: 2, at: 1)
        let givenUp = try GivenUpPayments(on: Abandoned.chainID, services: Self.services(journal))
        for (state, isPaid) in [(TransactionState.confirmed(6, isLocked: false), true), (Self.waiting, false)] {
            let chain = ScriptedChain(knowing: [Abandoned.ids[2]: state])
            var budget = ReadBudget(.seconds(60))
            var refusal: (any Error)?
            do {
                _ = try await givenUp.mustSpend(of: [], paying: [ExecutionFixture.address], on: chain, &budget)
            } catch { refusal = error }
            #expect((refusal == nil) == isPaid)
        }
    }

    @Test(
        "S16: before a node's wallet is refused because of a payment that was given up, the network is asked about that"
    )
    func nodeAsks() async throws {
        let final = TransactionState.confirmed(6, isLocked: false)
        let (own, other) = (Abandoned.ids[1], Abandoned.ids[5])
        let spent = [Abandoned.utxos[0].outpoint: OutputState.spent(other)]
        for (chain, says, isSent) in [
            (ScriptedChain(knowing: [own: Self.waiting]), "was made after all", true),
            (ScriptedChain(knowing: [own: final]), "was made after all", true),
            (ScriptedChain(knowing: [own: Self.waiting], isWitnessed: false), "No other server confirms", false),
            (ScriptedChain(outputs: spent, knowing: [other: final]), nil, false),
            (ScriptedChain(outputs: spent, knowing: [other: Self.waiting]), "until transaction \(other.hex)", false),
            (ScriptedChain(), "cannot prevent that", false),
        ] as [(ScriptedChain, String?, Bool)] {
            let journal = MemoryJournal()
            try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[0]], in: journal)
            let givenUp = try GivenUpPayments(on: Abandoned.chainID, services: Self.services(journal))
            var budget = ReadBudget(.seconds(60))
            var refusal: String?
            do {
                let spends = try await givenUp.mustSpend(
                    of: [], paying: [ExecutionFixture.address], on: chain, &budget)
                #expect(spends.isEmpty)
            } catch { refusal = (error as? ServiceError)?.message }
            if let says {
                #expect(refusal?.contains(says) == true, "\(refusal ?? "")")
            } else {
                #expect(refusal == nil)
            }
            #expect((try journal.entry(1)?.progress == .sent) == isSent)
            // What took its money may have paid the same: the consent that follows says so.
            let isReplaced = says == nil
            #expect((try journal.entry(1)?.settlement == .replaced) == isReplaced)
            let entry = try #require(try journal.entry(1))
            #expect(!isReplaced || entry.repeats(entry.request, amount: nil))
        }
    }

    @Test("while it is unknown whether the needed payment was raised, the person is told to finish that")
    func undecidedBump() async throws {
        let journal = MemoryJournal()
        try Abandoned.send(1, spending: Abandoned.utxos[0], in: journal)
        try Abandoned.note(.failed, of: 2, spending: [Abandoned.change(of: 1)], in: journal)
        try Abandoned.note(.unknown, of: 3, spending: [Abandoned.utxos[0]], bumps: 1, in: journal)
        let givenUp = try GivenUpPayments(on: Abandoned.chainID, services: Self.services(journal))
        var budget = ReadBudget(.seconds(60))
        await #expect {
            _ = try await givenUp.toReplace(
                with: [Set(Self.others.map(\.outpoint))], paying: [ExecutionFixture.address], on: ScriptedChain(),
                &budget)
        } throws: { ($0 as? ServiceError)?.hint?.contains("Finish the other payment, then") == true }
    }

    private static func services(_ journal: MemoryJournal) -> Services {
        var services = ExecutionFixture().services
        services.journal = journal
        return services
    }
}
