import JournalConformance
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Nothing is paid twice, whoever keeps what they said they refused (S16).
@Suite struct GivenUpTests {
    @Test("S16: after a refusal, and after a payment was dropped, the next one spends one of its UTXOs")
    func replaces() async throws {
        for end in [JournalEnd.failed, .dropped] {
            for utxo in Abandoned.utxos {
                let journal = MemoryJournal()
                try Abandoned.note(end, of: 1, spending: [utxo], in: journal)
                let paid = try await Abandoned.pay(journal)
                #expect(paid.inputs == [utxo])
                // The network may forget it until it is final.
                #expect(try journal.givenUpPayments().map(\.id) == [1])
                try journal.note(.settled(.final), of: 2, at: 1)
                #expect(try journal.givenUpPayments().isEmpty)
            }
        }
        // One of each: the rest of 1.8 pays.
        let journal = MemoryJournal()
        try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[0]], in: journal)
        try Abandoned.note(.dropped, of: 2, spending: [Abandoned.utxos[2]], in: journal)
        let inputs = try await Abandoned.pay(journal).inputs
        #expect(Set(inputs) == [Abandoned.utxos[0], Abandoned.utxos[2]])
    }

    @Test("S16: what a sent payment spends stays reserved, also where a server shows it as unspent")
    func sentByOneWord() async throws {
        let cheapest = try await Abandoned.pay(MemoryJournal()).inputs
        let journal = MemoryJournal()
        let first = try Abandoned.note(.unknown, of: 1, spending: cheapest, in: journal)
        for step in [JournalStep.sent, .ended(.done)] { try journal.note(step, of: first, at: 1) }
        // The account still lists it.
        let second = try await Abandoned.pay(journal, at: 1_000)
        #expect(!second.inputs.isEmpty && Set(second.inputs).isDisjoint(with: cheapest))
        try journal.note(.settled(.replaced), of: first, at: 2_000)
        #expect(try await Abandoned.pay(journal, utxos: cheapest, at: 1_000_000).inputs == cheapest)
    }

    @Test("S16: change of a payment is not spent while one with a higher fee, which takes it away, is followed")
    func changeOfBumped() async throws {
        let journal = MemoryJournal()
        let first = try Abandoned.note(.unknown, of: 1, spending: [Abandoned.utxos[0]], in: journal)
        for step in [JournalStep.sent, .ended(.done)] { try journal.note(step, of: first, at: 1) }
        let change = OwnedUTXO(
            outpoint: Outpoint(transaction: Abandoned.ids[1], index: 1), amount: Abandoned.utxos[0].amount,
            path: FakeKeyring().path.appending(1, 0), confirmations: 6)
        #expect(try await Abandoned.pay(journal, utxos: [change], at: 1_000).inputs == [change])

        let other = MemoryJournal()
        let again = try Abandoned.note(.unknown, of: 1, spending: [Abandoned.utxos[0]], in: other)
        for step in [JournalStep.sent, .ended(.done)] { try other.note(step, of: again, at: 1) }
        let bump = try Abandoned.note(.unknown, of: 2, spending: [Abandoned.utxos[0]], bumps: again, in: other)
        for step in [JournalStep.sent, .ended(.done)] { try other.note(step, of: bump, at: 2) }
        // A server that swallowed the bump still shows the change.
        #expect(
            try await Abandoned.pay(other, utxos: [change, Abandoned.utxos[1]], at: 1_000).inputs == [
                Abandoned.utxos[1]
            ])
    }

    @Test("S16: a payment that the network refuses is guarded by the next one, from its own link, too")
    func retry() async throws {
        let journal = MemoryJournal()
        let refusal = ServiceError(.networkRefused, "The fee is too low.")
        let first = try await Abandoned.pay(journal, on: ScriptedChain(failing: refusal))
        guard case .failed(let error) = first.outcome else {
            Issue.record("it was not refused")
            return
        }
        #expect(error.code == .networkRefused)
        #expect(try journal.givenUpPayments().count == 1)
        // Listed in another order, any other UTXO would be chosen.
        let second = try await Abandoned.pay(journal, utxos: Abandoned.utxos.reversed(), at: 1_001_000)
        #expect(!Set(second.inputs).isDisjoint(with: first.inputs))
    }

    @Test("S16: until its guard is final, nobody is paid who was paid by what was given up")
    func dependsOnGuard() async throws {
        let others = Array(Abandoned.utxos.dropFirst())
        let alone = try Abandoned.guarded(by: Abandoned.elsewhere)
        let refused = try await Abandoned.pay(alone, utxos: others)
        #expect(refused.inputs.isEmpty)
        guard case .failed(let error) = refused.outcome else {
            Issue.record("the network may forget #2 and confirm both")
            return
        }
        #expect(error.code == .refusedByPolicy && error.message.contains("#1") && error.message.contains("#2,"))

        // Another UTXO of the same payment, or what the guard pays back, changes nothing: the network may forget that, too.
        let change = try await Abandoned.pay(
            try Abandoned.guarded(by: Abandoned.elsewhere), utxos: others + [Abandoned.change(of: 2)])
        #expect(change.inputs.isEmpty)

        try alone.note(.settled(.final), of: 2, at: 1)
        #expect(try await !Abandoned.pay(alone, utxos: others, at: 2_000_000).inputs.isEmpty)
    }

    @Test("S16: a guard that was replaced guards nothing: what was given up may have been made")
    func guardIsReplaced() async throws {
        let journal = try Abandoned.guarded(by: Abandoned.elsewhere)
        try journal.note(.settled(.replaced), of: 2, at: 1)
        let chain = ScriptedChain(
            outputs: [Abandoned.utxos[0].outpoint: .spent(Abandoned.ids[1])],
            knowing: [Abandoned.ids[1]: .waiting(isLocked: false)])
        #expect(try await Abandoned.pay(journal, utxos: Array(Abandoned.utxos.dropFirst()), on: chain).inputs.isEmpty)
        #expect(try journal.entry(1)?.progress == .sent)
    }

    @Test("S16: a guard that pays the same is the second try, and other recipients need not wait")
    func freeBesideGuard() async throws {
        let others = Array(Abandoned.utxos.dropFirst())
        #expect(
            try await !Abandoned.pay(try Abandoned.guarded(by: ExecutionFixture.address), utxos: others).inputs.isEmpty)
        let journal = MemoryJournal()
        try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[0]], paying: Abandoned.elsewhere, in: journal)
        try Abandoned.send(2, spending: Abandoned.utxos[0], to: "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa", in: journal)
        #expect(try await !Abandoned.pay(journal, utxos: others).inputs.isEmpty)
    }

    @Test("what was given up on another network, or in practice, or is undecided, decides nothing")
    func others() async throws {
        let journal = MemoryJournal()
        let cheapest = try await Abandoned.pay(MemoryJournal()).inputs
        let other = try #require(Abandoned.utxos.first { !cheapest.contains($0) })
        let practice = ChainID(coin: "dash", network: .main, isPractice: true)
        try Abandoned.note(.failed, of: 1, spending: [other], on: practice, in: journal)
        let axe = ChainID(coin: "axe", network: .main, isPractice: false)
        try Abandoned.note(.failed, of: 2, spending: [other], on: axe, in: journal)
        #expect(try await Abandoned.pay(journal).inputs == cheapest)
    }

    @Test("S16: what a payment that was given up would pay back is not spent: that would need it to be confirmed")
    func ownChange() async throws {
        let journal = MemoryJournal()
        try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[2]], in: journal)
        let change = OwnedUTXO(
            outpoint: Outpoint(transaction: Abandoned.ids[1], index: 1), amount: Amount(units: 51_000_000)!,
            path: FakeKeyring().path.appending(1, 0), confirmations: 3)
        #expect(try await Abandoned.pay(journal, utxos: [change] + Abandoned.utxos).inputs == [Abandoned.utxos[2]])
    }

    @Test("S16: if the network hides its UTXOs nothing is paid, and proof of another spend frees it")
    func hiddenUTXOs() async throws {
        let hidden = Abandoned.utxos[2].outpoint
        let other = Abandoned.ids[5]
        let six = TransactionState.confirmed(6, isLocked: false)
        for (state, ofOther, isWitnessed, isPaid) in [
            (nil, six, true, false), (.unspent, six, true, false), (.spent(nil), six, true, false),
            (.spentByWaiting(nil), six, true, false), (.spent(other), six, true, true),
            (.spentByWaiting(other), .waiting(isLocked: true), true, true),
            // What can still be forgotten, or one server says, frees nothing.
            (.spent(other), six, false, false), (.spent(other), .unknown, true, false),
            (.spentByWaiting(other), .waiting(isLocked: false), true, false),
        ] as [(OutputState?, TransactionState, Bool, Bool)] {
            let journal = MemoryJournal()
            try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[2]], in: journal)
            let chain = ScriptedChain(
                outputs: state.map { [hidden: $0] } ?? [:], knowing: [other: ofOther], isWitnessed: isWitnessed)
            let paid = try await Abandoned.pay(journal, utxos: Array(Abandoned.utxos.prefix(2)), on: chain)
            #expect(paid.inputs.isEmpty != isPaid, "\(String(describing: state))")
            guard !isPaid, case .failed(let error) = paid.outcome else { continue }
            #expect(error.code == .refusedByPolicy && error.message.contains("#1"))
            #expect(error.hint?.contains("remove it from the journal") == true)
        }
    }

    @Test("S16: a payment that was made after all is recorded as sent, and is not paid anew by the same click")
    func madeAfterAll() async throws {
        let journal = MemoryJournal()
        try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[2]], in: journal)
        let chain = ScriptedChain(
            outputs: [Abandoned.utxos[2].outpoint: .spent(Abandoned.ids[1])],
            knowing: [Abandoned.ids[1]: .waiting(isLocked: false)])
        let paid = try await Abandoned.pay(journal, utxos: Array(Abandoned.utxos.prefix(2)), on: chain)
        #expect(paid.inputs.isEmpty && chain.sent.withLock { $0.isEmpty })
        guard case .failed(let error) = paid.outcome else {
            Issue.record("it went on")
            return
        }
        #expect(error.code == .refusedByPolicy && error.message.contains(Abandoned.ids[1].hex))
        #expect(try journal.newest(2).last?.progress == .sent)
        #expect(try journal.givenUpPayments().isEmpty)
    }

    @Test("S16: neither of two abandoned payments replaces the other, whatever the network shows of them")
    func twoKept() async throws {
        let journal = MemoryJournal()
        let utxo = Abandoned.utxos[2].outpoint
        for number in 1...2 { try Abandoned.note(.failed, of: number, spending: [Abandoned.utxos[2]], in: journal) }
        // Of the first it says that the second one was made, and of the second that the first one was.
        let chain = ScriptedChain(first: [[utxo: .spent(Abandoned.ids[2])], [utxo: .spentByWaiting(Abandoned.ids[1])]])
        let paid = try await Abandoned.pay(journal, utxos: Array(Abandoned.utxos.prefix(2)), on: chain)
        #expect(paid.inputs.isEmpty && chain.sent.withLock { $0.isEmpty })
        guard case .failed(let error) = paid.outcome else {
            Issue.record("it was paid beside both")
            return
        }
        #expect(error.code == .refusedByPolicy && error.message.contains("#2"))
        #expect(error.message.contains(Abandoned.ids[2].hex))
    }

    @Test("S16: a plugin that spends other UTXOs is refused before the person is asked")
    func lyingPlugin() async throws {
        let journal = MemoryJournal()
        try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[2]], in: journal)
        let paid = try await Abandoned.pay(
            journal, plugin: LyingPlugin(lie: { $0.with(inputs: [Abandoned.utxos[0]]) }))
        #expect(paid.inputs.isEmpty)
        guard case .failed(let error) = paid.outcome else {
            Issue.record("it was paid")
            return
        }
        #expect(error.code == .refusedByCheck)
    }

    @Test("a network that reports more money than can exist is refused, and nothing overflows", arguments: [1, 2, 9])
    func tooMuchMoney(_ count: Int) async throws {
        let utxos = (0..<count).map { index in
            OwnedUTXO(
                outpoint: Outpoint(transaction: Abandoned.ids[8], index: UInt32(index)), amount: Amount(units: .max)!,
                path: FakeKeyring().path.appending(0, 0), confirmations: 6)
        }
        let paid = try await Abandoned.pay(MemoryJournal(), utxos: utxos)
        guard case .failed(let error) = paid.outcome else {
            Issue.record("it was paid")
            return
        }
        #expect(error.code == .refusedByCheck)
    }

    @Test("half of what a number holds is the most that a network may report, to the unit")
    func mostMoney() async throws {
        for (units, isTooMuch) in [(Int64.max / 2, false), (.max / 2 + 1, true)] {
            let utxo = OwnedUTXO(
                outpoint: Outpoint(transaction: Abandoned.ids[8], index: 0), amount: Amount(units: units)!,
                path: FakeKeyring().path.appending(0, 0), confirmations: 6)
            let outcome = try await Abandoned.pay(MemoryJournal(), utxos: [utxo]).outcome
            var message: String?
            if case .failed(let error) = outcome { message = error.message }
            #expect((message == "The network reports more money than can exist.") == isTooMuch, "\(outcome)")
        }
    }
}
