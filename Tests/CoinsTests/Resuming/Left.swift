import JournalConformance
import RouterTestSupport
import SchemeRouter
import Testing

/// A journal with one entry that an earlier start left, and what is needed to finish it.
struct Left {
    static let signedAt: UnixTime = 100_000
    static let utxos = [OwnedUTXO.example(100_000_000), .example(50_000_000, index: 1)]

    var fixture: ExecutionFixture
    let journal = MemoryJournal()
    let chain: ScriptedChain
    let entry: Int64

    /// - Parameters:
    ///   - link: what was opened.
    ///   - steps: how many of approved, signed, sent and calling were taken.
    init(
        _ link: String = ExecutionFixture.pay, steps: Int = 2, on chain: ScriptedChain? = nil,
        age: UnixTime = 60, _ answers: FakePrompt.Answer...
    ) throws {
        // A payment that was sent is there.
        let chain = chain ?? (steps > 2 ? ScriptedChain(.waiting(isLocked: false)) : ScriptedChain())
        self.chain = chain
        fixture = ExecutionFixture(answers)
        fixture.now = Self.signedAt + age
        // The wallet has another UTXO, so that a new payment would be possible.
        fixture.keyring = FakeKeyring(utxos: [.example(100_000_000, index: 7)])
        let read = try fixture.read(link)
        let action = read.request.action
        let request = JournalRequest(
            action: action, scheme: "dashwallet", fingerprint: read.fingerprint,
            chain: ChainID(coin: "dash", network: .main, isPractice: false), sender: "myapp",
            recipient: ExecutionFixture.address, reply: action == .payment ? .toSender : nil)
        entry = try journal.begin(request, at: Self.signedAt)
        let path = fixture.keyring.path
        let payment = PaymentIntent(
            chain: request.chain, inputs: Self.utxos, recipient: ExecutionFixture.address,
            amount: try #require(Amount(units: 50_000_000)), change: nil)
        let address = AddressIntent(chain: request.chain, address: OwnAddress(text: "X", path: path))
        let all: [JournalStep] = [
            .approved(action == .payment ? .payment(payment) : .address(address)),
            .signed(.example, inputs: Self.utxos.map(\.outpoint)), .sent, .calling,
        ]
        for step in all.prefix(steps) { try journal.note(step, of: entry, at: Self.signedAt) }
    }

    var services: Services {
        var services = fixture.services
        services.journal = journal
        services.networks = FakeNetworks(chain: chain)
        return services
    }

    func resume(asks: Bool = true) async throws -> Resumed.State? { try await resumeAll(asks: asks).first?.state }

    func resumeAll(asks: Bool = true) async throws -> [Resumed] {
        try await resumption.run(asks: asks)
    }

    var resumption: Resumption { get throws { Resumption(services: services, router: try fixture.router()) } }

    func open(_ link: String = ExecutionFixture.pay) async throws -> Outcome {
        await LinkExecution(services: services).run(try fixture.read(link)).outcome
    }

    var end: JournalEnd? { get throws { try journal.newest(1).first?.end } }
    var sent: [SignedTransaction] { chain.sent.withLock { $0 } }
    static let payack =
        "myapp://callback=payack&address=\(ExecutionFixture.address)&txid=\(SignedTransaction.example.id.hex)"
}
