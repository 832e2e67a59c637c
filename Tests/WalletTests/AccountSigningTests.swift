import ExactJSON
import Foundation
import RouterEOSIO
import RouterTestSupport
import Testing

@testable import RouterWallet
@testable import SchemeRouter

/// A wallet that knows its key for accounts of EOS, and what it is asked to sign.
struct AccountSetup {
    static let mainnet = "aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906"
    /// m/44'/194'/0'/0/0 of the known words, computed apart from this program.
    static let real = ChainID(coin: "eos", network: .main, isPractice: false)
    static let key = "EOS6zpSNY1YoLxNt2VsvJjoDfBueU6xC1M1ERJw1UoekL1NHn8KNA"

    let wallet: TestWallet
    let unlocked: UnlockedWallet
    var coin = Self.eos()
    var chain = ChainID(coin: "eos", network: .main, isPractice: false)
    var signer = AccountSigner(account: "bobbobbobbob", permission: "active")

    static func eos(coinType: UInt32 = 194) -> CoinDescriptor {
        CoinDescriptor.eos(chainID: bytes(mainnet), coinType: coinType)
    }

    init() throws {
        wallet = try TestWallet(coinTypes: [5, 1, 194])
        unlocked = try wallet.files.unlock(with: Secret(TestWallet.passcode))
    }

    /// A transaction of one transfer.
    func intent(_ change: (inout PreparedAction) -> Void = { _ in }) -> ActionsIntent {
        var action = PreparedAction(
            contract: "eosio.token", name: "transfer",
            data: bytes("000000000000285d000000000000ae39102700000000000004454f53000000000568656c6c6f"),
            content: .object([]))
        change(&action)
        return ActionsIntent(chain: chain, chainID: bytes(Self.mainnet), signer: signer, actions: [action])
    }

    func texts(_ texts: [String], _ purpose: TextIntent.Purpose = .message) -> TextIntent {
        TextIntent(chain: chain, signer: signer, purpose: purpose, texts: texts)
    }

    func frame(chainID: String = Self.mainnet) -> TransactionFrame {
        TransactionFrame(
            chainID: bytes(chainID), expiration: 1_767_225_630, referenceBlock: 4_660, referenceCheck: 2_271_560_481)
    }

    /// The refusal of a signature; nil if it was given.
    func refusal(
        _ intent: ActionsIntent, approved: ActionsIntent? = nil, in frame: TransactionFrame? = nil,
        coin: CoinDescriptor? = nil
    ) -> ServiceError? {
        do throws(ServiceError) {
            _ = try unlocked.sign(
                intent, approved: IntentDigest(.actions(approved ?? intent)), in: frame ?? self.frame(),
                coin: coin ?? self.coin)
            return nil
        } catch {
            return error
        }
    }

    /// The refusal of signatures; nil if they were given.
    func refusal(_ intent: TextIntent, approved: TextIntent? = nil, coin: CoinDescriptor? = nil) -> ServiceError? {
        do throws(ServiceError) {
            _ = try unlocked.sign(
                intent, approved: IntentDigest(.texts(approved ?? intent)), coin: coin ?? self.coin)
            return nil
        } catch {
            return error
        }
    }
}

