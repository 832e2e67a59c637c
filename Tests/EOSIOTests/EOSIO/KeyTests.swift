import ExactJSON
import RouterEOSIO
import RouterTestSupport
import Testing

@Suite struct KeyTests {
    @Test("public keys, as both texts", arguments: Vectors.keys.rows("valid"))
    func valid(row: JSON) throws {
        let key = try PublicKey(bytes: row.bytes("pub_hex"))
        #expect(key.description == row.text("pub_legacy"))
        #expect(key.taggedText == row.text("pub_k1"))
        #expect(try PublicKey(row.text("pub_legacy")) == key)
        #expect(try PublicKey(row.text("pub_k1")) == key)
    }

    @Test("what is no public key, and why")
    func invalid() {
        let expected: [KeyError] = [.badChecksum, .unsupportedCurve, .notOnCurve]
        let texts = Vectors.keys.rows("invalid").filter { $0["kind"]?.string == "pub" }.map { $0.text("text") }
        #expect(texts.count == expected.count)
        for (text, error) in zip(texts, expected) { #expect(throws: error) { try PublicKey(text) } }
    }

    @Test("a private key is never taken for a public one, nor repeated")
    func privateKeys() {
        for row in Vectors.keys.rows("valid") {
            for name in ["wif", "pvt_k1"] {
                #expect(throws: KeyError.privateKey) { try PublicKey(row.text(name)) }
                #expect(!KeyError.privateKey.message.contains(row.text(name)))
            }
        }
    }

    @Test(
        "other texts",
        arguments: [
            ("", KeyError.unknownPrefix), ("EOS", .wrongLength), ("PUB_K1_", .wrongLength),
            ("PUB_X1_abc", .unknownPrefix),
            ("EOS6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5GDW50V", .badCharacter(offset: 51)),
            ("PUB_K1_6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5GDW5CV", .badChecksum),
            ("EOS6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5BoDq63", .badChecksum),
            ("EOS" + String(repeating: "2", count: 1100), .wrongLength),
        ])
    func others(text: String, error: KeyError) {
        #expect(throws: error) { try PublicKey(text) }
    }

    @Test("read(print(x)) == x for keys of every curve; a changed letter is noticed")
    func roundTrip() throws {
        var numbers = SeededGenerator(seed: 33)
        for _ in 0..<100 {
            let key = RandomValues.publicKey(using: &numbers)
            #expect(try AnyPublicKey(key.description) == key)
            let signature = RandomValues.signature(using: &numbers)
            #expect(try AnySignature(signature.description) == signature)
            var letters = Array(key.description)
            let index = Int.random(in: 8..<letters.count, using: &numbers)
            letters[index] = letters[index] == "2" ? "3" : "2"
            #expect(throws: KeyError.self) { try AnyPublicKey(String(letters)) }
        }
    }
}
