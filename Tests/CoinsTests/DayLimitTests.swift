import JournalConformance
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What a limit for 24 hours counts, whatever a clock or a server said at the time.
@Suite struct DayLimitTests {
    private static let chain = ChainID(coin: "dash", network: .main, isPractice: false)

    private static func fixture(day: Int64, earlier: [JournalEntry]) -> ExecutionFixture {
        var fixture = ExecutionFixture()
        fixture.settings.policy.limits["dash"] = SpendingLimits(day: Amount(units: day))
        fixture.journal.state.withLock { $0.earlier = earlier }
        return fixture
    }

    private static func payment(_ amount: Int64) -> PaymentIntent {
        PaymentIntent(
            chain: chain, inputs: [.example(amount)], recipient: "X", amount: Amount(units: amount)!, change: nil)
    }

    private static let request = JournalRequest(
        action: .payment, scheme: "dash", fingerprint: "f", chain: chain, sender: nil, recipient: "Y")

    @Test("S7: a payment that was given up counts while its bytes can be confirmed beside the new one")
    func givenUp() throws {
        let chain = Self.chain
        func entry(
            _ id: Int64, _ end: JournalEnd, spending input: OwnedUTXO, _ progress: JournalEntry.Progress = .signed,
            _ settlement: Settlement? = nil
        ) -> JournalEntry {
            JournalEntry(
                id: id, seen: 990, changed: 990,
                request: JournalRequest(
                    action: .payment, scheme: "dash", fingerprint: "\(id)", chain: chain, sender: nil, recipient: "Y"),
                progress: progress, end: end, amount: Amount(units: 1_000), fee: Amount(units: 10),
                transaction: SignedTransaction(
                    id: TransactionID(hex: String(repeating: "\(id)", count: 64))!, bytes: [UInt8(id)]),
                inputs: [input.outpoint], settlement: settlement)
        }
        let (one, other) = (OwnedUTXO.example(9_000, index: 1), OwnedUTXO.example(9_000, index: 2))
        let cases: [(earlier: [JournalEntry], spending: OwnedUTXO, spent: Int64)] = [
            // Whoever kept it could send it beside the new payment, unless both spend the same.
            ([entry(1, .failed, spending: one)], other, 1_010), ([entry(1, .dropped, spending: one)], other, 1_010),
            ([entry(1, .failed, spending: one)], one, 0),
            // Another payment took its money: one of the two is paid at most.
            ([entry(2, .done, spending: one, .sent), entry(1, .failed, spending: one)], other, 1_010),
            ([entry(2, .done, spending: one, .sent, .final), entry(1, .failed, spending: one)], other, 1_010),
        ]
        for (earlier, input, spent) in cases {
            let payment = PaymentIntent(
                chain: chain, inputs: [input], recipient: "X", amount: Amount(units: 8_000)!, change: nil)
            for (limit, isAllowed) in [(spent + 9_000, true), (spent + 8_999, false)] {
                let policy = PolicyCheck(services: Self.fixture(day: limit, earlier: earlier).services)
                #expect(((try? policy.check(.payment(payment), of: .dash)) != nil) == isAllowed, "\(earlier) \(spent)")
            }
        }
    }

    @Test("S7: a payment that was made while the clock was behind counts once the clock is right")
    func clockBehind() throws {
        let now: UnixTime = 10_000_000
        func entry(_ id: Int64, seen: UnixTime, changed: UnixTime? = nil, _ progress: JournalEntry.Progress = .sent)
            -> JournalEntry
        {
            JournalEntry(
                id: id, seen: seen, changed: changed ?? seen, request: Self.request, progress: progress,
                end: progress == .sent ? .done : .refused, amount: Amount(units: 1_000), fee: nil,
                transaction: progress == .sent ? .example : nil, inputs: [])
        }
        let (behind, hour) = (now - 700_000, now - 3_600)
        let cases: [(newestFirst: [JournalEntry], spent: Int64)] = [
            // After a link of the last day, whatever its own time is.
            ([entry(2, seen: behind), entry(1, seen: hour, .seen)], 1_000),
            ([entry(3, seen: behind), entry(2, seen: behind), entry(1, seen: hour)], 3_000),
            // Before it, and after an old one that only changed today.
            ([entry(2, seen: hour, .seen), entry(1, seen: behind)], 0),
            ([entry(2, seen: behind), entry(1, seen: behind, changed: hour, .seen)], 0),
            // A time in the future counts itself only, so that nothing counts until it has come.
            ([entry(2, seen: behind), entry(1, seen: now + 90_000_000)], 1_000),
        ]
        for (earlier, spent) in cases {
            for (limit, isAllowed) in [(spent + 5, true), (spent + 4, false)] {
                var fixture = Self.fixture(day: limit, earlier: earlier)
                fixture.now = now
                let policy = PolicyCheck(services: fixture.services)
                #expect(
                    ((try? policy.check(.payment(Self.payment(5)), of: .dash)) != nil) == isAllowed, "\(earlier)")
            }
        }
    }

    @Test("S7: a payment with an old time counts until the network calls it final, and no longer")
    func notFinal() async throws {
        let chain = Self.chain
        let utxo = OwnedUTXO.example(100_000_000, index: 7)
        for (state, counts) in [
            (TransactionState.waiting(isLocked: false), true), (.confirmed(5, isLocked: false), true),
            (.confirmed(6, isLocked: false), false), (.waiting(isLocked: true), false),
        ] {
            let journal = MemoryJournal()
            let request = JournalRequest(
                action: .payment, scheme: "dash", fingerprint: "f", chain: chain, sender: nil, recipient: "Y")
            let entry = try journal.begin(request, at: 1)
            let payment = PaymentIntent(
                chain: chain, inputs: [utxo], recipient: "Y", amount: Amount(units: 1_000)!, change: nil)
            for step in [
                .approved(.payment(payment)), .signed(.example, inputs: [utxo.outpoint]), .sent, .ended(.done),
            ] as [JournalStep] { try journal.note(step, of: entry, at: 1) }
            var fixture = ExecutionFixture(ExecutionFixture.passcode)
            fixture.now = 10_000_000
            fixture.settings.policy.limits["dash"] = SpendingLimits(day: Amount(units: 50_000_226))
            var services = fixture.services
            services.journal = journal
            services.networks = FakeNetworks(chain: ScriptedChain(knowing: [SignedTransaction.example.id: state]))
            let outcome = await LinkExecution(services: services).run(try fixture.read(ExecutionFixture.pay)).outcome
            if case .paid = outcome { #expect(!counts) } else { #expect(counts, "\(outcome)") }
        }
    }
}
