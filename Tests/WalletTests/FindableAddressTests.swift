import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Synchronization
import Testing

@testable import RouterWallet

/// S16: change and addresses stay where an honest server is asked for them, whatever one server says.
@Suite struct FindableAddressTests {
    /// Says of the first addresses of both branches that they are used, and proves nothing.
    final class Liar: Chain {
        let honest: TransactionChain
        let scripts: Set<[UInt8]>

        init(calling scripts: Set<[UInt8]>, behind honest: TransactionChain) {
            (self.scripts, self.honest) = (scripts, honest)
        }

        func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] {
            try await honest.unspentOutputs(payingTo: scripts)
        }
        func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> {
            try await honest.usedScripts(among: scripts).union(self.scripts.intersection(scripts))
        }
        /// A transaction that pays elsewhere.
        func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] {
            honest.state.withLock { $0.entries }.map {
                HistoricTransaction(id: $0.transaction.id, confirmations: 3, time: nil)
            }
        }
        func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] {
            try await honest.transactions(ids)
        }
        func state(of id: TransactionID) async throws(ServiceError) -> TransactionState { .unknown }
        func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] { [:] }
        func feePerKB() async throws(ServiceError) -> Amount? { nil }
        func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance { .network }
    }

    let wallet: TestWallet
    let chain = TransactionChain()

    init() throws { wallet = try TestWallet() }

    private func account(
        _ chain: (any Chain)? = nil, gap: UInt32? = nil, of wallet: TestWallet? = nil
    ) throws -> any AccountReader {
        try WalletKeyring(files: (wallet ?? self.wallet).files, gap: gap).account(
            .number(0), of: .dash, on: .dash(chain ?? self.chain))
    }

    private func address(_ branch: UInt32, _ index: UInt32) throws -> String {
        let account = try account()
        return try #require(try account.address(at: account.path.appending(branch, index))).text
    }

    private func liar(_ count: UInt32) throws -> Liar {
        var scripts: Set<[UInt8]> = []
        for branch in 0...1 as ClosedRange<UInt32> {
            for index in 0..<count {
                scripts.insert(try Address(try address(branch, index), on: CoinDescriptor.dash.networks[.main]!).script)
            }
        }
        return Liar(calling: scripts, behind: chain)
    }

    @Test("S16: a server that calls 300 addresses used moves nothing, and one payment later all of the money is there")
    func unprovenClaims() async throws {
        let paid = try chain.add(paying: [(try address(0, 0), 100_000_000)])
        let liar = try liar(300)
        let survey = try await account(liar).survey(progress: nil)
        #expect(survey.changeAddress.path.steps.last == 0 && survey.utxos.map(\.amount.units) == [100_000_000])
        #expect(try #require(survey.receiveAddress.path.steps.last) < 21)
        // The payment, whose change an honest server is asked about by any wallet of these words.
        let intent = PaymentIntent(
            chain: ChainID(coin: "dash", network: .main, isPractice: false), inputs: survey.utxos,
            recipient: PaymentSetup.recipient, amount: Amount(units: 40_000_000)!,
            change: .init(path: survey.changeAddress.path, amount: Amount(units: 59_999_000)!))
        let unlocked = try wallet.files.unlock(with: Secret(TestWallet.passcode))
        let signed = try unlocked.sign(
            intent, approved: IntentDigest(.payment(intent)), coin: .dash, previous: [paid.id: paid.bytes])
        chain.add(try Transaction(bytes: signed.bytes), confirmations: 1)
        for reader in [try account(), try account(of: try TestWallet())] {
            #expect(try await reader.survey(progress: nil).utxos.map(\.amount.units) == [59_999_000])
        }
        // The wallet knows itself where its change went, also where the server goes on to lie.
        #expect(try await account(liar).survey(progress: nil).changeAddress.path.steps.last == 1)
    }

    @Test("S16: what whole transactions prove moves addresses as ever, and is proved once")
    func provenClaims() async throws {
        for index in 0..<45 as Range<UInt32> {
            try chain.add(paying: [(try address(0, index), 1_000), (try address(1, index), 1_000)])
        }
        let survey = try await account().survey(progress: nil)
        #expect(survey.receiveAddress.path.steps.last == 45 && survey.changeAddress.path.steps.last == 45)
        let questions = chain.state.withLock { $0.questions }
        #expect(try await account().survey(progress: nil).changeAddress == survey.changeAddress)
        // A search, and no history.
        let again = chain.state.withLock { $0.questions } - questions
        chain.state.withLock { $0.questions = 0 }
        _ = try await account(of: try TestWallet()).survey(progress: nil)
        #expect(again < chain.state.withLock { $0.questions })
    }

    @Test(
        "S16: what was proved is looked for, and the gap behind it, also where a server says later that nothing was used"
    )
    func hidden() async throws {
        for index in 0..<45 as Range<UInt32> { try chain.add(paying: [(try address(0, index), 1_000)]) }
        _ = try await account().survey(progress: nil)
        let silent = TransactionChain()
        _ = try await account(silent).survey(progress: nil)
        let behind = try Address(try address(0, 59), on: CoinDescriptor.dash.networks[.main]!).script
        #expect(silent.state.withLock { $0.asked.contains(behind) })
    }

    @Test(
        "S16: where the network does not know the proof any more, or never did, receive addresses begin at the first again",
        arguments: [false, true])
    func lostProof(isListed: Bool) async throws {
        for index in 0..<45 as Range<UInt32> {
            try chain.add(paying: [(try address(0, index), 1_000), (try address(1, index), 1_000)], confirmations: 0)
        }
        #expect(try await account().survey(progress: nil).receiveAddress.path.steps.last == 45)
        let honest = TransactionChain()
        honest.state.withLock { $0.isListed = isListed }
        try honest.add(paying: [(try address(0, 0), 5_000), (try address(0, 12), 6_000)])
        let survey = try await account(honest).survey(progress: nil)
        #expect(survey.receiveAddress.path.steps.last == 1 && survey.utxos.map(\.amount.units) == [5_000, 6_000])
        // Nobody could have made up a payment to change.
        #expect(survey.changeAddress.path.steps.last == 40)
        #expect(try await account(honest).wholeSurvey(progress: nil).survey == survey)
        #expect(try await account().survey(progress: nil).receiveAddress.path.steps.last == 45)
    }

    @Test("--gap finds what follows 20 unused addresses; once proved, it is found without --gap")
    func largerGap() async throws {
        try chain.add(paying: [(try address(1, 300), 7_000)])
        #expect(try await account().survey(progress: nil).utxos.isEmpty)
        let found = try await account(gap: 400).survey(progress: nil)
        #expect(found.utxos.map(\.amount.units) == [7_000] && found.changeAddress.path.steps.last == 0)
        #expect(try await account().survey(progress: nil).utxos.map(\.amount.units) == [7_000])

        let other = try TestWallet()
        let liar = try liar(300)
        _ = try await account(liar, gap: 400, of: other).survey(progress: nil)
        let place = AddressMarks.Place(
            chain: ChainID(coin: "dash", network: .main, isPractice: false), path: .bip44(coinType: 5, account: 0),
            branch: .external)
        #expect(other.files.marks.read()[place] == .init())
    }
}

