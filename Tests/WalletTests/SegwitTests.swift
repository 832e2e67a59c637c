import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterWallet

/// Accounts of BIP49 and BIP84 beside those of BIP44.
@Suite struct SegwitTests {
    static let bitcoin = CoinDescriptor(
        id: "bitcoin", title: "Bitcoin", ticker: "BTC", unit: "satoshi", decimals: 8,
        maxMoney: Amount(units: 2_100_000_000_000_000)!, dust: Amount(units: 546)!,
        feePerKB: .init(min: Amount(units: 1_000)!, normal: Amount(units: 1_000)!, max: Amount(units: 1_000_000)!),
        hasLock: false, plugin: "bitcoin-like",
        networks: [
            .main: NetworkParameters(
                p2pkh: 0, p2sh: [5], wif: 128, xpub: 0x0488_B21E, xprv: 0x0488_ADE4, bech32: "bc", coinType: 0),
            .test: NetworkParameters(
                p2pkh: 111, p2sh: [196], wif: 239, xpub: 0x0435_87CF, xprv: 0x0435_8394, bech32: "tb", coinType: 1),
        ])
    static let parameters = bitcoin.networks[.main]!

    let wallet: TestWallet
    let chain = TransactionChain()

    init() throws {
        wallet = try TestWallet(create: false)
        try wallet.files.create(
            from: try Mnemonic.reading(Secret(TestWallet.words)), passphrase: Secret(""),
            passcode: Secret(TestWallet.passcode), coinTypes: [5, 1], witnessTypes: [0, 1])
    }

    private func network(_ kind: NetworkKind = .main) -> ConfiguredNetwork {
        ConfiguredNetwork(id: ChainID(coin: "bitcoin", network: kind, isPractice: false), chain: chain)
    }

    private func unlocked() throws -> UnlockedWallet { try wallet.files.unlock(with: Secret(TestWallet.passcode)) }

    private func account(_ name: AccountName) throws -> any AccountReader {
        try WalletKeyring(files: wallet.files).account(name, of: Self.bitcoin, on: network())
    }

    private func path(_ text: String) throws -> DerivationPath { try #require(DerivationPath(text)) }

    @Test(
        "BIP49, BIP84: the addresses of their test vectors",
        arguments: [
            ("m/84'/0'/0'/0/0", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"),
            ("m/84'/0'/0'/0/1", "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g"),
            ("m/84'/0'/0'/1/0", "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el"),
            ("m/49'/1'/0'/0/0", "2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2"),
        ])
    func published(text: String, address: String) throws {
        let path = try path(text)
        let account = AccountName.path(DerivationPath(Array(path.steps.prefix(3))))
        let kind: NetworkKind = text.contains("/1'/") ? .test : .main
        try unlocked().note(account, of: Self.bitcoin, on: network(kind).id)
        let reader = try WalletKeyring(files: wallet.files).account(account, of: Self.bitcoin, on: network(kind))
        #expect(try reader.address(at: path)?.text == address)
    }

    @Test("hd_wallets.json: addresses of Bitcoin's accounts of all kinds", arguments: HDWalletVectors.all)
    func vectors(vector: HDWalletVectors.Wallet) throws {
        let wallet = try TestWallet(create: false)
        let unlocked = try wallet.files.create(
            from: try Mnemonic.reading(Secret(vector.mnemonic)), passphrase: Secret(bytes(vector.passphraseUtf8Hex)),
            passcode: Secret(TestWallet.passcode), coinTypes: [5])
        var kinds: Set<String> = []
        for coin in vector.coins where coin.coin == "btc" {
            let account = AccountName.path(try path(coin.accountPath))
            let reader = try unlocked.account(account, of: Self.bitcoin, on: network())
            for key in coin.receive + coin.change {
                #expect(try reader.address(at: path(key.path))?.text == key.address, "\(key.path)")
            }
            kinds.insert(coin.addressType)
        }
        #expect(kinds == ["p2pkh", "p2sh-p2wpkh", "p2wpkh"])
    }

    @Test("a new wallet receives at native segwit; one of an earlier version keeps to BIP44, and finds the others too")
    func receiving() async throws {
        let new = try await account(.number(0)).survey(progress: nil)
        #expect(new.receiveAddress.text == "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
        #expect(new.changeAddress.text == "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el")

        var book = AccountBook(masterFingerprint: 0x73C5_DA0A, receivesAtWitness: false)
        let path = DerivationPath.bip44(coinType: 0, account: 0)
        book.add(try unlocked().key(at: path).publicKey, at: path)
        try wallet.write("accounts", book.bytes)
        let old = "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA"
        #expect(try await account(.number(0)).survey(progress: nil).receiveAddress.text == old)
        // A further account is of the same kind; money at the other paths is found, and changes nothing about that.
        try unlocked().note(.number(1), of: Self.bitcoin, on: network().id)
        #expect(try wallet.files.info().accounts.map(\.description) == ["m/44'/0'/0'", "m/44'/0'/1'"])
        try chain.add(paying: [("bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", 7)], on: Self.parameters)
        let found = try await AccountDiscovery(in: unlocked()).accounts(
            of: Self.bitcoin, on: network(), progress: nil)
        #expect(found.map(\.path.description) == ["m/84'/0'/0'"])
        let survey = try await account(.number(0)).survey(progress: nil)
        #expect(survey.receiveAddress.text == old && survey.utxos.map(\.amount.units) == [7])
    }

    @Test("where the file of accounts is lost, all paths of an account are looked at again")
    func lostFile() async throws {
        try #require(wallet.names?.contains("accounts") == true)
        try wallet.remove("accounts")
        try unlocked().note(.number(0), of: Self.bitcoin, on: network().id)
        #expect(
            try wallet.files.info().accounts.map(\.description) == ["m/44'/0'/0'", "m/49'/0'/0'", "m/84'/0'/0'"])
        // Of further accounts nothing tells either at which paths they were used.
        try unlocked().note(.number(3), of: Self.bitcoin, on: network().id)
        #expect(
            try wallet.files.info().accounts.map(\.description)
                == [44, 49, 84].flatMap { ["m/\($0)'/0'/0'", "m/\($0)'/0'/3'"] })
    }

