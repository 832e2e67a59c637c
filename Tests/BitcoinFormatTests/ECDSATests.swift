import RouterBitcoinFormat
import RouterTestSupport
import Testing

@Suite struct ECDSATests {
    private struct Case {
        let signature: [UInt8]
        let digest: [UInt8]
        let publicKey: [UInt8]
    }

    private static let cases: [Case] = Vectors.transactions.rows("transactions").flatMap { row in
        (row["inputs"]?.elements ?? []).map { input in
            Case(
                signature: [UInt8](hex: input["signature_der"]?.text ?? ""),
                digest: [UInt8](hex: input["sighash"]?.text ?? ""),
                publicKey: [UInt8](hex: input["pubkey"]?.text ?? ""))
        }
    }

    private static let order = [UInt8](hex: "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")

    /// A DER integer of a positive number.
    private static func integer(_ number: [UInt8]) -> [UInt8] {
        let trimmed = Array(number.drop { $0 == 0 })
        let padded = (trimmed.first ?? 0x80) >= 0x80 ? [0] + trimmed : trimmed
        return [2, UInt8(padded.count)] + padded
    }

    /// r and s of a strict DER signature, without leading zeros.
    private static func parts(_ signature: [UInt8]) -> (r: [UInt8], s: [UInt8]) {
        let length = Int(signature[3])
        return (Array(signature[4..<(4 + length)].drop { $0 == 0 }), Array(signature[(6 + length)...].drop { $0 == 0 }))
    }

    @Test("every bit of signature, digest and key counts")
    func bits() throws {
        #expect(Self.cases.count >= 6)
        for example in Self.cases.prefix(3) {
            #expect(ECDSA.verify(signature: example.signature, digest: example.digest, publicKey: example.publicKey))
            for position in example.signature.indices {
                var changed = example.signature
                changed[position] ^= 1
                #expect(!ECDSA.verify(signature: changed, digest: example.digest, publicKey: example.publicKey))
            }
            for position in example.digest.indices {
                var changed = example.digest
                changed[position] ^= 0x80
                #expect(!ECDSA.verify(signature: example.signature, digest: changed, publicKey: example.publicKey))
            }
            for position in example.publicKey.indices {
                var changed = example.publicKey
                changed[position] ^= 1
                #expect(!ECDSA.verify(signature: example.signature, digest: example.digest, publicKey: changed))
            }
        }
    }

    @Test("BIP146: the same signature with a high S is refused")
    func highS() {
        for example in Self.cases {
            let (r, s) = Self.parts(example.signature)
            var high = Self.order
            var borrow = 0
            let padded = [UInt8](repeating: 0, count: 32 - s.count) + s
            for position in (0..<32).reversed() {
                let difference = Int(high[position]) - Int(padded[position]) - borrow
                high[position] = UInt8(truncatingIfNeeded: difference)
                borrow = difference < 0 ? 1 : 0
            }
            let body = Self.integer(r) + Self.integer(high)
            #expect(
                !ECDSA.verify(
                    signature: [0x30, UInt8(body.count)] + body, digest: example.digest, publicKey: example.publicKey))
        }
    }

    @Test("BIP66: the same numbers in any other encoding are refused")
    func strictDER() throws {
        let example = try #require(Self.cases.first)
        let (r, s) = Self.parts(example.signature)
        let strict = Self.integer(r) + Self.integer(s)
        #expect([0x30, UInt8(strict.count)] + strict == example.signature)
        let padded = [2, UInt8(r.count + 2), 0, 0] + r + Self.integer(s)
        for encoding in [
            [0x30, UInt8(padded.count)] + padded,
            [0x30, 0x81, UInt8(strict.count)] + strict,
            example.signature + [0],
            Array(example.signature.dropLast()),
            [0x31, UInt8(strict.count)] + strict,
            [],
        ] {
            #expect(!ECDSA.verify(signature: encoding, digest: example.digest, publicKey: example.publicKey))
        }
        #expect(!ECDSA.verify(signature: example.signature, digest: [], publicKey: example.publicKey))
        #expect(!ECDSA.verify(signature: example.signature, digest: example.digest, publicKey: []))
    }

    @Test("the hybrid form of a public key is refused")
    func hybridKey() throws {
        let wif = try #require(Vectors.base58check["wif"]?.elements.first { $0["compressed"] == .bool(false) })
        let key = [UInt8](hex: try #require(wif["pubkey"]?.text))
        #expect(ECDSA.isPublicKey(key))
        let isOdd = key[64] & 1 == 1
        #expect(!ECDSA.isPublicKey([isOdd ? 7 : 6] + key.dropFirst()))
        #expect(!ECDSA.isPublicKey(Array(key.dropLast())))
    }

    @Test("BIP32: a public child key, from the tweak of the private one")
    func childKey() throws {
        // k1·G + 1·G for k1 = 1 is 2·G (SEC 2, doubled generator); a tweak of the order or more has no key.
        let generator = [UInt8](hex: "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")
        var one = [UInt8](repeating: 0, count: 32)
        one[31] = 1
        #expect(
            ECDSA.add(tweak: one, to: generator)?.hex
                == "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5")
        #expect(ECDSA.add(tweak: Self.order, to: generator) == nil)
        var minusOne = Self.order
        minusOne[31] -= 1
        #expect(ECDSA.add(tweak: minusOne, to: generator) == nil)
        #expect(ECDSA.add(tweak: [1], to: generator) == nil)
    }
}
