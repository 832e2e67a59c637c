import ExactJSON
import Foundation
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterCoins

/// What a wallet calls a proof of payment, verified with the transaction's key (`Tests/Vectors/monero-rpc`).
@Suite(.enabled(if: Keccak256.installed != nil, "no library with Keccak-256: install libnettle8"))
struct MoneroProofTests {
    private struct Recorded {
        var proof: String
        var id: [UInt8]
        var key: [UInt8]
        var address: String
        var message = "order 17"

        /// - Parameters:
        ///   - proof: the number of the recorded `get_tx_proof`.
        ///   - key: the number of the exchange that has the transaction's key.
        init(_ proof: String, key: String) throws {
            let (asked, answer) = try Self.exchange(proof)
            let (other, result) = try Self.exchange(key)
            self.proof = try #require(answer["signature"]?.string)
            id = try #require(asked["txid"]?.string.flatMap { [UInt8](hexDigits: $0) })
            address = try #require(asked["address"]?.string)
            let text = try #require(other["tx_key"]?.string ?? result["tx_key"]?.string)
            self.key = try #require([UInt8](hexDigits: text))
        }

        private static func exchange(_ id: String) throws -> (asked: JSON, answer: JSON) {
            let exchange = try #require(MoneroPaymentTests.exchanges[id])
            let asked = MoneroPaymentTests.parsed(exchange["request"]?["body"]?.string)?["params"]
            let answer = MoneroPaymentTests.parsed(exchange["response"]?["body"]?.string)?["result"]
            return (try #require(asked), try #require(answer))
        }

        var isProof: Bool { MoneroProof.isProof(proof, of: id, key: key, address: address, message: message) }

        func with(_ change: (inout Recorded) -> Void) -> Recorded {
            var other = self
            change(&other)
            return other
        }
    }

    @Test(
        "the proofs of a real wallet are such, to a subaddress, a primary and an integrated address",
        arguments: [("012", "005"), ("303", "302"), ("308", "307"), ("311", "310")])
    func recorded(proof: String, key: String) throws {
        let recorded = try Recorded(proof, key: key)
        #expect(recorded.isProof)
        #expect(!recorded.with { $0.message = "order 18" }.isProof && !recorded.with { $0.message = "" }.isProof)
        #expect(!recorded.with { $0.id[31] ^= 1 }.isProof && !recorded.with { $0.key[0] ^= 1 }.isProof)
        let other =
            "42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm"
        #expect(!recorded.with { $0.address = other }.isProof)
        #expect(
            !MoneroProof.isProof(
                recorded.proof, of: recorded.id, key: recorded.key, address: recorded.address,
                message: recorded.message, keccak: nil))
    }

    @Test("S16: a proof with any other character, or more or less of them, is none")
    func changed() throws {
        let recorded = try Recorded("012", key: "005")
        for place in recorded.proof.indices {
            let letter = recorded.proof[place] == "2" ? "3" : "2"
            let text = recorded.proof.replacingCharacters(in: place...place, with: letter)
            #expect(!recorded.with { $0.proof = text }.isProof, "\(text)")
        }
        let (proof, key) = (recorded.proof, recorded.key.hex)
        let rest = String(proof.dropFirst(10))
        let texts: [String] = [
            "", "OutProofV2", key, "OutProofV2\(key)", "\(proof)\(key)", "\(proof)\(rest)", "\(proof)\n", "\n\(proof)",
            "\(proof)2", String(proof.dropLast()), "InProofV2\(rest)", "OutProofV1\(rest)",
            "OutProofV2\(String(repeating: "1", count: 132))", "OutProofV2\(String(repeating: "é", count: 66))",
        ]
        for text in texts { #expect(!recorded.with { $0.proof = text }.isProof, "\(text)") }
        #expect(!recorded.with { $0.key = [] }.isProof && !recorded.with { $0.key += $0.key }.isProof)
        #expect(!recorded.with { $0.address = "" }.isProof)
        // The same signature with the order of the group added to one of its numbers: that would be a text of the wallet's own.
        let second =
            "OutProofV2VA9ntLppjvFKve22cudhEc9mT2vDAd6yW1YTnqGYC2yGhMaygUTRAU5AApyh2ySGt9YaW4kb74mDLM3DPMpgU9XUVocoEjdqdYvSixbRMX"
            + "K5QqNHopZRREqzy6W85fZVKW55"
        let first = second.replacing(
            "VocoEjdqdYvSixbRMXK5QqNHopZRREqzy6W85fZVKW55", with: "Z1cNSgonGzeZeTqjBQpW32NHopZRREqzy6W85fZVKW4o")
        #expect(recorded.with { ($0.proof, $0.message) = (first, "myapp") }.isProof)
        #expect(!recorded.with { ($0.proof, $0.message) = (second, "myapp") }.isProof)
    }
}
