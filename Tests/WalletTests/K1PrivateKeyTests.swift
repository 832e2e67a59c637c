import ExactJSON
import Foundation
import RouterBitcoinFormat
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

    /// The key in a wallet import format without the mark of compression.
    private static func key(_ row: JSONValue) throws -> K1PrivateKey {
        let payload = try Base58Check.decode(try text(row, "wif"))
        return try present(K1PrivateKey(bytes: Secret(Array(payload.dropFirst()))))
    }

    @Test("the public key of each private one")
    func publicKeys() throws {
        for row in Self.rows("keys", "valid") {
            #expect(try Self.key(row).publicKey.description == row["pub_legacy"]?.text)
        }
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
            let key = try Self.key(row)
            let digest = try #require(Checksum256(hex: try Self.text(row, "digest")))
            let signature = try key.signature(over: digest)
            #expect(signature.description == row["signature_rfc6979"]?.text)
            #expect((row["attempts"]?.integer ?? 0) > 1)
        }
    }

    @Test("messages and logins: the texts that servers verify")
    func messages() throws {
        for row in Self.rows("signatures", "messages") {
            let key = try Self.key(row)
            let signature = try key.signature(over: Signature.digest(ofText: try Self.text(row, "message")))
            #expect(signature.description == row["signature_rfc6979"]?.text)
        }
        for row in Self.rows("signatures", "login") {
            let key = try Self.key(row)
            let signature = try key.signature(over: Signature.digest(ofText: try Self.text(row, "unsigned")))
            #expect(signature.description == row["body"]?["sign"]?.text)
        }
    }

    @Test("every signature is canonical and gives its key back")
    func random() throws {
        var numbers = SeededGenerator(seed: 6979)
        for _ in 0..<60 {
            let random = (0..<32).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            let key = try present(K1PrivateKey(bytes: Secret(random)))
            let digest = try #require(Checksum256((0..<32).map { _ in UInt8.random(in: 0...255, using: &numbers) }))
            let signature = try key.signature(over: digest)
            #expect(signature.isCanonical)
            #expect(signature.signer(of: digest) == key.publicKey)
        }
    }
}
