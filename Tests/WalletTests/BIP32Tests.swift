import RouterBitcoinFormat
import SchemeRouter
import Testing

@testable import RouterWallet

/// `bip32_official.json`.
private struct OfficialVectors: Decodable {
    let valid: [Tree]
    let invalid: [Invalid]

    struct Tree: Decodable {
        let seed: String
        let chains: [Chain]
    }

    struct Chain: Decodable {
        let path: String
        let xpub: String
        let xprv: String
    }

    struct Invalid: Decodable, Sendable {
        let key: String
        let why: String
    }

    static let all = try? vectors("bip32_official", as: OfficialVectors.self)
}

/// Version bytes of BIP32's own texts.
private let xpub: UInt32 = 0x0488_b21e

extension ExtendedPrivateKey {
    /// The BIP32 text of a private key. The wallet itself never writes one.
    fileprivate var xprv: String {
        let payload = publicKey.payload
        return Base58Check.encode([0x04, 0x88, 0xad, 0xe4] + payload[..<41] + [0] + privateKey().revealed())
    }
}

@Suite struct BIP32Tests {
    @Test("BIP32: the official vectors 1 to 4, leading zeros included")
    func official() throws {
        let vectors = try #require(OfficialVectors.all)
        #expect(vectors.valid.count == 4)
        for tree in vectors.valid {
            let master = try ExtendedPrivateKey.master(seed: Secret(bytes(tree.seed)))
            for chain in tree.chains {
                let path = try #require(DerivationPath(chain.path))
                let key = try master.derived(along: path)
                #expect(key.publicKey.text(version: xpub) == chain.xpub)
                #expect(key.xprv == chain.xprv)
                #expect(ExtendedPublicKey(text: chain.xpub, version: xpub) == key.publicKey)
            }
        }
    }

    @Test("BIP32: from public keys alone follow the same normal children")
    func publicDerivation() throws {
        let vectors = try #require(OfficialVectors.all)
        var compared = 0
        for tree in vectors.valid {
            for (parent, child) in zip(tree.chains, tree.chains.dropFirst()) {
                let parentKey = try #require(ExtendedPublicKey(text: parent.xpub, version: xpub))
                let step = try #require(DerivationPath(child.path)?.steps.last)
                if step & DerivationPath.hardened == 0 {
                    #expect(try parentKey.child(step).text(version: xpub) == child.xpub)
                    compared += 1
                } else {
                    #expect(throws: DerivationError.hardenedFromPublic) { try parentKey.child(step) }
                }
            }
        }
        #expect(compared >= 5)
    }

    @Test("BIP32: the 16 invalid keys of vector 5 are refused")
    func invalid() throws {
        let invalid = try #require(OfficialVectors.all).invalid
        #expect(invalid.count == 16)
        for one in invalid {
            #expect(ExtendedPublicKey(text: one.key, version: xpub) == nil, "\(one.why)")
            // Not the version alone refuses them.
            if let bytes = try? Base58Check.decode(one.key), one.key.hasPrefix("xpub") {
                #expect(ExtendedPublicKey(payload: bytes.dropFirst(4)) == nil, "\(one.why)")
            }
        }
    }

    @Test func anotherVersionIsRefused() throws {
        let text = try #require(OfficialVectors.all?.valid.first?.chains.first?.xpub)
        #expect(ExtendedPublicKey(text: text, version: 0x0435_87cf) == nil)
        #expect(ExtendedPublicKey(text: text + "1", version: xpub) == nil)
        #expect(ExtendedPublicKey(text: "", version: xpub) == nil)
    }

    @Test("BIP32: I_L not below n, and a sum of zero, give no key")
    func noKey() throws {
        let order = bytes("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
        let minusOne = Array(order.dropLast()) + [0x40]
        let one = [UInt8](repeating: 0, count: 31) + [1]
        for (tweak, isKey) in [(order, false), (minusOne, false), (one, true)] {
            var memory = Secret(one + tweak)
            let added = memory.withMutableBytes { SecretCurve.add(tweak: 32, toKey: 0, in: &$0) }
            #expect(added == isKey)
        }
        for (key, isKey) in [([UInt8](repeating: 0, count: 32), false), (order, false), (minusOne, true)] {
            #expect((SecretCurve.publicKey(of: key.span) != nil) == isKey)
        }
    }

    @Test func theTreeEndsAtDepth255() throws {
        let master = try ExtendedPrivateKey.master(seed: Secret([UInt8](repeating: 7, count: 64)))
        let deepest = try master.derived(along: DerivationPath([UInt32](repeating: 0, count: 255)))
        #expect(throws: DerivationError.tooDeep) { try deepest.publicKey.child(0) }
        #expect(throws: DerivationError.tooDeep) { try deepest.derived(along: DerivationPath([0])).point }
    }

    @Test(
        "Wallets of other programs: master, m/a' and account keys, and the keys of addresses",
        arguments: HDWalletVectors.all)
    func wallets(wallet: HDWalletVectors.Wallet) throws {
        let mnemonic = try Mnemonic.reading(Secret(wallet.mnemonic))
        let contents = try KeystoreContents.make(mnemonic, passphrase: Secret(bytes(wallet.passphraseUtf8Hex)))
        let master = try contents.masterKey()
        #expect(master.xprv == wallet.master.xprv)
        #expect(master.publicKey.text(version: xpub) == wallet.master.xpub)
        #expect(master.publicKey.text(version: 0x0435_87cf) == wallet.master.tpub)
        #expect(master.publicKey.fingerprint == UInt32(wallet.master.fingerprint, radix: 16))
        for account in wallet.bip32Accounts {
            let key = try master.derived(along: try #require(DerivationPath(account.path)))
            #expect(key.publicKey.text(version: xpub) == account.xpub)
            #expect(key.xprv == account.xprv)
        }
        for coin in wallet.coins {
            let path = try #require(DerivationPath(coin.accountPath))
            let account = try master.derived(along: path)
            let version = try Base58Check.decode(coin.accountXpub).prefix(4)
            let text = account.publicKey.text(version: version.reduce(0) { $0 << 8 | UInt32($1) })
            #expect(text == coin.accountXpub)
            for key in coin.receive + coin.change {
                let steps = try #require(DerivationPath(key.path)).steps.suffix(2)
                let below = try account.derived(along: DerivationPath(Array(steps)))
                #expect(hex(below.point) == key.pubkey)
                if let privkey = key.privkey { #expect(hex(below.privateKey().revealed()) == privkey) }
                let fromPublic = try steps.reduce(account.publicKey) { try $0.child($1) }
                #expect(fromPublic == below.publicKey)
            }
        }
    }
}
