import JournalConformance
import RouterTestSupport
import Synchronization
import Testing

@testable import SchemeRouter

/// A payment that waits is signed again with a higher fee: one of the two is paid at most (S6).
@Suite struct FeeBumpTests {
    private typealias World = BumpWorld

    @Test("S11: the same inputs, recipient and amount; only the change is less; it is shown and needs the passcode")
    func raises() async throws {
        let world = try World(ScriptedChain(.waiting(isLocked: false)), ExecutionFixture.passcode)
        let result = try await world.bump()
        guard case .paid(let signed, let payment, let callback) = result.outcome else {
            Issue.record("\(result.outcome)")
            return
        }
        #expect(world.sent == [signed] && result.replaced == World.first.id)
        #expect(payment.fee?.units == 4_520 && payment.amount.units == 50_000_000)
        #expect(payment.recipient == World.recipient && payment.inputs.map(\.amount.units) == [60_000_000])
        #expect(payment.change?.amount.units == 9_995_480)
        #expect(callback.reasonToTell?.text.contains("Nobody was notified") == true)
        #expect(world.fixture.opened.isEmpty)
        let entry = try world.newest
        #expect(entry.request.bumps == world.entry && entry.end == .done && entry.progress == .sent)
        #expect(entry.inputs == payment.inputs.map(\.outpoint) && entry.request.reply == nil)
        let pages = world.fixture.prompt.shown.map(\.flowing).joined()
        for words in [
            "Raise the fee of payment #1: 0.5 BTC", "Current fee: 0.00000226 BTC", "New fee: 0.0000452 BTC",
            "difference of 0.00004294 BTC", "20000 satoshi", "only one of them can be confirmed", World.first.id.hex,
        ] {
            #expect(pages.contains(words), "\(words): \(pages)")
        }
        // A second one would raise the fee of the second payment, not of the first.
        guard case .failed(let error) = try await world.bump().outcome else {
            Issue.record("it was raised twice")
            return
        }
        #expect(error.code == .notReplaceable && error.message.contains("already raised"))
    }

    @Test(
        "S5: whoever refuses, or types a wrong passcode three times, changes nothing, and the journal has no new entry")
    func refused() async throws {
        for answers in [[FakePrompt.Answer.fail(.refused)], Array(repeating: .type("wrong"), count: 3)] {
            var world = try World()
            world.fixture.prompt = FakePrompt(answers)
            switch try await world.bump().outcome {
            case .refused where answers.count == 1: break
            case .failed(let error) where answers.count == 3: #expect(error.code == .tooManyPasscodes)
            case let outcome: Issue.record("\(outcome)")
            }
            #expect(world.sent.isEmpty && world.fixture.signed.isEmpty)
            #expect(try world.newest.id == world.entry)
        }
    }

