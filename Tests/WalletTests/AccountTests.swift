import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Synchronization
import Testing

@testable import RouterWallet

/// A network whose used scripts and unspent outputs tests set.
final class LedgerChain: Chain {
    struct State: Sendable {
        var used: Set<[UInt8]> = []
        var unspent: [UnspentOutput] = []
        /// Given whatever is asked.
        var unasked: [UnspentOutput] = []
        /// The transactions that paid.
        var whole: [TransactionID: [UInt8]] = [:]
        var claimsAllUsed = false
        var asked = 0
        var largestQuestion = 0
    }

    let state = Mutex(State())

    /// Pays to an address, as the `number`th output of the ledger.
    func pay(_ address: String, _ units: Int64, number: UInt32) throws {
        let script = try Address(address, on: CoinDescriptor.dash.networks[.main]!).script
        let spent = Outpoint(transaction: SignedTransaction.example.id, index: number)
        let paid = Transaction(
            inputs: [.init(outpoint: spent)], outputs: [.init(amount: Amount(units: units)!, script: script)])
        let output = UnspentOutput(
            outpoint: Outpoint(transaction: paid.id, index: 0), amount: Amount(units: units)!, script: script,
            confirmations: 3)
        state.withLock { state in
            state.used.insert(script)
            state.whole[paid.id] = paid.bytes
            if units > 0 { state.unspent.append(output) }
        }
    }

    func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] {
        state.withLock { state in
            state.largestQuestion = max(state.largestQuestion, scripts.count)
            return state.unspent.filter { scripts.contains($0.script) } + state.unasked
        }
    }

    func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> {
        state.withLock { state in
            state.asked += scripts.count
            state.largestQuestion = max(state.largestQuestion, scripts.count)
            return state.claimsAllUsed ? Set(scripts) : state.used.intersection(scripts)
        }
    }

    func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] { [] }
    func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        state.withLock { $0.whole.filter { ids.contains($0.key) } }
    }
    func state(of id: TransactionID) async throws(ServiceError) -> TransactionState { .unknown }
    func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] { [:] }
    func feePerKB() async throws(ServiceError) -> Amount? { nil }
    func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance { .network }
}

@Suite struct AccountTests {
    let wallet: TestWallet
    let chain = LedgerChain()

    init() throws {
        wallet = try TestWallet()
    }

    func account(_ number: UInt32 = 0, _ network: NetworkKind = .main) throws(ServiceError) -> any AccountReader {
        try WalletKeyring(files: wallet.files).account(
            .number(number), of: .dash,
            on: ConfiguredNetwork(id: ChainID(coin: "dash", network: network, isPractice: false), chain: chain))
    }

    @Test("BIP44: an unused account gives its first receive and change address, without a passcode")
    func firstAddresses() async throws {
        let account = try account()
        #expect(account.path.description == "m/44'/5'/0'")
        let receive = try await account.receiveAddress()
        #expect(receive.text == "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5")
        #expect(receive.path.description == "m/44'/5'/0'/0/0")
        let change = try await account.changeAddress()
        #expect(change.text == "XeBdurzVrhrFtgqf9SxzQqvhHodb53njW4")
        #expect(change.path.description == "m/44'/5'/0'/1/0")
        #expect(try await account.utxos().isEmpty)
        #expect(try await self.account(0, .test).receiveAddress().text.first == "y")
    }

    @Test("BIP44: used addresses are passed over, also behind a gap of 19, and not behind one of 20")
    func gapLimit() async throws {
        let account = try account()
        let addresses = try (0..<45).map { index in
            try #require(try account.address(at: account.path.appending(0, UInt32(index)))).text
        }
        try chain.pay(addresses[0], 5, number: 0)
        try chain.pay(addresses[20], 7, number: 1)
        #expect(try await account.receiveAddress().text == addresses[1])
        #expect(try await account.utxos().map(\.amount.units) == [5, 7])
        try chain.pay(addresses[41], 9, number: 2)
        #expect(try await account.utxos().map(\.amount.units) == [5, 7])
        try chain.pay(addresses[40], 11, number: 3)
        let utxos = try await account.utxos()
        #expect(utxos.map(\.amount.units) == [5, 7, 11, 9])
        #expect(utxos.map { $0.path.steps.last } == [0, 20, 40, 41])
        #expect(utxos.allSatisfy { $0.confirmations == 3 })
        #expect(chain.state.withLock { $0.largestQuestion } <= ScriptQuestions.batch)
    }