@Suite struct AccountKeyTests {
    private func error(_ keyring: WalletKeyring, _ coin: CoinDescriptor) -> ServiceError.Code? {
        do throws(ServiceError) {
            _ = try keyring.accountKey(of: coin, on: AccountSetup.real)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("The key of accounts is that of other wallets, without the passcode, and moves with the coin type (S12)")
    func key() throws {
        let wallet = try TestWallet(coinTypes: [194, 4_242])
        let keyring = WalletKeyring(files: wallet.files)
        #expect(try keyring.accountKey(of: AccountSetup.eos(), on: AccountSetup.real) == AccountSetup.key)
        let moved = try keyring.accountKey(of: AccountSetup.eos(coinType: 4_242), on: AccountSetup.real)
        #expect(moved == "EOS7KLVW3jyM4xuHTuv5TxHstoFgDqPygKXpDDrZaCpNitPgKJrjX")
    }

    @Test("A key that is not known yet is noted once with the passcode")
    func unknown() throws {
        let wallet = try TestWallet(coinTypes: [5])
        let keyring = WalletKeyring(files: wallet.files)
        #expect(error(keyring, AccountSetup.eos()) == .accountNotKnown)
        try wallet.files.unlock(with: Secret(TestWallet.passcode)).addAccount(0, coinType: 194)
        #expect(try keyring.accountKey(of: AccountSetup.eos(), on: AccountSetup.real) == AccountSetup.key)
    }

    @Test("Coins with addresses have no such key, and without a wallet there is none")
    func none() throws {
        let wallet = try TestWallet()
        #expect(error(WalletKeyring(files: wallet.files), .dash) == .unsupportedNetwork)
        let nowhere = try TestWallet(create: false)
        #expect(error(WalletKeyring(files: nowhere.files), AccountSetup.eos()) == .noWallet)
    }
}

@Suite struct AccountSigningTests {
    /// What a node is sent.
    private func sent(_ signed: SignedTransaction) throws -> (packed: [UInt8], signatures: [Signature]) {
        let body = try JSON(reading: signed.bytes, limits: .link)
        let texts = try #require(body["signatures"]?.elements).compactMap(\.string)
        let signatures = try texts.map { try Signature($0) }
        #expect(body["compression"]?.string == "none" && body["packed_context_free_data"]?.string == "")
        return (bytes(try #require(body["packed_trx"]?.string)), signatures)
    }

    @Test("Transactions are packed byte for byte as the vectors, and the signature gives the account's key back")
    func vectors() throws {
        var signedCount = 0
        for row in JSONValue.file("mykey/transactions.json").rows("transactions") {
            let actions = try #require(row["actions"]?.elements)
            guard let level = actions.first?["authorization"]?.elements.first else { continue }
            var setup = try AccountSetup()
            setup.signer = AccountSigner(
                account: try #require(level["actor"]?.text), permission: try #require(level["permission"]?.text))
            let chainID = bytes(try #require(row["chain_id"]?.text))
            let prepared = try actions.map { action in
                PreparedAction(
                    contract: try #require(action["account"]?.text), name: try #require(action["name"]?.text),
                    data: bytes(try #require(action["hex_data"]?.text)), content: .object([]))
            }
            let time = try #require(row["expiration"]?.text)
            let expiration = try #require(ISO8601DateFormatter().date(from: time + "Z"))
            let frame = TransactionFrame(
                chainID: chainID, expiration: UInt32(expiration.timeIntervalSince1970),
                referenceBlock: UInt16(try #require(row["ref_block_num"]?.integer)),
                referenceCheck: UInt32(try #require(row["ref_block_prefix"]?.integer)))
            let intent = ActionsIntent(
                chain: setup.chain, chainID: chainID, signer: setup.signer, actions: prepared)
            let signed = try setup.unlocked.sign(
                intent, approved: IntentDigest(.actions(intent)), in: frame, coin: setup.coin)
            #expect(signed.id.hex == row["id"]?.text)
            let (packed, signatures) = try sent(signed)
            #expect(hex(packed) == row["packed_trx"]?.text)
            let digest = try #require(row["digest"]?.text.flatMap { Checksum256(hex: $0) })
            #expect(signatures.map { $0.signer(of: digest)?.description } == [AccountSetup.key])
            #expect(signatures.map(\.isCanonical) == [true])
            signedCount += 1
        }
        #expect(signedCount >= 3)
    }

    @Test("Texts are signed each for itself, and servers find the account's key in every signature")
    func texts() throws {
        let setup = try AccountSetup()
        let rows = JSONValue.file("mykey/signatures.json")
        let messages = try rows.rows("messages").map { try #require($0["message"]?.text) }
        let logins = try rows.rows("login").map { try #require($0["unsigned"]?.text) }
        for (texts, purpose) in [(messages, TextIntent.Purpose.message), (logins, .login)] {
            #expect(!texts.isEmpty)
            let intent = setup.texts(texts, purpose)
            let signatures = try setup.unlocked.sign(intent, approved: IntentDigest(.texts(intent)), coin: setup.coin)
            #expect(signatures.count == texts.count)
            for (text, signature) in zip(texts, signatures) {
                #expect(try Signature(signature).signer(ofText: text)?.description == AccountSetup.key)
            }
        }
        let key = try WalletKeyring(files: setup.wallet.files).accountKey(of: setup.coin, on: AccountSetup.real)
        #expect(key == AccountSetup.key)
    }

    @Test("S11: a transaction that is not what was approved is not signed")
    func changedTransaction() throws {
        let setup = try AccountSetup()
        let approved = setup.intent()
        #expect(setup.refusal(approved) == nil)
        var elsewhere = setup
        elsewhere.signer = AccountSigner(account: "bobbobbobbob", permission: "owner")
        var practice = setup
        practice.chain = ChainID(coin: "eos", network: .main, isPractice: true)
        let other = { (contract: String, name: String, data: [UInt8]) in
            setup.intent { $0 = PreparedAction(contract: contract, name: name, data: data, content: $0.content) }
        }
        let data = approved.actions[0].data
        let twice = ActionsIntent(
            chain: approved.chain, chainID: approved.chainID, signer: approved.signer,
            actions: approved.actions + approved.actions)
        let onOtherChain = ActionsIntent(
            chain: approved.chain, chainID: [UInt8](repeating: 7, count: 32), signer: approved.signer,
            actions: approved.actions)
        for changed in [
            elsewhere.intent(), practice.intent(), other("eosio.takes", "transfer", data),
            other("eosio.token", "retire", data), other("eosio.token", "transfer", data + [0]), twice, onOtherChain,
        ] {
            #expect(setup.refusal(changed, approved: approved) == ServiceError(.refusedByCheck, ""))
        }
        // What only tells of the bytes may differ: the bytes are what was approved.
        let retold = setup.intent {
            $0 = PreparedAction(contract: $0.contract, name: $0.name, data: $0.data, content: .string("x"))
        }
        #expect(setup.refusal(retold, approved: approved) == nil)
    }

    @Test("S11, S12: nothing is signed for another chain than the one that was approved, or for another coin")
    func otherChain() throws {
        let setup = try AccountSetup()
        let refused = ServiceError(.refusedByCheck, "")
        let jungle = "73e4385a2708e6d7048834fbc1079f2fabb17b3c125b146af438971e90716c4d"
        for chainID in [jungle, "", "00", AccountSetup.mainnet + "00"] {
            #expect(setup.refusal(setup.intent(), in: setup.frame(chainID: chainID)) == refused, "\(chainID)")
        }
        // An id of another length is no chain's, even where both agree.
        let short = ActionsIntent(chain: setup.chain, chainID: [1], signer: setup.signer, actions: [])
        #expect(setup.refusal(short, in: setup.frame(chainID: "01")) == refused)

        var foreign = setup
        foreign.chain = ChainID(coin: "wax", network: .main, isPractice: false)
        #expect(foreign.refusal(foreign.intent()) == refused)
        #expect(foreign.refusal(foreign.texts(["I like turtles"])) == refused)
        var dash = setup
        dash.chain = ChainID(coin: "dash", network: .main, isPractice: false)
        #expect(dash.refusal(dash.intent(), coin: .dash) == refused)
        #expect(dash.refusal(dash.texts(["I like turtles"]), coin: .dash) == refused)
    }

    @Test(
        "What is not a name of the chain is not signed",
        arguments: ["", "Bob", "bob6", "bob.", "bobbobbobbobbob", "bobbobbobbobz"])
    func names(name: String) throws {
        // The empty name is one, of 64 zero bits; no permission is called so.
        let expected = name.isEmpty ? nil : ServiceError(.refusedByCheck, "")
        let setup = try AccountSetup()
        let contract = setup.intent { $0 = PreparedAction(contract: name, name: $0.name, data: [], content: .null) }
        let action = setup.intent { $0 = PreparedAction(contract: $0.contract, name: name, data: [], content: .null) }
        var account = setup
        account.signer = AccountSigner(account: name, permission: "active")
        var permission = setup
        permission.signer = AccountSigner(account: "bob", permission: name)
        for intent in [contract, action, account.intent(), permission.intent()] {
            #expect(setup.refusal(intent) == expected)
        }
    }

    @Test("S11: texts that are not those that were approved, or were approved for another purpose, are not signed")
    func changedTexts() throws {
        let setup = try AccountSetup()
        let approved = setup.texts(["one", "two"], .login)
        #expect(setup.refusal(approved) == nil)
        var elsewhere = setup
        elsewhere.signer = AccountSigner(account: "alicealice11", permission: "active")
        for changed in [
            setup.texts(["one"], .login), setup.texts(["one", "two "], .login), setup.texts(["onetwo"], .login),
            setup.texts(["two", "one"], .login), setup.texts(["one", "two"], .message),
            elsewhere.texts(["one", "two"], .login),
        ] {
            #expect(setup.refusal(changed, approved: approved) == ServiceError(.refusedByCheck, ""))
        }
    }

    @Test("A text whose bytes are a transaction is never signed as a text, alone or among others")
    func transactionAsText() throws {
        let setup = try AccountSetup()
        // Bytes below 128 are UTF-8: the id of a chain and a transaction that consist of such only.
        let chainID = [UInt8](repeating: 0x41, count: 32)
        let transaction = Transaction(
            expiration: TimePointSec(seconds: 0x4142_4344),
            reference: BlockReference(number: 0x4145, prefix: 0x4146_4748),
            actions: [])
        let preimage = transaction.preimage(chainID: try #require(Checksum256(chainID)))
        let text = try #require(String(validating: preimage.bytes, as: UTF8.self))
        #expect(Array(text.utf8) == preimage.bytes)
        for texts in [[text], ["fine", text]] {
            #expect(setup.refusal(setup.texts(texts)) == ServiceError(.refusedByCheck, ""))
            #expect(setup.refusal(setup.texts(texts, .login)) == ServiceError(.refusedByCheck, ""))
        }
        #expect(setup.refusal(setup.texts([text + "."])) == nil)
    }
}
