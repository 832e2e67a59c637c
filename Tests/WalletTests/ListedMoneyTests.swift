import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterWallet

/// What an account finds in a list of all money, beside what it finds by asking about each address.
@Suite struct ListedMoneyTests {
    private static let foreign = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"
    private static let parameters = CoinDescriptor.dash.networks[.main]!

    let wallet: TestWallet
    let chain = TransactionChain()

    init() throws { wallet = try TestWallet() }

    private func account(_ chain: TransactionChain? = nil, of wallet: TestWallet? = nil) throws -> any AccountReader {
        try WalletKeyring(files: (wallet ?? self.wallet).files).account(
            .number(0), of: .dash, on: .dash(chain ?? self.chain))
    }

    /// The first addresses of both branches.
    private func addresses(_ count: UInt32) throws -> [[String]] {
        let account = try account()
        return try (0...1).map { branch in
            try (0..<count).map { try #require(try account.address(at: account.path.appending(branch, $0))).text }
        }
    }

    /// Pays to addresses near the first ones and to somebody else, and spends some of it again.
    private static func fill(
        _ chain: TransactionChain, _ addresses: [[String]], _ random: inout SeededGenerator
    ) throws {
        var outpoints: [Outpoint] = []
        let reach = Int.random(in: 1...addresses[0].count, using: &random)
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            var spent: [Outpoint] = []
            if !outpoints.isEmpty, Bool.random(using: &random) {
                spent.append(outpoints.remove(at: .random(in: outpoints.indices, using: &random)))
            }
            let paid = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                let branch = Int.random(in: 0...2, using: &random)
                let address = branch == 2 ? foreign : addresses[branch][.random(in: 0..<reach, using: &random)]
                return (address: address, units: Int64.random(in: 1...9_000, using: &random))
            }
            let transaction = try chain.add(
                spending: spent, paying: paid, confirmations: .random(in: 0...3, using: &random))
            outpoints += transaction.outputs.indices.map { Outpoint(transaction: transaction.id, index: UInt32($0)) }
        }
    }

    @Test("BIP44: listed or asked for, an account finds the same money, addresses and use, and all that there is")
    func agreement() async throws {
        let addresses = try addresses(70)
        let scripts = try addresses.map { try $0.map { try Address($0, on: Self.parameters).script } }
        let other = try TestWallet()
        for seed in 0..<40 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let (asked, listed) = (TransactionChain(), TransactionChain())
            try Self.fill(asked, addresses, &random)
            listed.state.withLock { [entries = asked.state.withLock { $0.entries }] state in
                (state.entries, state.isListed) = (entries, true)
            }
            for wallet in [wallet, other] { try wallet.write("marks", []) }
            let first = try await account(asked).survey(progress: nil)
            // The second time, the use of addresses is proved as far as it can be.
            for _ in 0..<2 {
                #expect(try await account(asked).survey(progress: nil) == first, "seed \(seed)")
                #expect(try await account(listed, of: other).survey(progress: nil) == first, "seed \(seed)")
            }
            let whole = try await account(asked).wholeSurvey(progress: nil)
            let wholeOfListed = try await account(listed, of: other).wholeSurvey(progress: nil)
            #expect(whole.survey == first && wholeOfListed.survey == first, "seed \(seed)")

            // By the definition.
            let used = Set(asked.state.withLock { $0.entries }.flatMap(\.transaction.outputs).map(\.script))
            var found: Set<[UInt8]> = []
            for branch in scripts {
                var end = 20
                for index in branch.indices where used.contains(branch[index]) && index < end { end = index + 21 }
                found.formUnion(branch.prefix(end))
            }
            for whole in [whole, wholeOfListed] {
                #expect(whole.usedScripts == used.intersection(found))
                #expect(whole.ownScripts.isSuperset(of: found))
            }
            let held = try await asked.unspentOutputs(payingTo: Array(found)).map(\.outpoint)
            #expect(Set(first.utxos.map(\.outpoint)) == Set(held) && first.utxos.count == held.count)
        }
    }

    @Test(
        "money that arrives at an old address is found, although nothing asks any more whether that was used",
        arguments: [false, true])
    func oldAddress(isListed: Bool) async throws {
        chain.state.withLock { $0.isListed = isListed }
        let addresses = try addresses(60)
        for index in 0..<60 {
            let paid = try chain.add(paying: [(addresses[0][index], 1_000), (addresses[1][index], 2_000)])
            let outpoints = [0, 1].map { Outpoint(transaction: paid.id, index: $0) }
            try chain.add(spending: outpoints, paying: [(Self.foreign, 2_500)])
        }
        #expect(try await account().survey(progress: nil).utxos.isEmpty)
        chain.state.withLock { $0.askedWhetherUsed = 0 }
        for (branch, index) in [(0, 0), (0, 31), (1, 7), (1, 59)] {
            try chain.add(paying: [(addresses[branch][index], 7_000)], confirmations: 1)
        }
        let survey = try await account().survey(progress: nil)
        #expect(survey.utxos.map { Array($0.path.steps.suffix(2)) } == [[0, 0], [0, 31], [1, 7], [1, 59]])
        #expect(survey.receiveAddress.path.steps.last == 60 && survey.changeAddress.path.steps.last == 60)
        #expect(chain.state.withLock { $0.askedWhetherUsed } <= 2 * 45)
        // Who wants to know all asks about all.
        #expect(try await account().wholeSurvey(progress: nil).usedScripts.count == 120)
    }

    @Test("a list that is longer than the questions about an account is not used")
    func longList() async throws {
        let address = try addresses(1)[0][0]
        try chain.add(paying: [(address, 5_000)])
        try chain.add(paying: (0..<700).map { _ in (Self.foreign, 1_000) })
        for isListed in [false, true] {
            chain.state.withLock { $0.isListed = isListed }
            #expect(try await account().survey(progress: nil).utxos.map(\.amount.units) == [5_000])
        }
        #expect(chain.state.withLock { $0.mostListed } == 16 * 40)
    }

    @Test(
        "S11: a changed file of addresses can hide money, and show others', but nothing is signed while it is there",
        arguments: [false, true])
    func changedFile(isListed: Bool) async throws {
        chain.state.withLock { $0.isListed = isListed }
        let address = try addresses(1)[0][0]
        try chain.add(paying: [(address, 5_000)])
        try chain.add(paying: [(Self.foreign, 6_000)])
        #expect(try await account().survey(progress: nil).utxos.map(\.amount.units) == [5_000])
        let record = ChecksummedRecord(name: "SRADDRESS", version: 1)
        let file = try wallet.read("addresses-5-0")
        var content = try #require(record.content(of: file))
        let start = ExtendedPublicKey.payloadLength + 4
        let stolen = try #require(KeyScript.keyHash.hash(heldBy: Address(Self.foreign, on: Self.parameters).script))
        content.replaceSubrange(start..<start + 20, with: stolen)
        try wallet.write("addresses-5-0", record.wrapping(content))
        #expect(try await account().survey(progress: nil).utxos.map(\.amount.units) == [6_000])
        await #expect(throws: ServiceError(.refusedByCheck, "")) {
            try await WalletKeyring(files: wallet.files).unlock(with: Secret(TestWallet.passcode))
        }
        try wallet.remove("addresses-5-0")
        #expect(try await account().survey(progress: nil).utxos.map(\.amount.units) == [5_000])
        #expect(wallet.errorUnlocking() == nil)
    }
}
