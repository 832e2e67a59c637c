import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Synchronization
import Testing

@testable import RouterWallet

/// Finding the accounts of words that were used before. The addresses are those that embit 0.8.0 derives from them.
@Suite struct AccountDiscoveryTests {
    private enum Address {
        static let first = "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5"  // m/44'/5'/0'/0/0
        static let firstChange = "XeBdurzVrhrFtgqf9SxzQqvhHodb53njW4"  // m/44'/5'/0'/1/0
        static let second = "XfoXRyRePBFFhg7fKbsGRQBixHipJSGqNf"  // m/44'/5'/1'/0/0
        static let secondChange = "XutjjHFB75DAyB1dZx1uJDrU1MYNArr86L"  // m/44'/5'/1'/1/0
        static let third = "XjyXzp9HCAnxBw8c9ksN2bWSAjRMYK53G4"  // m/44'/5'/2'/0/0
        static let old = "XgowqVW7oLsWVPw63AQjrGAPqZtx9z1brs"  // m/0'/0/0
        static let oldNext = "XkkpcVxtB74X4qVaY8KKb9JJ7JWKNWJx4x"  // m/0'/0/1
        static let oldBehindGap = "XeCmyKWPL4K48EBwJW9KUyNWrU121AZ7uJ"  // m/0'/0/20
        static let oldChange = "XwZVKVqQJToyoCxQc4BoYibXZ7mX49SVq2"  // m/0'/1/0
    }

    let wallet: TestWallet
    let unlocked: UnlockedWallet
    let chain = TransactionChain()

    init() throws {
        wallet = try TestWallet()
        unlocked = try wallet.files.unlock(with: Secret(TestWallet.passcode))
    }

    private func discover(_ coin: CoinDescriptor = .dashWithOldAccount) async throws -> [AccountDiscovery.Found] {
        try await AccountDiscovery(in: unlocked).accounts(of: coin, on: .dash(chain), progress: nil)
    }

    private var knownPaths: [String] {
        get throws { try wallet.files.info().accounts.map(\.description) }
    }

    @Test("a wallet that was never used has no account to find, and both branches are one question")
    func unused() async throws {
        #expect(try await discover().isEmpty)
        #expect(try knownPaths == ["m/44'/1'/0'", "m/44'/5'/0'"])
        // Two accounts, each asked once which scripts are used and once what lies at them.
        #expect(chain.state.withLock { $0.questions } == 4)
        #expect(chain.state.withLock { $0.asked.count } == 2 * 2 * 20)
    }

    @Test("restored words find their money on the BIP44 accounts up to the first that is unused, and at m/0'")
    func found() async throws {
        try chain.add(paying: [(Address.first, 5), (Address.secondChange, 7)])
        try chain.add(paying: [(Address.old, 11), (Address.oldChange, 13)])
        let found = try await discover()
        #expect(found.map(\.name) == [.number(0), .number(1), .old])
        #expect(found.map { $0.whole.survey.utxos.map(\.amount.units) } == [[5], [7], [11, 13]])
        #expect(found[1].whole.survey.receiveAddress.text == Address.second)
        #expect(found[2].whole.survey.receiveAddress.text == Address.oldNext)
        #expect(try knownPaths == ["m/0'", "m/44'/1'/0'", "m/44'/5'/0'", "m/44'/5'/1'"])

        // From now on without the passcode, in the order in which they pay.
        let accounts = try WalletKeyring(files: wallet.files).accounts(of: .dashWithOldAccount, on: .dash(chain))
        #expect(accounts.map(\.name) == [.number(0), .number(1), .old])
        #expect(accounts.map(\.path.description) == ["m/44'/5'/0'", "m/44'/5'/1'", "m/0'"])
        var sums: [Int64] = []
        for account in accounts { sums += [try await account.utxos().map(\.amount.units).reduce(0, +)] }
        #expect(sums == [5, 7, 24])
    }

    @Test("an account behind one that was never used is not looked for, nor an address behind the gap")
    func behindGaps() async throws {
        try chain.add(paying: [(Address.first, 5), (Address.third, 7), (Address.oldBehindGap, 9)])
        #expect(try await discover().map(\.name) == [.number(0)])
    }

    @Test("what was spent since still shows that an account was used, and its addresses are not given again")
    func spent() async throws {
        let paid = try chain.add(paying: [(Address.first, 5)])
        try chain.add(
            spending: [Outpoint(transaction: paid.id, index: 0)], paying: [("XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa", 4)])
        let account = try #require(try await discover().first)
        #expect(account.whole.survey.utxos.isEmpty)
        #expect(account.whole.survey.receiveAddress.text != Address.first)
        #expect(account.whole.survey.changeAddress.text == Address.firstChange)
    }

