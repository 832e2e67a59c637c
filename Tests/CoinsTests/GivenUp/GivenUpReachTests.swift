import JournalConformance
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// How far the journal is searched for what prevents a payment that was given up, and the words of each refusal (S16).
@Suite struct GivenUpReachTests {
    private static let others = Array(Abandoned.utxos.dropFirst())
    private static let forget =
        "Once you are certain that the earlier payment will never be made, remove it from the journal."

    private static func services(_ journal: MemoryJournal) -> Services {
        var services = ExecutionFixture().services
        services.journal = journal
        return services
    }

    private static func givenUp(_ journal: MemoryJournal) throws -> GivenUpPayments {
        try GivenUpPayments(on: Abandoned.chainID, services: services(journal))
    }

    /// Why an account with these UTXOs must not pay now.
    private static func refusal(
        _ journal: MemoryJournal, utxos: [OwnedUTXO] = others, on chain: ScriptedChain = ScriptedChain()
    ) async throws -> ServiceError? {
        var budget = ReadBudget(.seconds(600))
        do {
            _ = try await givenUp(journal).toReplace(
                with: [Set(utxos.map(\.outpoint))], paying: [ExecutionFixture.address], on: chain, &budget)
            return nil
        } catch {
            return try #require(error as? ServiceError)
        }
    }

    // MARK: - What may be spent