    @Test("An account with many addresses is asked about in parts, and says how far it is")
    func manyAddresses() async throws {
        let account = try account()
        for index in 0..<700 as Range<UInt32> {
            let address = try #require(try account.address(at: account.path.appending(0, index))).text
            try chain.pay(address, 1_000, number: index)
        }
        let reports = Mutex<[WorkProgress]>([])
        let whole = try await account.wholeSurvey { progress in reports.withLock { $0.append(progress) } }
        let survey = whole.survey
        #expect(survey.utxos.map { $0.path.steps.last } == (0..<700).map { $0 })
        #expect(whole.usedScripts.count == 700 && survey.receiveAddress.path == account.path.appending(0, 700))
        #expect(chain.state.withLock { $0.largestQuestion } == ScriptQuestions.batch)
        let done = reports.withLock { $0 }
        #expect(Set(done.map(\.work)) == ["Looking for used addresses of account 0"])
        #expect(done.count > 1 && done.map(\.done) == done.map(\.done).sorted())
    }

    @Test("The change address is the first that was never used; its UTXOs count too")
    func change() async throws {
        let account = try account()
        let first = try await account.changeAddress()
        try chain.pay(first.text, 5, number: 0)
        #expect(try await account.changeAddress().path == account.path.appending(1, 1))
        #expect(try await account.utxos().map(\.path) == [first.path])
    }

    @Test(
        "S11: only addresses of the account are its own",
        arguments: [
            ("m/44'/5'/0'/0/1", "XbctnEsgWTn5j1co3emZynemxSFPqkLRKZ"),
            ("m/44'/5'/0'/1/1", "XnykfdCWrHENs8aH8X59RLZAn15VAP1cPB"),
            ("m/44'/5'/1'/0/0", nil), ("m/44'/5'/0'/2/0", nil), ("m/44'/5'/0'/0", nil), ("m/44'/5'/0'/0/0/0", nil),
            ("m/44'/5'/0'/0/0'", nil), ("m/0'/0/0", nil), ("m", nil),
        ])
    func ownAddresses(path: String, address: String?) throws {
        let account = try account()
        #expect(try account.address(at: try #require(DerivationPath(path)))?.text == address)
    }

    @Test("A network that tells of outputs nobody asked for, or of impossible amounts, is not believed")
    func lyingNetwork() async throws {
        let account = try account()
        let own = try Address(try await account.receiveAddress().text, on: CoinDescriptor.dash.networks[.main]!).script
        for (script, units) in [([0x6a], 5), (own, 2_100_000_000_000_001)] as [([UInt8], Int64)] {
            let output = UnspentOutput(
                outpoint: Outpoint(transaction: SignedTransaction.example.id, index: 0), amount: Amount(units: units)!,
                script: script, confirmations: 0)
            chain.state.withLock { $0.unasked = [output] }
            await #expect(throws: ServiceError(.refusedByCheck, "")) { try await account.utxos() }
        }
    }

    @Test("An output that is told twice is one UTXO")
    func toldTwice() async throws {
        let account = try account()
        let address = try await account.receiveAddress().text
        try chain.pay(address, 5, number: 0)
        try chain.pay(address, 5, number: 0)
        #expect(try await account.utxos().count == 1)
    }

    @Test("A network that says every address was used does not keep the search going for ever")
    func endlessGap() async throws {
        chain.state.withLock { $0.claimsAllUsed = true }
        let account = try account()
        await #expect(throws: ServiceError(.refusedByCheck, "")) { try await account.receiveAddress() }
        #expect(chain.state.withLock { $0.asked } <= 2 * Int(AddressSearch.mostAddresses))
    }

