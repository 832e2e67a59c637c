import Foundation
import RouterBitcoinFormat
import RouterDash
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterWallet

/// Masternode keys, against `Tests/Vectors/dash-axe/masternode_keys.json`.
@Suite struct MasternodeKeyTests {
    private static func parameters(of network: MasternodeVectors.Network) throws -> NetworkParameters {
        let (p2pkh, wif): (UInt8, UInt8) =
            switch network.network {
            case "dash": (76, 204)
            case "dash-testnet": (140, 239)
            case "axe": (55, 204)
            default: throw CocoaError(.featureUnsupported)
            }
        return NetworkParameters(
            p2pkh: p2pkh, p2sh: [16], wif: wif, xpub: 0, xprv: 0, bech32: nil, coinType: network.coinType)
    }

    private static func seed(_ mnemonic: String, _ passphrase: String) throws -> Secret {
        try Mnemonic.reading(Secret(mnemonic)).seed(passphrase: Secret(passphrase))
    }

    @Test("every key of every wallet: paths, public forms, private forms", arguments: MasternodeVectors.wallets)
    func keys(of wallet: MasternodeVectors.Wallet) throws {
        let seed = try Self.seed(wallet.mnemonic, wallet.passphrase)
        var compared = 0
        for network in wallet.networks {
            let parameters = try Self.parameters(of: network)
            let chain = ChainID(coin: "dash", network: .main, isPractice: false)
            for (kind, keys) in network.keys where !keys.isEmpty {
                let branch = kind.branch(coinType: network.coinType, on: chain)
                let derivation = try KeyDerivation(of: branch, seed: seed)
                for (number, expected) in keys.enumerated() {
                    let number = UInt32(number)
                    #expect(branch.path(of: number).description == expected.path)
                    let key = try derivation.key(number)
                    let forms = MasternodePublicKey(key.publicKey, of: kind, on: parameters).forms
                    let expectedForms: [(String, String?)] = [
                        ("address", expected.address), ("publicKey", expected.pubkey),
                        ("keyId", expected.keyid ?? expected.nodeId), ("publicKeyBasic", expected.pubkeyBasic),
                        ("publicKeyLegacy", expected.pubkeyLegacy),
                    ]
                    for (name, text) in expectedForms {
                        #expect(forms.first { $0.name == name }?.text == text, "\(expected.path) \(name)")
                    }
                    #expect(key.text(.hex).text() == expected.privkey)
                    var texts: [String] = []
                    for row in kind.privateRows(on: parameters) { texts.append(key.text(row.form).text()) }
                    switch kind {
                    case .owner, .voting: #expect(texts == [expected.privkey, try #require(expected.wif)])
                    case .operator: #expect(texts == [expected.privkey])
                    case .platform: #expect(texts == [try #require(expected.privatePublicBase64)])
                    }
                    compared += 1
                }
            }
        }
        #expect(compared >= 3 * 13, "\(compared)")
    }