    @Test("S16: only the same transaction under another number lets the change of one that was given up be spent")
    func spendable() throws {
        let change = [Abandoned.change(of: 1)]
        let alone = MemoryJournal()
        try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[0]], in: alone)
        #expect(try Self.givenUp(alone).spendable(change + Abandoned.utxos) == Abandoned.utxos)
        // Another transaction spends the same.
        #expect(try Self.givenUp(Abandoned.guarded(by: Abandoned.elsewhere)).spendable(change).isEmpty)
        try Abandoned.send(1, spending: Abandoned.utxos[0], in: alone)
        #expect(try Self.givenUp(alone).spendable(change) == change)
    }

    // MARK: - How far the search goes

    /// Three payments, each of which spends the change of the one before; the last one was given up.
    private static func chained(
        _ settlement: Settlement?, on chain: ChainID = Abandoned.chainID
    ) throws -> MemoryJournal {
        let journal = MemoryJournal()
        try Abandoned.send(1, spending: Abandoned.utxos[0], in: journal)
        let second = try Abandoned.note(.unknown, of: 2, spending: [Abandoned.change(of: 1)], on: chain, in: journal)
        for step in [JournalStep.sent, .ended(.done)] { try journal.note(step, of: second, at: 1) }
        if let settlement { try journal.note(.settled(settlement), of: second, at: 1) }
        try Abandoned.note(.failed, of: 3, spending: [Abandoned.change(of: 2)], in: journal)
        return journal
    }

    @Test("S16: whatever a payment needs that is not final yet, and is on its network, is searched, up to an old one")
    func ancestors() throws {
        let axe = ChainID(coin: "axe", network: .main, isPractice: false)
        let (change, before, first) = (Abandoned.change(of: 2), Abandoned.change(of: 1), Abandoned.utxos[0])
        for (settlement, chain, outputs) in [
            (nil, Abandoned.chainID, [change, before, first]), (.unwatched, Abandoned.chainID, [change, before]),
            (.final, Abandoned.chainID, [change]), (nil, axe, [change]),
        ] as [(Settlement?, ChainID, [OwnedUTXO])] {
            let journal = try Self.chained(settlement, on: chain)
            let payment = try GivenUpPayment(try #require(try journal.entry(3)), in: journal)
            #expect(payment.outputs == Set(outputs.map(\.outpoint)), "\(String(describing: settlement)) \(chain)")
            #expect(!payment.isDead)
        }
    }

    @Test("S16: what spends the same money guards at once; what only spends what that needs guards once it is final")
    func guards() throws {
        let journal = MemoryJournal()
        try Abandoned.send(1, spending: Abandoned.utxos[0], in: journal)
        try Abandoned.note(.failed, of: 2, spending: [Abandoned.change(of: 1)], in: journal)
        try Abandoned.send(3, spending: Abandoned.utxos[0], in: journal)
        try Abandoned.send(4, spending: Abandoned.change(of: 1), in: journal)
        try Abandoned.send(5, spending: Abandoned.change(of: 1), in: journal)
        try journal.note(.settled(.unwatched), of: 5, at: 1)
        let payment = try GivenUpPayment(try #require(try journal.entry(2)), in: journal)
        #expect(payment.guards.map(\.id) == [4])
        #expect(payment.otherGuards.map(\.id) == [5, 3])
    }

    @Test("S16: a second try pays the same amount to the same recipient or link, with the same money or later")
    func secondTries() throws {
        let (here, spent) = ([ExecutionFixture.address], Abandoned.utxos[0])
        // What the second one spends, whom it pays, whose fee it raises, and whether it came first.
        let cases: [(utxo: OwnedUTXO, recipient: String, bumps: Int64?, isEarlier: Bool, isTried: Bool)] = [
            (spent, here[0], nil, false, true), (spent, here[0], nil, true, true), (spent, here[0], 9, true, true),
            (Self.others[0], here[0], nil, false, true), (Self.others[0], here[0], nil, true, false),
            (Self.others[0], here[0], 9, false, false), (Self.others[0], here[0], 9, true, false),
            (spent, Abandoned.elsewhere, nil, false, false),
        ]
        for (utxo, recipient, bumps, isEarlier, isTried) in cases {
            let journal = MemoryJournal()
            func giveUp() throws { try Abandoned.note(.failed, of: 1, spending: [spent], in: journal) }
            if !isEarlier { try giveUp() }
            let entry = try Abandoned.note(
                .unknown, of: 2, spending: [utxo], bumps: bumps, paying: recipient, in: journal)
            try journal.note(.sent, of: entry, at: 1)
            if isEarlier { try giveUp() }
            let other = try #require(try journal.entry(entry))
            let payment = try GivenUpPayment(try #require(try journal.entry(isEarlier ? 2 : 1)), in: journal)
            #expect(payment.isRetry(by: [other], paying: here) == isTried, "\(recipient) \(isEarlier)")
        }
    }

    // MARK: - Words

    @Test("S16: the guard that is named is one that is still followed, if there is one")
    func followedGuard() async throws {
        let journal = MemoryJournal()
        try Abandoned.send(1, spending: Abandoned.utxos[0], in: journal)
        try Abandoned.note(.failed, of: 2, spending: [Abandoned.change(of: 1)], in: journal)
        try Abandoned.send(3, spending: Abandoned.change(of: 1), in: journal)
        try journal.note(.settled(.unwatched), of: 3, at: 1)
        let old = try #require(try await Self.refusal(journal))
        #expect(
            old.message == "Payment #2 to the same recipient was given up, but a server that kept a copy could still "
                + "send it until payment #3, which takes its money, is final.")
        #expect(old.hint == "Nothing was signed. Two servers must show payment #3 as final. \(Self.forget)")
        try Abandoned.send(4, spending: Abandoned.utxos[0], in: journal)
        let followed = try #require(try await Self.refusal(journal))
        #expect(followed.message.contains("until payment #4, which"))
        #expect(
            followed.hint
                == "Nothing was signed. Open the link again when the journal shows one of the two as final.")
    }

    @Test("S16: each refusal says which payment was given up, why it still counts, and what to do")
    func words() async throws {
        let journal = MemoryJournal()
        try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[0]], in: journal)
        let start = "Payment #1 was given up, but a server that kept a copy could still send it"
        let (own, other, third) = (Abandoned.ids[1], Abandoned.ids[2], Abandoned.utxos[0].outpoint)
        let cases: [(chain: ScriptedChain, message: String, hint: String)] = [
            (
                ScriptedChain(),
                "\(start). This payment would have to spend some of the same money, but the network does not show "
                    + "that money now.",
                "Nothing was signed. Try again later, or use another server. \(Self.forget)"
            ),
            (
                ScriptedChain(outputs: [third: .spent(other)]),
                "\(start) until transaction \(other.hex), which takes its money, is final.",
                "Nothing was signed. Open the link again once two servers show that transaction as final. "
                    + Self.forget
            ),
            (
                ScriptedChain(
                    outputs: [third: .spent(own)], knowing: [own: .waiting(isLocked: false)], isWitnessed: false),
                "One server reports that payment #1, which had been given up, was made after all: transaction "
                    + "\(own.hex). No other server confirms that.",
                "Nothing was signed. Look up the transaction. It counts as sent once two servers show it. If you know "
                    + "that it was made, or never will be, you can remove the payment from the journal."
            ),
            (
                ScriptedChain(outputs: [third: .spent(own)], knowing: [own: .waiting(isLocked: false)]),
                "The network reports that payment #1, which had been given up, was made after all: somebody kept a "
                    + "copy and sent it. Transaction \(own.hex).",
                "Nothing else was paid. Look up the transaction before you pay again."
            ),
        ]
        for (chain, message, hint) in cases {
            let error = try #require(try await Self.refusal(journal, on: chain))
            #expect(error.code == .refusedByPolicy)
            #expect(error.message == message)
            #expect(error.hint == hint)
        }
    }

    @Test("S16: while another payment with the same money is undecided, the person is told to finish that first")
    func undecided() async throws {
        let journal = MemoryJournal()
        try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[0]], in: journal)
        try Abandoned.note(.unknown, of: 2, spending: [Abandoned.utxos[0]], in: journal)
        let error = try #require(try await Self.refusal(journal))
        #expect(
            error.message
                == "Payment #1 was given up, but a server that kept a copy could still send it. Another payment "
                + "uses the same money, and it is not known whether that payment was sent.")
        #expect(
            error.hint
                == "Nothing was signed. Finish the other payment, then open the link again.")
    }

    @Test("S16: a node's wallet without that money is refused, and two accounts cannot replace each other's payments")
    func elsewhere() async throws {
        let journal = MemoryJournal()
        for number in 1...2 {
            try Abandoned.note(.failed, of: number, spending: [Abandoned.utxos[number - 1]], in: journal)
        }
        var budget = ReadBudget(.seconds(600))
        let here = [ExecutionFixture.address]
        do {
            _ = try await Self.givenUp(journal).mustSpend(of: [], paying: here, on: ScriptedChain(), &budget)
            Issue.record("it was not refused")
        } catch let error as ServiceError {
            #expect(
                error.message == "Payment #1 to the same recipient was given up, but a server that kept a copy could "
                    + "still send it. The node's wallet cannot prevent that.")
            #expect(error.hint == "Nothing was sent. \(Self.forget)")
        }
        do {
            _ = try await Self.givenUp(journal).toReplace(
                with: [[Abandoned.utxos[0].outpoint], [Abandoned.utxos[1].outpoint]], paying: here, on: ScriptedChain(),
                &budget)
            Issue.record("it was not refused")
        } catch let error as ServiceError {
            #expect(
                error.message
                    == "Payments #1 and #2 to the same recipient were given up, but a server that kept copies "
                    + "could still send them. They are from different accounts, so no payment can replace all of them.")
            #expect(
                error.hint == "Nothing was signed. Payments to other recipients replace them one by one; when the "
                    + "journal shows those as final, open the link again.")
        }
    }

    @Test("S16: besides those to its own recipient, a payment replaces whatever else its account can")
    func asWell() async throws {
        let journal = MemoryJournal()
        try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[0]], paying: Abandoned.elsewhere, in: journal)
        try Abandoned.note(.failed, of: 2, spending: [Abandoned.utxos[1]], in: journal)
        var budget = ReadBudget(.seconds(600))
        let sets = try await Self.givenUp(journal).toReplace(
            with: [Set(Abandoned.utxos.map(\.outpoint)), [Abandoned.utxos[1].outpoint]],
            paying: [ExecutionFixture.address], on: ScriptedChain(),
            &budget)
        let (first, second): (Set<Outpoint>, Set<Outpoint>) =
            ([Abandoned.utxos[0].outpoint], [Abandoned.utxos[1].outpoint])
        #expect(sets == [[second, first], [second]])
    }
}
