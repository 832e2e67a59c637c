import JournalConformance
import RouterTestSupport

@testable import SchemeRouter

/// Payments that were given up, and what is paid after them.
enum Abandoned {
    static let ids = (1...9).map { TransactionID(hex: String(repeating: "0\($0)", count: 32))! }
    static let chainID = ChainID(coin: "dash", network: .main, isPractice: false)
    /// UTXOs of other transactions than the one that the fake wallet signs.
    static let utxos = (0..<3).map { index in
        OwnedUTXO(
            outpoint: Outpoint(transaction: ids[8], index: UInt32(index)), amount: Amount(units: 60_000_000)!,
            path: FakeKeyring().path.appending(0, 0), confirmations: 6)
    }

    /// Notes that payment `number` was signed and then ended so. Returns its entry.
    @discardableResult
    static func note(
        _ end: JournalEnd, of number: Int, spending utxos: [OwnedUTXO], on chain: ChainID = chainID,
        bumps: Int64? = nil, paying recipient: String = ExecutionFixture.address, owing reply: JournalReply? = nil,
        in journal: MemoryJournal
    ) throws -> Int64 {
        let request = JournalRequest(
            action: .payment, scheme: "dash", fingerprint: "\(number)", chain: chain, sender: nil,
            recipient: recipient, reply: reply, bumps: bumps)
        let entry = try journal.begin(request, at: 1)
        let payment = PaymentIntent(
            chain: chain, inputs: utxos, recipient: recipient, amount: Amount(units: 50_000_000)!,
            change: nil)
        try journal.note(.approved(.payment(payment)), of: entry, at: 1)
        let signed = SignedTransaction(id: ids[number], bytes: [1])
        try journal.note(.signed(signed, inputs: utxos.map(\.outpoint)), of: entry, at: 1)
        try journal.note(.ended(end), of: entry, at: 1)
        return entry
    }

    struct Paid {
        var outcome: Outcome
        var inputs: [OwnedUTXO]
    }

    /// Opens a link that asks for 0.5, with that journal, UTXOs and network.
    static func pay(
        _ journal: MemoryJournal, utxos: [OwnedUTXO] = utxos, on chain: ScriptedChain = ScriptedChain(),
        plugin: any ReadingPlugin = ExecutionFixture().plugin, at now: UnixTime = 1_000_000
    ) async throws -> Paid {
        var fixture = ExecutionFixture([ExecutionFixture.passcode])
        fixture.plugin = plugin
        fixture.now = now
        fixture.keyring = FakeKeyring(utxos: utxos)
        var services = fixture.services
        services.journal = journal
        services.networks = FakeNetworks(chain: chain)
        let outcome = await LinkExecution(services: services).run(try fixture.read(ExecutionFixture.pay)).outcome
        return Paid(outcome: outcome, inputs: fixture.signed.last?.inputs ?? [])
    }

    /// A payment that was given up, and a later one that was sent and spends the same.
    static func guarded(by recipient: String, owing reply: JournalReply? = nil) throws -> MemoryJournal {
        let journal = MemoryJournal()
        try note(.failed, of: 1, spending: [utxos[0]], owing: reply, in: journal)
        try send(2, spending: utxos[0], to: recipient, in: journal)
        return journal
    }

    static func send(
        _ number: Int, spending utxo: OwnedUTXO, to recipient: String = elsewhere, in journal: MemoryJournal
    ) throws {
        let entry = try note(.unknown, of: number, spending: [utxo], paying: recipient, in: journal)
        for step in [JournalStep.sent, .ended(.done)] { try journal.note(step, of: entry, at: 1) }
    }

    static let elsewhere = "XjkMY3GiK5aHwbpg9Uaw7QCPk3QE63Nh5i"

    static func change(of number: Int) -> OwnedUTXO {
        OwnedUTXO(
            outpoint: Outpoint(transaction: ids[number], index: 1), amount: utxos[0].amount,
            path: FakeKeyring().path.appending(1, 0), confirmations: 0, isFromOwnPayment: true)
    }
}
