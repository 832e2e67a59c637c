import RouterSecrets
import RouterTestSupport
import Synchronization
import Testing

@testable import SchemeRouter

/// What goes wrong while a fee is raised, and what is said of it (S6).
@Suite struct BumpFaultTests {
    private typealias World = BumpWorld
    private static let waiting = TransactionState.waiting(isLocked: false)

    @Test("S6: a payment whose sending could not be recorded does not end, so that the next start finds it undecided")
    func unrecorded() async throws {
        let world = try World(ScriptedChain(Self.waiting), ExecutionFixture.passcode)
        let journal = FakeJournal()
        try journal.state.withLock { state in
            state.earlier = [try world.entry(world.entry)]
            state.failsAt = { $0 == .sent }
        }
        var services = world.services
        services.journal = journal
        let result = await FeeBump(services: services, routes: try world.fixture.router().routes).run(world.entry)
        guard case .paid(let signed, let payment, _) = result.outcome else {
            Issue.record("\(result.outcome)")
            return
        }
        #expect(world.sent == [signed] && result.entry == 2 && result.acceptance == .network)
        #expect(
            journal.steps == [
                .approved(.payment(payment)), .signed(signed, inputs: payment.inputs.map(\.outpoint)),
            ])
    }

    @Test("only a wrong passcode may be typed again")
    func otherFailure() async throws {
        var world = try World(ScriptedChain(Self.waiting))
        let problem = ServiceError(.damagedKeystore, "The wallet file is damaged.")
        let payments = world.fixture.keyring.sentPayments.withLock { $0 }
        world.fixture.keyring = FakeKeyring(utxos: world.fixture.keyring.owned, unlockFailure: problem)
        world.fixture.keyring.sentPayments.withLock { $0 = payments }
        world.fixture.prompt = FakePrompt(Array(repeating: ExecutionFixture.passcode, count: 3))
        guard case .failed(let error) = try await world.bump().outcome else {
            Issue.record("it went on")
            return
        }
        #expect(error.code == .damagedKeystore && error.message == problem.message)
        #expect(world.fixture.prompt.shown.count == 1 && world.fixture.prompt.mistakes.isEmpty)
    }

    @Test("a refusal by the network says that the first payment stays, and why it may have been refused")
    func refused() async throws {
        let refusal = ServiceError(.networkRefused, "txn-mempool-conflict", hint: "Pay again.")
        let world = try World(ScriptedChain(Self.waiting, failing: refusal), ExecutionFixture.passcode)
        guard case .failed(let error) = try await world.bump().outcome else {
            Issue.record("it was not refused")
            return
        }
        #expect(error.code == .networkRefused && error.message == refusal.message)
        #expect(
            error.hint
                == "The first payment stays as it is. Perhaps it is in a block now, or nodes here let no payment be "
                + "replaced (“-mempoolreplacement”).")
    }

    @Test("the preview shows what the person is then asked, and changes nothing")
    func preview() async throws {
        let world = try World(ScriptedChain(Self.waiting), ExecutionFixture.passcode)
        let bump = FeeBump(services: world.services, routes: try world.fixture.router().routes)
        for fee in [nil, .rate(Amount(units: 30_000)!)] as [FeeChoice?] {
            let pages = try await bump.preview(world.entry, fee: fee)
            #expect(world.sent.isEmpty)
            #expect(try world.newest.id == world.entry)
            let asking = try World(ScriptedChain(Self.waiting), ExecutionFixture.passcode)
            _ = try await asking.bump(fee)
            #expect(asking.fixture.prompt.shown.map(\.pages) == [pages])
        }
    }

    // MARK: - Other wallets

    @Test("S6: where a node's wallet pays now, or the coin has named accounts, our keys sign nothing again")
    func otherWallets() async throws {
        let world = try World(ScriptedChain(Self.waiting), ExecutionFixture.passcode)
        var services = world.services
        services.networks = FakeNetworks(chain: world.chain, wallet: FakeNodeWallet())
        let routes = try world.fixture.router().routes
        let eos = ChainID(coin: "eos", network: .main, isPractice: false)
        let accounts = try World(ScriptedChain(Self.waiting), ExecutionFixture.passcode, on: eos)
        let results = [
            (world, await FeeBump(services: services, routes: routes).run(world.entry)),
            (accounts, try await accounts.bump()),
        ]
        let messages = [
            "A wallet of your node made payment #1, with the node's keys.",
            "The coin “eos” no longer has a descriptor.",
        ]
        for ((world, result), message) in zip(results, messages) {
            guard case .failed(let error) = result.outcome else {
                Issue.record("\(result.outcome)")
                continue
            }
            #expect(error.code == .notReplaceable && error.message == message)
            #expect(world.sent.isEmpty && world.fixture.prompt.shown.isEmpty && world.fixture.signed.isEmpty)
        }
    }

    // MARK: - Accounts

    /// An account that knows its payments only once it knows its addresses.
    private final class NewAccount: AccountReader, Keyring {
        let keyring: FakeKeyring
        let isSurveyed = Mutex(false)

        init(_ keyring: FakeKeyring) { self.keyring = keyring }

        var name: AccountName { keyring.name }
        var path: DerivationPath { keyring.path }

        func survey(progress: ProgressReport?) async throws(ServiceError) -> AccountSurvey {
            isSurveyed.withLock { $0 = true }
            return try await keyring.survey(progress: progress)
        }

        func sentPayment(
            _ signed: SignedTransaction, to recipient: String, amount: Amount
        ) async throws(ServiceError) -> SentPayment? {
            guard isSurveyed.withLock({ $0 }) else { return nil }
            return try await keyring.sentPayment(signed, to: recipient, amount: amount)
        }

        func proofs(of utxos: [OwnedUTXO]) async throws(ServiceError) -> [TransactionID: [UInt8]] {
            try await keyring.proofs(of: utxos)
        }

        func address(at path: DerivationPath) throws(ServiceError) -> OwnAddress? { try keyring.address(at: path) }
        func checkReady() throws(ServiceError) {}

        func accounts(
            of coin: CoinDescriptor, on network: ConfiguredNetwork
        ) throws(ServiceError) -> [any AccountReader] { [self] }

        func unlock(with passcode: borrowing Secret) async throws(ServiceError) -> any UnlockedKeyring {
            try await keyring.unlock(with: passcode)
        }
    }

    @Test("an account is surveyed before it is asked for the payment")
    func surveyed() async throws {
        let world = try World(ScriptedChain(Self.waiting), ExecutionFixture.passcode)
        var services = world.services
        services.keyring = NewAccount(world.fixture.keyring)
        let result = await FeeBump(services: services, routes: try world.fixture.router().routes).run(world.entry)
        guard case .paid = result.outcome else {
            Issue.record("\(result.outcome)")
            return
        }
    }

    // MARK: - Rivals

    @Test(
        "S16: a payment is replaced only by one of ours that the journal calls final, whatever the network says of that"
    )
    func finalRival() async throws {
        let second = SignedTransaction.example.id
        let chain = ScriptedChain(
            outputs: [World.input: .spent(second)],
            knowing: [World.first.id: .unknown, second: .confirmed(6, isLocked: false)])
        let world = try await World.bumped(chain)
        let resumption = Resumption(services: world.services, router: try world.fixture.router())
        #expect(try await resumption.follow(among: [1], sends: false).isEmpty)
        #expect(try world.entry(1).settlement == nil)
        #expect(try await resumption.follow(sends: false).isEmpty)
        #expect(try world.entry(1).settlement == .replaced && world.entry(2).settlement == .final)
    }
}
