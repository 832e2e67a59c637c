import ExactJSON
import Foundation
import RouterEOSIO
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterWallet

/// Private keys and signatures of EOSIO accounts, against `Tests/Vectors/mykey`.
@Suite struct K1PrivateKeyTests {
    private static func rows(_ file: String, _ table: String) -> [JSONValue] {
        JSONValue.file("mykey/\(file).json").rows(table)
    }

    private static func text(_ row: JSONValue, _ name: String) throws -> String {
        try #require(row[name]?.text)
    }

    @Test("both texts, both ways")
    func texts() throws {
        for row in Self.rows("keys", "valid") {
            for name in ["wif", "pvt_k1"] {
                let key = try K1PrivateKey.reading(Secret(try Self.text(row, name)))
                #expect(key.withBytes { Array($0) } == bytes(try Self.text(row, "priv_hex")))
                #expect(key.publicKey.description == row["pub_legacy"]?.text)
                #expect(key.walletImportFormat().text() == row["wif"]?.text)
                #expect(key.taggedText().text() == row["pvt_k1"]?.text)
            }
        }
    }

    private static func error(_ text: String) -> K1PrivateKey.TextError? {
        do {
            _ = try K1PrivateKey.reading(Secret(text))
            return nil
        } catch {
            return error
        }
    }

    @Test("what is no private key, and why")
    func invalid() throws {
        let expected: [K1PrivateKey.TextError] = [.badChecksum, .wrongLength, .badChecksum, .wrongLength]
        let rows = Self.rows("keys", "invalid").filter { $0["kind"]?.text != "pub" }
        #expect(rows.count == expected.count)
        for (row, error) in zip(rows, expected) { #expect(Self.error(try Self.text(row, "text")) == error) }
        #expect(Self.error("") == .malformed)
        #expect(Self.error("PVT_K1_") == .malformed)
        #expect(Self.error("PVT_R1_2be6BwD56MHeVD4P95bRLdnP3oB3P4QRAXAsSKh4N8Xu6d4Aux") == .unsupportedCurve)
        #expect(Self.error("EOS6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5GDW5CV") == .malformed)
        #expect(Self.error(String(repeating: "5", count: 65)) == .malformed)
        #expect(Self.error("5KQwrPbwdL6PhXujxW37FSSQZ1JiwsST4cqQzDeyXtP79zkvFD ") == .malformed)
    }

    @Test("zero and the order of the curve are no keys")
    func range() throws {
        let order = bytes("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
        for bytes in [[UInt8](repeating: 0, count: 32), order, [UInt8](repeating: 1, count: 31)] {
            let isKey = K1PrivateKey(bytes: Secret(bytes)) != nil
            #expect(!isKey)
        }
    }

    @Test("transactions: digests that want several nonces, signed byte for byte as the vectors")
    func transactions() throws {
        for row in Self.rows("transactions", "transactions") {
            let key = try K1PrivateKey.reading(Secret(try Self.text(row, "wif")))
            let digest = try #require(Checksum256(hex: try Self.text(row, "digest")))
            let signature = try key.signature(over: digest)
            #expect(signature.description == row["signature_rfc6979"]?.text)
            #expect((row["attempts"]?.integer ?? 0) > 1)
        }
    }

    @Test("messages and logins: the texts that servers verify")
    func messages() throws {
        for row in Self.rows("signatures", "messages") {
            let key = try K1PrivateKey.reading(Secret(try Self.text(row, "wif")))
            let signature = try key.signature(over: Signature.digest(ofText: try Self.text(row, "message")))
            #expect(signature.description == row["signature_rfc6979"]?.text)
        }
        for row in Self.rows("signatures", "login") {
            let key = try K1PrivateKey.reading(Secret(try Self.text(row, "wif")))
            let signature = try key.signature(over: Signature.digest(ofText: try Self.text(row, "unsigned")))
            #expect(signature.description == row["body"]?["sign"]?.text)
        }
    }

    @Test("every signature is canonical and gives its key back; read(print(key)) == key")
    func random() throws {
        var numbers = SeededGenerator(seed: 6979)
        for _ in 0..<60 {
            let random = (0..<32).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            let key = try present(K1PrivateKey(bytes: Secret(random)))
            let digest = try #require(Checksum256((0..<32).map { _ in UInt8.random(in: 0...255, using: &numbers) }))
            let signature = try key.signature(over: digest)
            #expect(signature.isCanonical)
            #expect(signature.signer(of: digest) == key.publicKey)
            let again = try K1PrivateKey.reading(key.walletImportFormat())
            let tagged = try K1PrivateKey.reading(key.taggedText())
            #expect(again.publicKey == key.publicKey)
            #expect(tagged.publicKey == key.publicKey)
        }
    }
}
