import Foundation
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterWallet

/// S14: practice has keys of a branch of its own. The texts were computed by a program of a few lines of Python, with
/// nothing of this one, for the well-known test words; the same program gives the addresses of the vectors for real money.
@Suite struct PracticeKeysTests {
    private static let real = ChainID(coin: "dash", network: .main, isPractice: false)
    private static let practice = ChainID(coin: "dash", network: .main, isPractice: true)
    private static let root = "m/1886544227'"

    let wallet: TestWallet
    let chain = LedgerChain()

    init() throws { wallet = try TestWallet(coinTypes: [5, 194]) }

    private func account(
        _ name: AccountName = .number(0), on id: ChainID = practice, of wallet: TestWallet? = nil
    ) throws -> any AccountReader {
        try WalletKeyring(files: (wallet ?? self.wallet).files).account(
            name, of: .dashWithOldAccount, on: ConfiguredNetwork(id: id, chain: chain))
    }

    private func unlocked() throws -> UnlockedWallet { try wallet.files.unlock(with: Secret(TestWallet.passcode)) }

    @Test("S14: the practice number is not one of BIP43's purposes, is hardened, and spells “prac”")
    func number() {
        #expect(DerivationPath.practice.description == Self.root)
        #expect(DerivationPath.bip44(coinType: 5, account: 0).on(Self.practice).description == Self.root + "/44'/5'/0'")
        #expect(DerivationPath.bip44(coinType: 5, account: 0).on(Self.real).description == "m/44'/5'/0'")
    }

    @Test("S14: no address of practice is one of real money, in account 0, a further one and the old one")
    func addresses() async throws {
        let unlocked = try unlocked()
        for name in [.number(1), .old] as [AccountName] {
            try unlocked.note(name, of: .dashWithOldAccount, on: Self.practice)
        }
        for (name, path, address) in [
            (.number(0), "/44'/5'/0'", "Xv8KBsguLD9GCL22zwT3CGzvpwUo893Rzi"),
            (.number(1), "/44'/5'/1'", "XyjTH2fkk8F9yauTqCznAsv1cgT1m2LMYQ"),
            (.old, "/0'", "XmhdQaVTf6pDzKxLbNpkRHh44GYxYDymsb"),
        ] as [(AccountName, String, String)] {
            let account = try account(name)
            let survey = try await account.survey(progress: nil)
            #expect(account.path.description == Self.root + path && survey.receiveAddress.text == address)
        }
        let first = try await account().survey(progress: nil)
        #expect(first.changeAddress.text == "XmYLsDGYGMZqyxRqs4qVW81YrJPkTCy9cY")
        let money = try await account(on: Self.real).survey(progress: nil)
        #expect(money.receiveAddress.text == "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5")
        #expect(money.changeAddress.text == "XeBdurzVrhrFtgqf9SxzQqvhHodb53njW4")
        // What practice noted is no account of real money.
        let network = ConfiguredNetwork(id: Self.real, chain: chain)
        let real = try WalletKeyring(files: wallet.files).accounts(of: .dashWithOldAccount, on: network)
        #expect(real.map(\.path.description) == ["m/44'/5'/0'"])
        let practice = try WalletKeyring(files: wallet.files).accounts(
            of: .dashWithOldAccount, on: ConfiguredNetwork(id: Self.practice, chain: chain))
        #expect(practice.map(\.name) == [.number(0), .number(1), .old])
    }

