import JournalConformance
import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// What a link says of the earlier payments that it finishes or finds (S6, S10).
@Suite struct EarlierLinkTests {
    private static let address = "dashwallet://request=address&sender=other"

    private static func notes(_ left: Left) -> [String] { left.fixture.notifier.shown }

    private static func result(_ left: Left, _ link: String = ExecutionFixture.pay) async throws -> LinkResult {
        await LinkExecution(services: left.services).run(try left.fixture.read(link))
    }

    @Test("S10: a link that finishes its earlier payment is told of under that number, and is none that nobody wanted")
    func sameLink() async throws {
        for steps in 2...4 {
            var left = try Left(steps: steps, .agree)
            left.fixture.notifier = MemoryNotifier(isPatient: false)
            let tally = MemoryLinkTally()
            var services = left.services
            services.tally = tally
            let link = try left.fixture.read(ExecutionFixture.pay)
            let result = await LinkExecution(services: services).run(link)
            guard case .finished(let entry, .started) = result.outcome else {
                Issue.record("\(result.outcome)")
                continue
            }
            #expect(entry.id == left.entry && result.entry == left.entry)
            #expect(Self.notes(left).count == 1)
            var debt: LinkDebt?
            try tally.change("dashwallet") { debt = $0 }
            #expect(debt?.seconds == 10)
        }
    }

    @Test("S7: a sender that may no longer be answered is not, and the payment is over")
    func forbidden() async throws {
        var left = try Left(steps: 3)
        left.fixture.settings.policy.senders = []
        guard case .finished(_, let callback) = try await Self.result(left).outcome else {
            Issue.record("not finished")
            return
        }
        #expect(callback == .none("Your settings do not allow replies to “myapp”."))
        #expect(left.fixture.opened.isEmpty)
        #expect(try left.end == .done)
    }

    @Test(
        "S10: another link's payment that is finished is shown and notified, with the answer to copy if nobody got it")
    func otherLink() async throws {
        for (isThere, copies) in [(true, false), (false, true)] {
            var left = try Left(steps: 3, .fail(.refused))
            left.fixture.notifier = MemoryNotifier(isPatient: false)
            if !isThere { left.fixture.launcher = MemoryLauncher.demo(notFinding: .failed("not readable")) }
            _ = try await Self.result(left, Self.address)
            let told = try #require(left.fixture.prompt.told.first).flowing
            #expect(told.contains("An earlier payment is finished; nothing was paid again."))
            #expect(told.contains(Left.payack) == copies, "\(told)")
            #expect(Self.notes(left).first?.contains("An earlier payment is finished") == true)
        }
    }

    @Test("S10: what stays open is notified only if the person may be interrupted, and it counts only if it was seen")
    func open() async throws {
        let away = ServiceError(.networkUnreachable, "Nobody answers.")
        for (isPatient, hasDesktop, isSaid, givenBack) in [
            (true, true, true, 0), (false, true, false, 0), (true, false, false, 1),
        ] {
            var left = try Left(on: ScriptedChain(failing: away, reading: away), .fail(.refused))
            left.fixture.notifier = MemoryNotifier(isPatient: isPatient, hasDesktop: hasDesktop)
            _ = try await Self.result(left, Self.address)
            #expect(Self.notes(left).contains { $0.contains("It is not known whether the network has") } == isSaid)
            #expect(left.fixture.notifier.givenBack == givenBack)
        }
    }

    @Test("S6: an answer from the journal is recorded before it is given, and is never one that only its link can give")
    func fromJournal() async throws {
        for reply in JournalReply.allCases {
            let left = try Left(steps: 3)
            let sent = try #require(try left.journal.entry(left.entry))
            let asked = sent.request
            let entry = JournalEntry(
                id: sent.id, seen: sent.seen, changed: sent.changed,
                request: JournalRequest(
                    action: .payment, scheme: asked.scheme, fingerprint: asked.fingerprint, chain: asked.chain,
                    sender: asked.sender, recipient: asked.recipient, reply: reply),
                progress: .sent, end: nil, amount: sent.amount, fee: nil, transaction: sent.transaction,
                inputs: sent.inputs)
            let state = try await left.resumption.reply(to: entry, asks: true)
            #expect(state == (reply == .toSender ? .finished(.started(.demo)) : .replyOwed))
            #expect(left.fixture.opened == (reply == .toSender ? [Left.payack] : []))
            #expect(try left.journal.entry(left.entry)?.progress == (reply == .toSender ? .calledBack : .sent))
        }
    }

