import JournalConformance
import RouterTestSupport
import Synchronization
import Testing

@testable import SchemeRouter

/// A payment of bitcoin that was sent an hour ago, and what is needed to replace it.
struct BumpWorld {
    static let now: UnixTime = 100_000
    static let chain = ChainID(coin: "bitcoin", network: .main, isPractice: false)
    static let first = SignedTransaction(
        id: TransactionID(hex: String(repeating: "a", count: 64))!, bytes: [7])
    static let spent = OwnedUTXO.example(60_000_000, of: TransactionID(hex: String(repeating: "f", count: 64))!)
    static let recipient = "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA"

    var fixture: ExecutionFixture
    var journal = MemoryJournal()
    let chain: ScriptedChain
    let entry: Int64

    init(
        _ chain: ScriptedChain = ScriptedChain(.waiting(isLocked: false)), _ answers: FakePrompt.Answer...,
        isReplaceable: Bool = true, isKnown: Bool = true, steps: Int = 5, on id: ChainID = Self.chain
    ) throws {
        self.chain = chain
        fixture = ExecutionFixture(answers)
        fixture.now = Self.now
        fixture.keyring = FakeKeyring(utxos: [.example(100_000_000, index: 7)])
        let request = JournalRequest(
            action: .payment, scheme: "bitcoin", fingerprint: "link", chain: id, sender: "shop",
            recipient: Self.recipient, amount: Amount(units: 50_000_000))
        entry = try journal.begin(request, at: Self.now - 3_600)
        let input = Self.spent
        let change = PaymentIntent.Change(
            path: fixture.keyring.path.appending(1, 0), amount: Amount(units: 9_999_774)!)
        let payment = PaymentIntent(
            chain: id, inputs: [input], recipient: Self.recipient, amount: Amount(units: 50_000_000)!,
            change: change)
        let all: [JournalStep] = [
            .approved(.payment(payment)), .signed(Self.first, inputs: [input.outpoint]), .sent, .calling,
            .ended(.done),
        ]
        for step in all.prefix(steps) { try journal.note(step, of: entry, at: Self.now - 3_600) }
        guard isKnown else { return }
        fixture.keyring.sentPayments.withLock {
            $0[Self.first.id] = SentPayment(
                inputs: [input], previous: [:], change: change,
                changeOutpoint: Outpoint(transaction: Self.first.id, index: 1), fee: Amount(units: 226)!,
                size: .init(signed: 225, largest: 226, change: 34), isReplaceable: isReplaceable)
        }
    }

    var services: Services {
        var services = fixture.services
        services.journal = journal
        services.networks = FakeNetworks(chain: chain)
        return services
    }

    func bump(_ fee: FeeChoice? = .rate(Amount(units: 20_000)!)) async throws -> FeeBump.Result {
        await FeeBump(services: services, routes: try fixture.router().routes).run(entry, fee: fee)
    }

    func resume() async throws -> [Resumed] {
        try await Resumption(services: services, router: try fixture.router()).run()
    }

    /// The same, on a network that says something else by now.
    func on(_ chain: ScriptedChain, _ answers: FakePrompt.Answer..., later: UnixTime = 0) throws -> BumpWorld {
        var world = try BumpWorld(chain)
        world.fixture = fixture
        world.fixture.prompt = FakePrompt(answers)
        world.fixture.now += later
        return world.with(journal)
    }

    func entry(_ id: Int64) throws -> JournalEntry { try #require(try journal.entry(id)) }

    /// What that payment spends.
    static let input = spent.outpoint

    func with(_ journal: MemoryJournal) -> BumpWorld {
        var world = self
        world.journal = journal
        return world
    }

    var coin: CoinDescriptor? { try? fixture.router().routes.coin("bitcoin") }
    var newest: JournalEntry { get throws { try #require(try journal.newest(1).first) } }
    var sent: [SignedTransaction] { chain.sent.withLock { $0 } }

    /// After a bump that was sent, or refused.
    static func bumped(_ chain: ScriptedChain, failing: Bool = false) async throws -> BumpWorld {
        let failure = failing ? ServiceError(.networkRefused, "no") : nil
        let before = try BumpWorld(
            ScriptedChain(.waiting(isLocked: false), failing: failure), ExecutionFixture.passcode)
        _ = try await before.bump()
        var after = try BumpWorld(chain)
        after.fixture = before.fixture
        // The journal of the first is the second's.
        return after.with(before.journal)
    }
}