    @Test("BLS12-381: the values of DashSync's own tests, among them fingerprints and chain codes")
    func references() throws {
        let references = try #require(MasternodeVectors.all?.dashsyncReference)
        #expect(references.count == 2)
        let group = BLSGroup()
        func fingerprint(_ point: [UInt8]) -> String { hex(Digest.sha256(point).prefix(4)) }
        for reference in references {
            if let mnemonic = reference.mnemonic, let path = DerivationPath(try #require(reference.path)) {
                let key = try BLSPrivateKey.master(seed: try Self.seed(mnemonic, ""), in: group)
                    .derived(along: path, in: group)
                #expect(hex(key.point) == reference.pubkeyLegacy)
                continue
            }
            let seed = Secret(bytes(try #require(reference.seedHex)))
            let master = try BLSPrivateKey.master(seed: seed, in: group)
            #expect(fingerprint(master.point) == reference.masterFingerprint)
            #expect(hex(master.chainCode.revealed()) == reference.masterChaincode)
            let child = try master.child(77 | DerivationPath.hardened, in: group)
            #expect(fingerprint(child.point) == reference.child77HFingerprint)
            #expect(hex(child.chainCode.revealed()) == reference.child77HChaincode)
            let below = try BLSPrivateKey.master(seed: seed, in: group).derived(
                along: DerivationPath([3, 17]), in: group)
            #expect(fingerprint(below.point) == reference.pathM317Fingerprint)
        }
    }

    private static let order = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"

    @Test("BLS12-381: zero and the order are no keys; one and the number below the order have the same x")
    func edges() throws {
        let group = BLSGroup()
        func point(_ key: String) -> [UInt8]? { Secret(bytes(key)).withBytes { group.publicKey(of: $0) } }
        let zero = String(repeating: "0", count: 64)
        for none in [zero, Self.order, String(Self.order.dropLast()) + "2", String(repeating: "f", count: 64)] {
            #expect(point(none) == nil, "\(none)")
        }
        let one = try #require(point(zero.dropLast() + "1"))
        let last = try #require(point(Self.order.dropLast() + "0"))
        #expect(hex(one).hasPrefix("17f1d3a73197d7942695638c4fa9ac0f") && one.count == 48)
        #expect(one[0] ^ last[0] == 0x80 && one.dropFirst() == last.dropFirst())
        // Sums and remainders end below the order, and never at zero.
        func sum(_ key: String, _ tweak: String) -> String? {
            let (key, tweak) = (bytes(key), bytes(tweak))
            return shown(Secret(key).withBytes { key in Secret(tweak).withBytes { group.sum(of: key, and: $0) } })
        }
        func remainder(_ bytes: [UInt8]) -> String? { shown(Secret(bytes).withBytes { group.reduced($0) }) }
        #expect(sum(Self.order.dropLast() + "0", zero.dropLast() + "1") == nil)
        #expect(sum(Self.order.dropLast() + "0", zero.dropLast() + "3") == zero.dropLast() + "2")
        #expect(
            remainder(Array(repeating: 0xFF, count: 32))
                == "1824b159acc5056f998c4fefecbc4ff55884b7fa0003480200000001fffffffd")
        #expect(remainder(bytes(Self.order)) == nil)
    }

    /// Multiplies the generator by textbook formulas on Python's own numbers, which owe nothing to libgcrypt.
    private static let program = """
        import sys
        p = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab
        g = (0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb,
             0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1)
        def add(a, b):
            if a is None: return b
            if b is None: return a
            if a[0] == b[0]:
                if (a[1] + b[1]) % p == 0: return None
                m = 3 * a[0] * a[0] * pow(2 * a[1], -1, p)
            else: m = (b[1] - a[1]) * pow(b[0] - a[0], -1, p)
            x = (m * m - a[0] - b[0]) % p
            return x, (m * (a[0] - x) - a[1]) % p
        for line in sys.stdin:
            k, q, r = int(line, 16), g, None
            while k:
                if k & 1: r = add(r, q)
                q, k = add(q, q), k >> 1
            assert (r[1] * r[1] - r[0] ** 3 - 4) % p == 0
            print("%096x" % (r[0] | (1 << 383 if 2 * r[1] > p else 0)))
        """

    @Test("BLS12-381: public keys of random numbers are those that textbook formulas give")
    func textbook() throws {
        let python = try #require(Python(importing: "sys"))
        let group = BLSGroup()
        var generator = SeededGenerator(seed: 12_381)
        var (given, found): ([String], [String]) = ([], [])
        for length in [1, 2, 8, 16, 31] + Array(repeating: 32, count: 15) {
            var key = [UInt8](repeating: 0, count: 32)
            for index in 32 - length..<32 { key[index] = .random(in: .min ... .max, using: &generator) }
            key[0] &= 0x3F
            key[31] |= 1
            given.append(hex(key))
            found.append(hex(try #require(Secret(key).withBytes { group.publicKey(of: $0) })))
        }
        let printed = try python.run(Self.program, [], input: given.map { $0 + "\n" }.joined())
        #expect(String(decoding: printed, as: UTF8.self).split(separator: "\n").map(String.init) == found)
        // Both halves of the curve were met.
        #expect(Set(found.map { bytes($0)[0] & 0x80 }).count == 2)
    }

    @Test("S8: WIF that is written in guarded memory is what Base58Check reads, with leading zeros and other versions")
    func wif() throws {
        for version in [0, 1, 128, 204, 239, 255] as [UInt8] {
            for key in [[UInt8](repeating: 0, count: 32), Array(repeating: 0xFF, count: 32), Array(0..<32)] {
                let text = Secret(key).withBytes { SecretText.wif($0, version: version) }.text()
                #expect(try Base58Check.decode(text) == [version] + key + [1])
                #expect(text == Base58Check.encode([version] + key + [1]))
            }
        }
    }
}

/// The hex of a secret, which only tests may see.
private func shown(_ secret: consuming Secret?) -> String? {
    guard let secret else { return nil }
    return hex(secret.revealed())
}