    @Test("S6: whoever chose that an app is not told is not told that it was, and the other way round")
    func untold() {
        for (progress, text) in [
            (JournalEntry.Progress.calling, "You confirmed that the requesting app has its answer."),
            (.sent, "You chose not to notify the requesting app."),
        ] {
            let request = JournalRequest(
                action: .payment, scheme: "dash", fingerprint: "f", chain: Abandoned.chainID, sender: nil)
            let entry = JournalEntry(
                id: 1, seen: 1, changed: 1, request: request, progress: progress, end: nil, amount: nil, fee: nil,
                transaction: .example, inputs: [])
            #expect(Resumption.untold(entry) == text)
        }
    }

    // MARK: - Followed payments

    private static let bitcoin = ChainID(coin: "bitcoin", network: .main, isPractice: false)

    private static func follow(
        _ journal: MemoryJournal, _ chain: ScriptedChain, _ coin: CoinID? = nil, at now: UnixTime = 86_400
    ) async throws -> [Resumed] {
        var fixture = ExecutionFixture()
        fixture.now = now
        var services = fixture.services
        services.journal = journal
        services.networks = FakeNetworks(chain: chain)
        return try await Resumption(services: services, router: try fixture.router()).follow(coin, sends: true)
    }

    /// A payment of each of two coins, which were sent.
    private static func two() throws -> MemoryJournal {
        let journal = MemoryJournal()
        try Abandoned.send(1, spending: Abandoned.utxos[0], in: journal)
        let other = try Abandoned.note(.unknown, of: 2, spending: [Abandoned.utxos[1]], on: bitcoin, in: journal)
        for step in [JournalStep.sent, .ended(.done)] { try journal.note(step, of: other, at: 1) }
        return journal
    }

    @Test("only payments of the wanted coin are followed")
    func oneCoin() async throws {
        for (coin, settled) in [(nil, [1, 2]), ("dash", [1]), ("bitcoin", [2]), ("axe", [])] as [(CoinID?, [Int64])] {
            let journal = try Self.two()
            _ = try await Self.follow(journal, ScriptedChain(.confirmed(6, isLocked: false)), coin)
            #expect(try [1, 2].filter { try journal.entry($0)?.settlement == .final } == settled)
        }
    }

    @Test("S6: nothing is said of an old payment that the network has, whatever the clock says")
    func days() async throws {
        for age in [JournalEntry.longestFollowed, JournalEntry.longestFollowed + 1, UnixTime.max - 1] {
            let journal = MemoryJournal()
            try Abandoned.send(1, spending: Abandoned.utxos[0], in: journal)
            let news = try await Self.follow(journal, ScriptedChain(.confirmed(1, isLocked: false)), at: 1 + age)
            #expect(try news.isEmpty && journal.followedPayments().map(\.id) == [1])
        }
    }

    @Test("S13: a network that did not answer is not asked about the next payment")
    func silent() async throws {
        let journal = MemoryJournal()
        for number in 1...2 { try Abandoned.send(number, spending: Abandoned.utxos[number], in: journal) }
        let away = ScriptedChain(reading: ServiceError(.networkUnreachable, "Nobody answers."))
        #expect(try await Self.follow(journal, away).isEmpty)
        #expect(away.questions.withLock { $0 } == 1)
    }

    @Test("S16: a payment that only raises a fee counts as sent by one server's word, as it harms nobody")
    func oneWordOfBump() async throws {
        let journal = MemoryJournal()
        try Abandoned.send(1, spending: Abandoned.utxos[0], in: journal)
        try Abandoned.note(.failed, of: 2, spending: [Abandoned.utxos[0]], bumps: 1, in: journal)
        let chain = ScriptedChain(
            outputs: [Abandoned.utxos[0].outpoint: .spent(Abandoned.ids[2])],
            knowing: [Abandoned.ids[1]: .unknown, Abandoned.ids[2]: .waiting(isLocked: false)], isWitnessed: false)
        let news = try await Self.follow(journal, chain)
        #expect(news.map(\.state) == [.sentAfterAll] && news.first?.acceptance == nil)
        #expect(try journal.entry(2)?.progress == .sent && journal.entry(2)?.end == .done)
    }
}
