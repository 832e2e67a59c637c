import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterWallet

/// The extended public keys that a request for keys is answered with.
@Suite struct ExtendedKeyAnswerTests {
    @Test("The extended keys of a masterPublicKey answer, for every vector", arguments: HDWalletVectors.all)
    func publicKeys(vector: HDWalletVectors.Wallet) throws {
        let wallet = try TestWallet(create: false)
        try wallet.files.create(
            from: try Mnemonic.reading(Secret(vector.mnemonic)), passphrase: Secret(bytes(vector.passphraseUtf8Hex)),
            passcode: Secret(TestWallet.passcode), coinTypes: [5])
        let unlocked = try wallet.files.unlock(with: Secret(TestWallet.passcode))
        for (coin, network) in [("dash", NetworkKind.main), ("dash-testnet", .test)] {
            for account in [0, 1] as [UInt32] {
                let coinType = try #require(CoinDescriptor.dash.networks[network]?.coinType)
                let intent = KeyIntent(
                    chain: ChainID(coin: "dash", network: network, isPractice: false), account: account,
                    bip32: .bip32(account: account), bip44: .bip44(coinType: coinType, account: account))
                let keys = try unlocked.publicKeys(for: intent, approved: IntentDigest(.keys(intent)), coin: .dash)
                let bip32 = try #require(vector.bip32Accounts.first { $0.path == intent.bip32.description })
                #expect(keys.bip32 == (network == .main ? bip32.xpub : bip32.tpub))
                if let known = vector.coins.first(where: {
                    $0.coin == coin && $0.accountPath == intent.bip44.description
                }) {
                    #expect(keys.bip44 == known.accountXpub)
                }
            }
        }
    }

    @Test("S11: extended keys at other paths than the account's are refused")
    func otherKeys() throws {
        let setup = try PaymentSetup()
        let right = DerivationPath.bip44(coinType: 5, account: 0)
        for (account, bip32, bip44) in [
            (1, .bip32(account: 0), right), (0, DerivationPath([]), right),
            (0, .bip32(account: 0), .bip44(coinType: 1, account: 0)), (0, .bip32(account: 0), DerivationPath([])),
        ] as [(UInt32, DerivationPath, DerivationPath)] {
            let intent = KeyIntent(chain: setup.chain, account: account, bip32: bip32, bip44: bip44)
            #expect(throws: ServiceError(.refusedByCheck, "")) {
                try setup.unlocked.publicKeys(for: intent, approved: IntentDigest(.keys(intent)), coin: .dash)
            }
        }
        let intent = KeyIntent(chain: setup.chain, account: 0, bip32: .bip32(account: 0), bip44: right)
        let other = KeyIntent(chain: setup.chain, account: 1, bip32: .bip32(account: 1), bip44: right)
        #expect(throws: ServiceError(.refusedByCheck, "")) {
            try setup.unlocked.publicKeys(for: intent, approved: IntentDigest(.keys(other)), coin: .dash)
        }
    }
}