/// S16: unconfirmed money is spent only where the wallet made it itself, by its own signatures and nobody's word.
@Suite struct OwnPaymentTests {
    let setup: PaymentSetup
    let chain = TransactionChain()

    init() throws { setup = try PaymentSetup() }

    private func utxos() async throws -> [OwnedUTXO] {
        try await WalletKeyring(files: setup.wallet.files).account(.number(0), of: .dash, on: .dash(chain)).utxos()
    }

    @Test("change of a payment that every own key signed is spendable at once")
    func own() async throws {
        chain.add(try Transaction(bytes: try setup.sign().bytes), confirmations: 0)
        let utxos = try await utxos()
        #expect(utxos.map(\.amount.units) == [49_999_500] && utxos.allSatisfy { $0.isFromOwnPayment && $0.isSpendable })
    }

    @Test("money of others at a change address is not, nor is a payment with a forged or missing signature")
    func others() async throws {
        var signed = try Transaction(bytes: try setup.sign().bytes)
        try chain.add(paying: [("XeBdurzVrhrFtgqf9SxzQqvhHodb53njW4", 5_000)], confirmations: 0)
        signed.outputs[1].amount = Amount(units: 149_999_999)!
        chain.add(signed, confirmations: 0)
        signed.inputs[1].script = []
        chain.add(signed, confirmations: 0)
        let utxos = try await utxos()
        #expect(utxos.count == 3 && utxos.allSatisfy { !$0.isFromOwnPayment && !$0.isSpendable })
    }

    @Test("one input of somebody else is enough")
    func joint() async throws {
        var signed = try Transaction(bytes: try setup.sign().bytes)
        signed.inputs.append(.init(outpoint: Outpoint(transaction: SignedTransaction.example.id, index: 3)))
        chain.add(signed, confirmations: 0)
        #expect(try await utxos().allSatisfy { !$0.isFromOwnPayment })
    }

    @Test("a network that does not give the transaction proves nothing, and the rest is there")
    func unreadable() async throws {
        let paid = Transaction(
            inputs: [.init(outpoint: Outpoint(transaction: SignedTransaction.example.id, index: 4))],
            outputs: [
                .init(
                    amount: Amount(units: 9_000)!,
                    script: try Address("XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5", on: CoinDescriptor.dash.networks[.main]!)
                        .script)
            ])
        chain.add(paid, confirmations: 0)
        chain.add(try Transaction(bytes: try setup.sign().bytes), confirmations: 0)
        chain.state.withLock { $0.refused = [paid.id] }
        let utxos = try await utxos()
        #expect(utxos.map(\.isFromOwnPayment) == [false, true])
    }
}