    @Test("while the file of accounts was never lost, a further account is looked at where it receives")
    func furtherAccount() throws {
        let before = try wallet.files.info().accounts
        try unlocked().note(.number(3), of: Self.bitcoin, on: network().id)
        #expect(try Set(wallet.files.info().accounts).subtracting(before).map(\.description) == ["m/84'/0'/3'"])
    }

    @Test("discovery searches all kinds, each up to its first unused account, and notes what it finds")
    func discovery() async throws {
        let addresses = [
            "m/84'/0'/0'/0/3", "m/84'/0'/1'/1/0", "m/49'/0'/0'/0/0", "m/44'/0'/0'/1/19", "m/44'/0'/2'/0/0",
        ]
        let unlocked = try unlocked()
        for (index, text) in addresses.enumerated() {
            let path = try path(text)
            let name = AccountName.path(DerivationPath(Array(path.steps.prefix(3))))
            let address = try #require(try unlocked.account(name, of: Self.bitcoin, on: network()).address(at: path))
            try chain.add(paying: [(address.text, 1 << Int64(index))], on: Self.parameters)
        }
        let discovery = AccountDiscovery(in: unlocked)
        let found = try await discovery.accounts(of: Self.bitcoin, on: network(), progress: nil)
        #expect(found.map(\.path.description) == ["m/84'/0'/0'", "m/84'/0'/1'", "m/49'/0'/0'", "m/44'/0'/0'"])
        #expect(found.map(\.name) == [.number(0), .number(1), .number(0), .number(0)])
        #expect(
            AccountDiscovery.families(of: Self.bitcoin, on: Self.parameters).map(\.text)
                == ["m/84'/0'/account'", "m/49'/0'/account'", "m/44'/0'/account'"])
        let accounts = try WalletKeyring(files: wallet.files).accounts(of: Self.bitcoin, on: network())
        #expect(accounts.map(\.name) == [.number(0), .number(1)])
        var sums: [Int64] = []
        for account in accounts { sums.append(try await account.utxos().map(\.amount.units).reduce(0, +)) }
        #expect(sums == [1 + 4 + 8, 2])
        // By its path, the account behind a gap is found too.
        let third = try AccountDiscovery.family(at: path("m/44'/0'/2'"), of: Self.bitcoin, on: network())
        let more = try await discovery.accounts(of: Self.bitcoin, on: network(), among: [third], progress: nil)
        #expect(more.map(\.name) == [.number(2)])
    }

    @Test(
        "S12: a path that is not an account of the coin is refused, with what is wrong",
        arguments: [
            ("m/44'/5'/0'", "S12"), ("m/0'", "never had one"), ("m/84'/0'", "3 to 6 steps"), ("m", "3 to 6 steps"),
            ("m/84/0/0", "hardened"), ("m/84'/0'/0", "hardened"), ("m/86'/0'/0'", "Taproot"),
            ("m/48'/0'/0'/2'", "multisig"), ("m/9'/0'/4'/0'/0'/0'/0'", "3 to 6 steps"),
        ])
    func otherPaths(text: String, reason: String) throws {
        let unlocked = try unlocked()
        do throws(ServiceError) {
            try unlocked.note(AccountName(at: try! path(text)), of: Self.bitcoin, on: network().id)
            Issue.record("\(text) was noted")
        } catch {
            #expect(error.code == .refusedByCheck && error.message.contains(reason), "\(error.message)")
        }
        #expect(throws: ServiceError(.refusedByCheck, "")) {
            try AccountDiscovery.family(at: path(text), of: Self.bitcoin, on: network())
        }
    }

    /// One output of each kind to the account of a number, all in blocks.
    private func paid(account: UInt32 = 0) throws -> Transaction {
        let unlocked = try unlocked()
        let name = AccountName.number(account)
        let paths = AccountPaths.families(of: Self.parameters).map { $0(0, account) }
        for path in paths { try unlocked.note(.path(path), of: Self.bitcoin, on: network().id) }
        let reader = try unlocked.account(name, of: Self.bitcoin, on: network())
        let outputs = try paths.map { (try #require(try reader.address(at: $0.appending(0, 0))).text, Int64(100_000)) }
        return try chain.add(paying: outputs, on: Self.parameters)
    }

    private func intent(_ utxos: [OwnedUTXO], change: DerivationPath, fee: Int64 = 400) -> PaymentIntent {
        let rest = Int64(utxos.count) * 100_000 - 50_000 - fee
        return PaymentIntent(
            chain: network().id, inputs: utxos,
            recipient: "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
            amount: Amount(units: 50_000)!, change: .init(path: change, amount: Amount(units: rest)!))
    }

    @Test(
        "one payment spends outputs of all three kinds, and its change is the wallet's own before it is in a block",
        arguments: [false, true])
    func mixed(isListed: Bool) async throws {
        chain.state.withLock { $0.isListed = isListed }
        let paid = try paid()
        let before = try await account(.number(0)).survey(progress: nil)
        #expect(before.utxos.map(\.path.keyScript) == [.witness, .nestedWitness, .keyHash])
        #expect(before.changeAddress.path == (try path("m/84'/0'/0'/1/0")))
        let intent = intent(before.utxos, change: before.changeAddress.path)
        let signed = try unlocked().sign(
            intent, approved: IntentDigest(.payment(intent)), coin: Self.bitcoin, previous: [paid.id: paid.wholeBytes])
        let transaction = try Transaction(bytes: signed.bytes)
        #expect(signed.id == transaction.id && transaction.hasWitnesses && transaction.wholeBytes == signed.bytes)
        for input in transaction.inputs {
            let output = paid.outputs[Int(input.outpoint.index)]
            #expect(transaction.isSigned(spending: input.outpoint, of: output))
        }
        let size = 12 + InputsWeight(spending: before.utxos).size + 43 + 31
        #expect(Int64(transaction.virtualSize) <= size && Int64(transaction.virtualSize) > size - 8)

        chain.add(transaction, confirmations: 0)
        let after = try await account(.number(0)).wholeSurvey(progress: nil)
        #expect(after.survey.utxos.map(\.isFromOwnPayment) == [true])
        #expect(after.survey.utxos.map(\.isSpendable) == [true])
        let history = try await TransactionHistory(of: [after], on: chain).newest(10, progress: nil)
        #expect(history.transactions.map(\.sent?.units) == [50_000, nil])
        #expect(history.transactions.map(\.fee?.units) == [400, nil] && history.unread.isEmpty)
    }

    @Test("S16: a payment whose witness was changed is not taken for the wallet's own")
    func foreignWitness() async throws {
        let paid = try paid()
        let before = try await account(.number(0)).survey(progress: nil)
        let intent = intent(before.utxos, change: before.changeAddress.path)
        let signed = try unlocked().sign(
            intent, approved: IntentDigest(.payment(intent)), coin: Self.bitcoin, previous: [paid.id: paid.bytes])
        var transaction = try Transaction(bytes: signed.bytes)
        transaction.inputs[0].witness[0][10] ^= 1
        chain.add(transaction, confirmations: 0)
        let after = try await account(.number(0)).survey(progress: nil)
        #expect(after.utxos.map(\.isSpendable) == [false])
    }

    @Test("S11: UTXOs and change of two accounts are never signed together, whatever their kinds are")
    func accountsApart() async throws {
        let first = try paid()
        let second = try paid(account: 1)
        let utxos = try await account(.number(0)).utxos() + account(.number(1)).utxos()
        #expect(utxos.count == 6)
        let previous = [first.id: first.bytes, second.id: second.bytes]
        let unlocked = try unlocked()
        for (chosen, change) in [
            ([0, 3], "m/84'/0'/0'/1/0"), ([0, 4], "m/84'/0'/0'/1/0"), ([1], "m/84'/0'/1'/1/0"),
            ([1], "m/49'/0'/0'/0/0"), ([1], "m/84'/2'/0'/1/0"), ([1], "m/86'/0'/0'/1/0"),
        ] {
            let intent = intent(chosen.map { utxos[$0] }, change: try path(change))
            #expect(throws: ServiceError(.refusedByCheck, "")) {
                try unlocked.sign(
                    intent, approved: IntentDigest(.payment(intent)), coin: Self.bitcoin, previous: previous)
            }
        }
        // Within one account the change may be of another kind.
        let intent = intent([utxos[1]], change: try path("m/84'/0'/0'/1/0"))
        _ = try unlocked.sign(intent, approved: IntentDigest(.payment(intent)), coin: Self.bitcoin, previous: previous)
    }

    @Test("S12: the output of another kind for the same key is not what an input spends")
    func otherKind() throws {
        let unlocked = try unlocked()
        let key = try unlocked.key(at: path("m/84'/0'/0'/0/0")).publicKey.key
        for form in KeyScript.allCases {
            let paid = Transaction(
                inputs: [.init(outpoint: Outpoint(transaction: SignedTransaction.example.id, index: 0))],
                outputs: [.init(amount: Amount(units: 100_000)!, script: form.script(of: Digest.hash160(key)))])
            let utxo = OwnedUTXO(
                outpoint: Outpoint(transaction: paid.id, index: 0), amount: Amount(units: 100_000)!,
                path: try path("m/84'/0'/0'/0/0"), confirmations: 1)
            let intent = intent([utxo], change: try path("m/84'/0'/0'/1/0"))
            let sign = {
                try unlocked.sign(
                    intent, approved: IntentDigest(.payment(intent)), coin: Self.bitcoin,
                    previous: [paid.id: paid.bytes])
            }
            if form == .witness {
                _ = try sign()
            } else {
                #expect(throws: ServiceError(.refusedByCheck, "")) { try sign() }
            }
        }
    }

    @Test("a strange transaction that pays to the wallet keeps neither balance nor payments of others away")
    func strange() async throws {
        let paid = try paid()
        var strange = Transaction(
            version: 0x7FFF_0009,
            inputs: [
                .init(
                    outpoint: Outpoint(transaction: SignedTransaction.example.id, index: 9),
                    witness: Array(repeating: [UInt8](repeating: 1, count: 64), count: 5))
            ],
            outputs: [
                .init(amount: Amount(units: 9)!, script: [0x51, 0x20] + [UInt8](repeating: 2, count: 32)),
                .init(amount: Amount(units: 8)!, script: [0x60, 0x02, 1, 2]),
            ])
        strange.outputs.append(.init(amount: Amount(units: 77_777)!, script: paid.outputs[0].script))
        chain.add(strange, confirmations: 2)
        let whole = try await account(.number(0)).wholeSurvey(progress: nil)
        let survey = whole.survey
        #expect(survey.utxos.map(\.amount.units).reduce(0, +) == 377_777)
        let history = try await TransactionHistory(of: [whole], on: chain).newest(10, progress: nil)
        #expect(history.transactions.count == 2 && history.unread.isEmpty)
        let utxo = try #require(survey.utxos.first { $0.outpoint.transaction == strange.id })
        let payment = PaymentIntent(
            chain: network().id, inputs: [utxo], recipient: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
            amount: Amount(units: 77_000)!, change: nil)
        _ = try unlocked().sign(
            payment, approved: IntentDigest(.payment(payment)), coin: Self.bitcoin,
            previous: [strange.id: strange.wholeBytes])
    }
}