    @Test("S12: a coin without an old account never asks about m/0', and has none to pay from")
    func otherCoins() async throws {
        try chain.add(paying: [(Address.first, 5), (Address.old, 11)])
        #expect(try await discover(.dash).map(\.name) == [.number(0)])
        let script = try RouterBitcoinFormat.Address(Address.old, on: CoinDescriptor.dash.networks[.main]!).script
        #expect(chain.state.withLock { !$0.asked.contains(script) })
        // Not even where another coin noted the path.
        _ = try await discover()
        let keyring = WalletKeyring(files: wallet.files)
        #expect(try keyring.accounts(of: .dash, on: .dash(chain)).map(\.name) == [.number(0)])
        #expect(throws: ServiceError(.refusedByCheck, "")) { try keyring.account(.old, of: .dash, on: .dash(chain)) }
    }

    @Test("broken off, the search keeps what it found, and every file is whole")
    func brokenOff() async throws {
        try chain.add(paying: [(Address.first, 5), (Address.second, 7)])
        // Account 0 takes two questions for its addresses and two for those behind them; then the network is silent.
        chain.state.withLock { $0.silentAfter = 5 }
        let (unlocked, chain) = (unlocked, chain)
        let reports = Mutex<[WorkProgress]>([])
        let search = Task {
            try await AccountDiscovery(in: unlocked).accounts(of: .dashWithOldAccount, on: .dash(chain)) { progress in
                reports.withLock { $0.append(progress) }
            }
        }
        while chain.state.withLock({ $0.questions }) < 6 { await Task.yield() }
        search.cancel()
        await #expect(throws: ServiceError(.networkUnreachable, "")) { try await search.value }
        #expect(reports.withLock { $0.count } > 0)
        #expect(try knownPaths == ["m/44'/1'/0'", "m/44'/5'/0'"])
        #expect(wallet.errorUnlocking() == nil)
        #expect(try !#require(wallet.names).contains { $0.contains(".new-") })
        chain.state.withLock { $0.silentAfter = .max }
        #expect(try await discover().map(\.name) == [.number(0), .number(1)])
    }

    @Test("money of the old account can be spent, with change to the old account")
    func spendsOld() async throws {
        let paid = try chain.add(paying: [(Address.first, 1), (Address.old, 100_000_000), (Address.oldChange, 50_000)])
        let old = try #require(try await discover().last)
        let change = PaymentIntent.Change(path: old.whole.survey.changeAddress.path, amount: Amount(units: 49_000)!)
        let intent = PaymentIntent(
            chain: ChainID(coin: "dash", network: .main, isPractice: false), inputs: old.whole.survey.utxos,
            recipient: "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa", amount: Amount(units: 100_000_000)!, change: change)
        let approved = IntentDigest(.payment(intent))
        let previous = [paid.id: paid.bytes]
        let signed = try unlocked.sign(intent, approved: approved, coin: .dashWithOldAccount, previous: previous)
        let transaction = try Transaction(bytes: signed.bytes)
        #expect(transaction.inputs.map(\.outpoint.index) == [1, 2])
        for input in transaction.inputs.indices {
            let spend = try #require(Script.readPublicKeyHashSpend(transaction.inputs[input].script))
            let script = paid.outputs[input + 1].script
            #expect(Script.payToPublicKeyHash(Digest.hash160(spend.publicKey)) == script)
            let digest = Digest.doubleSHA256(
                SignatureHashes(of: transaction).preimage(input: input, scriptCode: script))
            #expect(ECDSA.verify(signature: spend.signature, digest: digest, publicKey: spend.publicKey))
        }
        // S12: the same money is not another coin's.
        #expect(throws: ServiceError(.refusedByCheck, "")) {
            try unlocked.sign(intent, approved: approved, coin: .dash, previous: previous)
        }
    }

    @Test("S11: UTXOs and change of two accounts are never signed together")
    func mixed() async throws {
        let paid = try chain.add(paying: [(Address.first, 100_000), (Address.old, 100_000), (Address.second, 100_000)])
        let found = try await discover()
        for (utxos, changeOf) in [([0, 1], 0), ([0, 2], 0), ([2, 0], 2), ([0], 1), ([0], 2), ([2], 0)] {
            let intent = PaymentIntent(
                chain: ChainID(coin: "dash", network: .main, isPractice: false),
                inputs: utxos.flatMap { found[$0].whole.survey.utxos }, recipient: "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa",
                amount: Amount(units: 50_000)!,
                change: PaymentIntent.Change(
                    path: found[changeOf].whole.survey.changeAddress.path,
                    amount: Amount(units: Int64(utxos.count) * 100_000 - 51_000)!))
            #expect(throws: ServiceError(.refusedByCheck, "")) {
                try unlocked.sign(
                    intent, approved: IntentDigest(.payment(intent)), coin: .dashWithOldAccount,
                    previous: [paid.id: paid.bytes])
            }
        }
    }
}