    @Test("S14: the keys that are told in practice are not those of real money")
    func extendedKeys() throws {
        func intent(_ chain: ChainID, on keys: ChainID) -> KeyIntent {
            KeyIntent(
                chain: chain, account: 0, bip32: .bip32(account: 0).on(keys),
                bip44: .bip44(coinType: 5, account: 0).on(keys))
        }
        let unlocked = try unlocked()
        func told(_ intent: KeyIntent) throws(ServiceError) -> ExtendedPublicKeys {
            try unlocked.publicKeys(for: intent, approved: IntentDigest(.keys(intent)), coin: .dash)
        }
        let practice = try told(intent(Self.practice, on: Self.practice))
        #expect(
            practice.bip32
                == "xpub6BG9gqfWCmEC5EtPnhH7aEFbeUqS9LYk8huhuUUvbSixKGooDpHMRdRxmbsW1GTjnL4FD3n9F8JqjokZGw1pBP3toVj4b3iemgEyS8Dij7V"
        )
        #expect(
            practice.bip44
                == "xpub6E7iT4CndfWHJ1Dto2UxbxsBmhz76AR44pcZNiMkRYxCuhwXe8PD6YsU4xcytzQjDMu8RSpYcGmgmWU62ZhgyNCuFp6cgGA6soKBJCL4yoo"
        )
        let real = try told(intent(Self.real, on: Self.real))
        #expect(real.bip32 != practice.bip32 && real.bip44 != practice.bip44)
        // A plugin that mixes them is refused (S11).
        #expect(throws: ServiceError(.refusedByCheck, "")) { try told(intent(Self.practice, on: Self.real)) }
        #expect(throws: ServiceError(.refusedByCheck, "")) { try told(intent(Self.real, on: Self.practice)) }
    }

    @Test("S14: the key of named accounts is another one in practice")
    func accountKey() throws {
        let keyring = WalletKeyring(files: wallet.files)
        let real = ChainID(coin: "eos", network: .main, isPractice: false)
        let practice = ChainID(coin: "eos", network: .main, isPractice: true)
        #expect(try keyring.accountKey(of: AccountSetup.eos(), on: real) == AccountSetup.key)
        #expect(
            try keyring.accountKey(of: AccountSetup.eos(), on: practice)
                == "EOS8BFu5mXGQo7h94xjqJ1QX4MgWdsD96i3hm2r8Br4AeBtRXzg69")
    }

    @Test("S14: what practice paid is never spent for real money, nor the other way round")
    func signing() throws {
        let setup = try PaymentSetup()
        var practice = setup
        practice.chain = Self.practice
        #expect(setup.refusal() == nil && practice.refusal() != nil)
        var moved = setup
        moved.inputs = setup.inputs.map {
            OwnedUTXO(outpoint: $0.outpoint, amount: $0.amount, path: $0.path.inPractice, confirmations: 6)
        }
        moved.changePath = setup.changePath.inPractice
        #expect(moved.refusal() != nil)
        // In practice the UTXOs of the real address are not those of the practice key (S12).
        moved.chain = Self.practice
        #expect(moved.refusal()?.contains("does not pay the wallet's key") == true)
    }

    @Test("S14: hashes of addresses are kept apart, and switching to and fro keeps both")
    func files() async throws {
        let names = try #require(wallet.names)
        #expect(names.contains("addresses-5-0") && names.contains("addresses-practice-5-0"))
        let before = try await account(on: Self.real).survey(progress: nil)
        _ = try await account().survey(progress: nil)
        #expect(try await account(on: Self.real).survey(progress: nil) == before)
        #expect(wallet.errorUnlocking() == nil)
        let info = try wallet.files.info()
        #expect(info.accounts.map(\.description) == ["m/44'/5'/0'", "m/44'/194'/0'"])
        #expect(info.practiceAccounts.map(\.description) == [Self.root + "/44'/5'/0'", Self.root + "/44'/194'/0'"])
    }

    @Test("a wallet of a version without practice keys works on, and gets them with the passcode")
    func olderWallet() async throws {
        let book = try #require(try wallet.files.accounts())
        var older = AccountBook(masterFingerprint: book.masterFingerprint)
        for (path, key) in book.keys where !path.isPractice { older.add(key, at: path) }
        try wallet.write("accounts", older.bytes)
        #expect(
            try await account(on: Self.real).survey(progress: nil).receiveAddress.text
                == "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5")
        #expect(throws: ServiceError(.accountNotKnown, "")) { try account() }
        try unlocked().note(.number(0), of: .dash, on: Self.practice)
        #expect(
            try await account().survey(progress: nil).receiveAddress.text == "Xv8KBsguLD9GCL22zwT3CGzvpwUo893Rzi")
    }
}