    @Test("An account that was never opened is not known, until it is added with the passcode")
    func addedAccount() async throws {
        #expect(throws: ServiceError(.accountNotKnown, "")) { try self.account(1) }
        let unlocked = try wallet.files.unlock(with: Secret(TestWallet.passcode))
        try unlocked.addAccount(1, coinType: 5)
        try unlocked.addAccount(1, coinType: 5)
        #expect(try await account(1).receiveAddress().text == "XfoXRyRePBFFhg7fKbsGRQBixHipJSGqNf")
        #expect(try wallet.files.info().accounts.count == 3)
        #expect(wallet.errorUnlocking() == nil)
        for (account, coinType) in [(DerivationPath.hardened, 5), (0, DerivationPath.hardened)] {
            #expect(throws: ServiceError(.refusedByCheck, "")) {
                try unlocked.addAccount(account, coinType: coinType)
            }
        }
    }

    @Test func whatIsNotThere() throws {
        #expect(throws: ServiceError(.refusedByCheck, "")) { try self.account(DerivationPath.hardened) }
        #expect(throws: ServiceError(.unsupportedNetwork, "")) { try self.account(0, .regtest) }
        let empty = try TestWallet(create: false)
        #expect(throws: ServiceError(.noWallet, "")) {
            try WalletKeyring(files: empty.files).account(
                .number(0), of: .dash,
                on: ConfiguredNetwork(id: ChainID(coin: "dash", network: .main, isPractice: false), chain: chain))
        }
        #expect(throws: ServiceError(.noWallet, "")) { try WalletKeyring(files: empty.files).checkReady() }
        try WalletKeyring(files: wallet.files).checkReady()
    }

    @Test("A file of accounts that is damaged or another wallet's is noticed")
    func damagedAccounts() throws {
        let bytes = try wallet.read("accounts")
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(AccountBook(reading: changed) == nil)
            #expect(AccountBook(reading: Array(bytes[..<index])) == nil)
        }
        try wallet.write("accounts", Array(bytes.dropLast()))
        #expect(throws: ServiceError(.damagedKeystore, "")) { try self.account() }
        #expect(wallet.errorUnlocking() == ServiceError(.damagedKeystore, ""))

        let other = try TestWallet(passphrase: "TREZOR")
        try wallet.write("accounts", other.read("accounts"))
        #expect(wallet.errorUnlocking() == ServiceError(.refusedByCheck, ""))
    }

    @Test("A key that is not a point on the curve is refused before it is used")
    func noPoint() throws {
        var book = try #require(try wallet.files.accounts())
        let path = DerivationPath.bip44(coinType: 5, account: 0)
        let payload = try #require(book.keys[path]).payload.dropLast(32) + [UInt8](repeating: 0xFF, count: 32)
        #expect(ExtendedPublicKey(payload: payload) == nil)
        book.add(try #require(ExtendedPublicKey(unprovedPayload: payload)), at: path)
        try wallet.write("accounts", book.bytes)
        #expect(throws: ServiceError(.damagedKeystore, "")) { try self.account() }
        #expect(wallet.errorUnlocking() == ServiceError(.refusedByCheck, ""))
    }

    @Test("A key exchanged under the right fingerprint is noticed when the wallet is opened")
    func exchangedKey() throws {
        let other = try TestWallet(passphrase: "TREZOR")
        let stolen = try #require(try other.files.accounts()?.keys[.bip44(coinType: 5, account: 0)])
        var book = try #require(try wallet.files.accounts())
        book.add(stolen, at: .bip44(coinType: 5, account: 0))
        try wallet.write("accounts", book.bytes)
        #expect(wallet.errorUnlocking() == ServiceError(.refusedByCheck, ""))
    }

    @Test("Where the file of accounts is gone, opening the wallet and adding one brings it back")
    func lostAccounts() async throws {
        let fresh = try TestWallet(coinTypes: [])
        let unlocked = try fresh.files.unlock(with: Secret(TestWallet.passcode))
        try unlocked.addAccount(0, coinType: 5)
        #expect(try fresh.files.info().accounts.map(\.description) == ["m/44'/5'/0'"])
    }

    @Test("Addresses of other programs, for every coin and kind", arguments: HDWalletVectors.all)
    func addresses(vector: HDWalletVectors.Wallet) throws {
        let versions: [String: UInt8] = [
            "dash": 76, "dash-testnet": 140, "axe": 55, "axe-testnet": 140, "btc": 0, "btc-testnet": 111, "ltc": 48,
            "doge": 30,
        ]
        let prefixes = ["btc": "bc", "btc-testnet": "tb", "ltc": "ltc"]
        for coin in vector.coins {
            let version = try #require(versions[coin.coin])
            let place = AccountPath(path: try #require(DerivationPath(coin.accountPath)))
            let xpubVersion = try Base58Check.decode(coin.accountXpub).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
            let key = try #require(ExtendedPublicKey(text: coin.accountXpub, version: xpubVersion))
            let account = WalletAccount(
                name: .number(0),
                parts: [.init(account: place, key: key, keys: KnownKeys(below: key, in: place.script, file: nil))],
                masterFingerprint: 0, marks: nil, gap: AddressSearch.gapLimit,
                parameters: NetworkParameters(
                    p2pkh: version, p2sh: [5], wif: 0, xpub: xpubVersion, xprv: 0, bech32: prefixes[coin.coin],
                    coinType: 0),
                coin: .dash, form: .plain, network: .dash(chain))
            for key in coin.receive + coin.change {
                #expect(try account.address(at: try #require(DerivationPath(key.path)))?.text == key.address)
            }
        }
    }
}