    @Test("S5: two wrong passcodes are forgiven, three are not, and the person is told how many tries are left")
    func tries() async throws {
        for (wrong, isPaid) in [(2, true), (3, false)] {
            var world = try World()
            world.fixture.prompt = FakePrompt(
                Array(repeating: .type("wrong"), count: wrong) + [ExecutionFixture.passcode])
            let outcome = try await world.bump().outcome
            if case .paid = outcome { #expect(isPaid) } else { #expect(!isPaid, "\(outcome)") }
            let mistakes = ["The passcode is wrong. 2 tries left.", "The passcode is wrong. One try left."]
            #expect(world.fixture.prompt.mistakes == mistakes)
        }
    }

    @Test(
        "S16: the higher fee is at most the coin's highest, to the unit",
        arguments: [(368_774, 369_000), (368_775, nil)] as [(Int64, Int64?)])
    func highest(before: Int64, fee: Int64?) async throws {
        // 246 bytes at 1,500,000 satoshi per 1,000 bytes are 369,000; relaying 226 bytes costs 226.
        let world = try World(ScriptedChain(.waiting(isLocked: false)), ExecutionFixture.passcode)
        world.fixture.keyring.sentPayments.withLock { payments in
            guard let sent = payments[World.first.id], let change = sent.change else { return }
            payments[World.first.id] = SentPayment(
                inputs: sent.inputs, previous: [:],
                change: .init(path: change.path, amount: Amount(units: 10_000_000 - before)!),
                changeOutpoint: sent.changeOutpoint, fee: Amount(units: before)!,
                size: .init(signed: 226, largest: 226, change: 34), isReplaceable: true)
        }
        let outcome = try await world.bump(nil).outcome
        switch outcome {
        case .paid(_, let payment, _): #expect(payment.fee?.units == fee)
        case .failed(let error):
            #expect(fee == nil && error.code == .refusedByCheck, "\(error)")
            #expect(error.message == "The higher fee would exceed the highest that is ever paid.")
            #expect(world.fixture.prompt.shown.isEmpty && world.sent.isEmpty)
        default: Issue.record("\(outcome)")
        }
    }

    @Test("S11: a payment that does not spend what the journal says is not signed again")
    func otherInputs() async throws {
        let world = try World(ScriptedChain(.waiting(isLocked: false)), ExecutionFixture.passcode)
        world.fixture.keyring.sentPayments.withLock { payments in
            guard let sent = payments[World.first.id] else { return }
            payments[World.first.id] = SentPayment(
                inputs: [.example(60_000_000, index: 3)], previous: [:], change: sent.change,
                changeOutpoint: sent.changeOutpoint, fee: sent.fee, size: sent.size, isReplaceable: true)
        }
        guard case .failed(let error) = try await world.bump().outcome else {
            Issue.record("it was signed")
            return
        }
        #expect(error.code == .refusedByCheck && world.fixture.prompt.shown.isEmpty && world.fixture.signed.isEmpty)
    }

    @Test("S14: a payment is not replaced on another network, nor by a wallet that cannot be used")
    func elsewhere() async throws {
        let practice = ChainID(coin: "bitcoin", network: .main, isPractice: true)
        let other = try World(ScriptedChain(.waiting(isLocked: false)), ExecutionFixture.passcode, on: practice)
        guard case .failed(let error) = try await other.bump().outcome else {
            Issue.record("it was replaced")
            return
        }
        #expect(error.code == .noNetwork && other.fixture.prompt.shown.isEmpty && other.sent.isEmpty)
        var broken = try World(ScriptedChain(.waiting(isLocked: false)), ExecutionFixture.passcode)
        let problem = ServiceError(.damagedKeystore, "The wallet file is damaged.")
        let keyring = FakeKeyring(utxos: broken.fixture.keyring.owned, problem: problem)
        let payments = broken.fixture.keyring.sentPayments.withLock { $0 }
        keyring.sentPayments.withLock { $0 = payments }
        broken.fixture.keyring = keyring
        guard case .failed(let damage) = try await broken.bump().outcome else {
            Issue.record("it was replaced")
            return
        }
        #expect(damage.message == problem.message && broken.fixture.prompt.shown.isEmpty && broken.sent.isEmpty)
    }

    @Test("what is confirmed, locked, gone, replaced, foreign or not replaceable is refused without a question")
    func notReplaceable() async throws {
        let other = TransactionID(hex: String(repeating: "7", count: 64))!
        let input = World.input
        let change = Outpoint(transaction: World.first.id, index: 1)
        let waiting = TransactionState.waiting(isLocked: false)
        let cases: [(World, String)] = [
            (try World(ScriptedChain(.confirmed(1, isLocked: false))), "is already confirmed"),
            (try World(ScriptedChain(.waiting(isLocked: true))), "is locked"),
            (try World(ScriptedChain(.unknown, outputs: [input: .unspent])), "does not have payment"),
            (try World(ScriptedChain(.unknown, outputs: [input: .spent(other)])), other.hex),
            (try World(ScriptedChain(waiting, outputs: [change: .spentByWaiting(other)])), "already been spent"),
            (try World(ScriptedChain(waiting), isReplaceable: false), "BIP125"),
            (try World(ScriptedChain(waiting), isKnown: false), "None of this wallet's accounts"),
            (try World(ScriptedChain(waiting), steps: 0), "was never sent"),
            (try World(ScriptedChain(waiting), steps: 2), "not known whether"),
            (try World(ScriptedChain(waiting), steps: 4), "not received its answer"),
        ]
        for (world, words) in cases {
            guard case .failed(let error) = try await world.bump().outcome else {
                Issue.record("\(words): it was not refused")
                continue
            }
            #expect(error.code == .notReplaceable && (error.message + (error.hint ?? "")).contains(words), "\(error)")
            #expect(world.fixture.prompt.shown.isEmpty && world.sent.isEmpty && world.fixture.signed.isEmpty)
            #expect(try world.newest.id == world.entry)
        }
    }

    @Test("a missing entry and a rate out of range are errors")
    func badInput() async throws {
        let world = try World()
        let bump = FeeBump(services: world.services, routes: try world.fixture.router().routes)
        guard case .failed(let missing) = await bump.run(99).outcome else { return }
        #expect(missing.code == .notReplaceable && missing.message.contains("#99"))
        for rate in [1, 1_500_001, 1_990] as [Int64] {
            guard case .failed(let error) = try await world.bump(.rate(Amount(units: rate)!)).outcome else {
                Issue.record("\(rate) was taken")
                continue
            }
            #expect(error.code == .refusedByPolicy && error.message.contains("1500000"), "\(error.message)")
        }
    }

    @Test("S16: a server that calls a confirmed payment unconfirmed gets a bump that networks refuse; nothing is lost")
    func lyingServer() async throws {
        let refusal = ServiceError(.networkRefused, "bad-txns-inputs-missingorspent")
        let world = try World(
            ScriptedChain(.waiting(isLocked: false), failing: refusal), ExecutionFixture.passcode)
        guard case .failed(let error) = try await world.bump().outcome else {
            Issue.record("it was not refused")
            return
        }
        #expect(error.code == .networkRefused)
        let entry = try world.newest
        #expect(entry.request.bumps == world.entry && entry.end == .failed)
        #expect(try world.journal.undecidedPayments().isEmpty)
        #expect(try world.journal.entry(world.entry)?.end == .done)
    }

    @Test("S6: a lost answer leaves the new payment undecided; “resume” sends the same bytes, and never the first")
    func lostAnswer() async throws {
        let world = try World(
            ScriptedChain(.waiting(isLocked: false), failing: ServiceError(.answerUnknown, "lost")),
            ExecutionFixture.passcode)
        guard case .unknown(let signed, _) = try await world.bump().outcome else {
            Issue.record("it was not unknown")
            return
        }
        let undecided = try world.journal.undecidedPayments()
        #expect(undecided.map(\.request.bumps) == [world.entry] && undecided.map(\.transaction) == [signed])
        _ = try await world.resume()
        #expect(Set(world.sent) == [signed])
        guard case .failed(let error) = try await world.bump().outcome else { return }
        #expect(error.code == .notReplaceable)
    }

    @Test("S6: while the second is undecided nothing spends what the first gives back: it may be lost")
    func changeIsLeft() async throws {
        for isLost in [true, false] {
            var world = try World(
                ScriptedChain(
                    .waiting(isLocked: false), failing: isLost ? ServiceError(.answerUnknown, "lost") : nil),
                ExecutionFixture.passcode)
            let sent = world.fixture.keyring.sentPayments.withLock { $0 }
            let change = OwnedUTXO.example(
                9_999_774, index: 1, confirmations: 0, branch: 1, isFromOwnPayment: true, of: World.first.id)
            world.fixture.keyring = FakeKeyring(utxos: [change])
            world.fixture.keyring.sentPayments.withLock { $0 = sent }
            if isLost { _ = try await world.bump() }
            let link = try world.fixture.read("bitcoin:\(World.recipient)?amount=0.01")
            let preview = try? await LinkExecution(services: world.services).preview(link)
            #expect((preview == nil) == isLost)
        }
    }

    @Test(
        "S6: wherever the journal fails, nothing is sent that it does not have",
        arguments: [
            (0, 0), (1, 0), (2, 0), (3, 1),
        ])
    func fullDisk(calls: Int, sent: Int) async throws {
        let world = try World(ScriptedChain(.waiting(isLocked: false)), ExecutionFixture.passcode)
        var services = world.services
        services.journal = FailingJournal(world.journal, after: calls)
        let routes = try world.fixture.router().routes
        let result = await FeeBump(services: services, routes: routes).run(
            world.entry, fee: .rate(Amount(units: 20_000)!))
        #expect(world.sent.count == sent)
        if sent == 0 {
            guard case .failed(let error) = result.outcome else {
                Issue.record("\(result.outcome)")
                return
            }
            #expect(error.code == .cannotWrite)
        }
        // The next start finds what there is: the payment that is out, or nothing.
        _ = try await world.resume()
        let entries = try world.journal.newest(10)
        #expect(entries.allSatisfy { !$0.isUnfinished })
        #expect(entries.count { $0.request.bumps != nil && $0.end == .done } == sent)
        #expect(!world.sent.contains(World.first))
    }

    @Test("S6: where the journal may have the payment, it is not sent, and the next start sends it")
    func unsureJournal() async throws {
        let world = try World(ScriptedChain(.waiting(isLocked: false)), ExecutionFixture.passcode)
        var services = world.services
        services.journal = FailingJournal(world.journal, after: 2, isUnsure: true)
        let routes = try world.fixture.router().routes
        let result = await FeeBump(services: services, routes: routes).run(
            world.entry, fee: .rate(Amount(units: 20_000)!))
        guard case .unknown(_, let error) = result.outcome else {
            Issue.record("\(result.outcome)")
            return
        }
        #expect(error.code == .answerUnknown)
        #expect(world.sent.isEmpty)
        _ = try await world.resume()
        #expect(world.sent.count == 1)
        #expect(try world.journal.newest(10).allSatisfy { !$0.isUnfinished })
    }

    /// A journal on a disk that is full after so many changes, or in a database that answers no more.
    private final class FailingJournal: ForwardingJournal {
        let journal: MemoryJournal
        let left: Countdown
        /// Whether the first change that fails is made all the same.
        let isUnsure: Bool

        init(_ journal: MemoryJournal, after calls: Int, isUnsure: Bool = false) {
            self.journal = journal
            left = Countdown(calls)
            self.isUnsure = isUnsure
        }

        func begin(_ request: JournalRequest, at time: UnixTime) throws(ServiceError) -> Int64 {
            try left.take()
            return try journal.begin(request, at: time)
        }

        func note(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError) {
            do throws(ServiceError) { try left.take() } catch {
                guard isUnsure, case .signed = step else { throw error }
                try journal.note(step, of: entry, at: time)
                throw ServiceError(.answerUnknown, "The database went away while it committed.")
            }
            try journal.note(step, of: entry, at: time)
        }
    }

    private final class Countdown: Sendable {
        private let left: Mutex<Int>
        init(_ left: Int) { self.left = Mutex(left) }

        func take() throws(ServiceError) {
            let isFull = left.withLock { left in
                left -= 1
                return left < 0
            }
            if isFull { throw ServiceError(.cannotWrite, "no space left on device") }
        }
    }

    @Test(
        "S7: limits count the amount once, and for the second only the increase of the fee",
        arguments: [(0, true), (-1, false)])
    func limits(spare: Int64, isAllowed: Bool) async throws {
        var world = try World(ScriptedChain(.waiting(isLocked: false)), ExecutionFixture.passcode)
        world.fixture.settings.policy.limits["bitcoin"] = SpendingLimits(
            payment: nil, day: Amount(units: 50_004_520 + spare))
        let result = try await world.bump()
        if case .paid = result.outcome { #expect(isAllowed) } else { #expect(!isAllowed) }
        guard isAllowed else { return }
        // The next payment has exactly nothing left, and not less.
        let check = PolicyCheck(services: world.services)
        let coin = try #require(world.coin)
        #expect(throws: ServiceError(.refusedByPolicy, "")) {
            try check.check(.payment(Self.payment(1)), of: coin)
        }
        world.fixture.settings.policy.limits["bitcoin"]?.day = Amount(units: 50_004_521)
        try PolicyCheck(services: world.services).check(.payment(Self.payment(1)), of: coin)
    }

    @Test(
        "S7: what replaces a payment costs its limit at most, the higher fee included",
        arguments: [(0, true), (-1, false)])
    func paymentLimit(spare: Int64, isAllowed: Bool) async throws {
        var world = try World(ScriptedChain(.waiting(isLocked: false)), ExecutionFixture.passcode)
        world.fixture.settings.policy.limits["bitcoin"] = SpendingLimits(payment: Amount(units: 50_004_520 + spare))
        switch try await world.bump().outcome {
        case .paid: #expect(isAllowed)
        case .failed(let error):
            #expect(!isAllowed && error.code == .refusedByPolicy)
            #expect(world.sent.isEmpty && world.fixture.prompt.shown.isEmpty)
        case let other: Issue.record("\(other)")
        }
    }

    private static func payment(_ units: Int64) -> PaymentIntent {
        PaymentIntent(
            chain: World.chain, inputs: [.example(units)], recipient: World.recipient, amount: Amount(units: units)!,
            change: nil)
    }
}
