import Foundation
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterProgram

/// S8: the keys in invitations and contact links never leave the link, whatever happens to it on the way
/// (Documentation/protocols/dash-2026.md §3).
@Suite struct LinkSecretTests {
    private static let cases = JSONValue.file("dash-2026/contacts_invitations.json").rows("cases")

    /// Each link with the secrets that it has.
    private static let links: [(link: [UInt8], secrets: [String])] = cases.compactMap { vector in
        let secrets = vector["expect"]?["hides"]?.elements.compactMap(\.text) ?? []
        return secrets.isEmpty ? nil : (Array((vector["url"]?.text ?? "").utf8), secrets)
    }

    @Test("S8: no answer to a mutated link has twelve neighbouring characters of its secret")
    func mutations() {
        var random = SeededGenerator(seed: 39)
        var readable = 0
        for (link, secrets) in Self.links {
            for _ in 0..<150 {
                let mutated = Self.mutated(link, &random)
                let said = DashLinkVectorTests.said(of: mutated)
                if !said.json.contains("\"outcome\": \"reject\""), !said.json.contains("\"outcome\":\"reject\"") {
                    readable += 1
                }
                for secret in secrets {
                    let piece = DashLinkVectorTests.piece(of: secret, in: said.all)
                    #expect(piece == nil, "\(String(decoding: mutated, as: UTF8.self)): \(said.all)")
                }
            }
        }
        // Otherwise only refusals would be tested.
        #expect(readable > 100, "\(readable)")
    }

    /// The link with one to three changes: bytes, signs, parameters and whole values moved, doubled, cut, encoded or renamed.
    private static func mutated(_ link: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var link = link
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            var parts = link.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map(Array.init)
            let part = Int.random(in: parts.indices, using: &random)
            let place = Int.random(in: link.indices, using: &random)
            switch Int.random(in: 0..<9, using: &random) {
            case 0: link[place] = UInt8.random(in: 0x21...0x7E, using: &random)
            case 1: link.insert(Array("&=?#/%:; ".utf8).randomElement(using: &random) ?? 0x26, at: place)
            case 2: link.remove(at: place)
            case 3:
                parts.shuffle(using: &random)
                link = Array(parts.joined(separator: [UInt8(ascii: "&")]))
            case 4:
                parts.append(parts[part])
                link = Array(parts.joined(separator: [UInt8(ascii: "&")]))
            case 5:
                // Not a label or a message: people read those, so a value moved there is no longer hidden.
                let name = ["x", "req-x", "PK", "key", "islock"].randomElement(using: &random)
                let value = parts[part].drop { $0 != UInt8(ascii: "=") }
                parts.append(Array((name ?? "x").utf8) + value)
                link = Array(parts.joined(separator: [UInt8(ascii: "&")]))
            case 6:
                let escaped = Array("%\(String(link[place], radix: 16, uppercase: true))".utf8)
                link.replaceSubrange(place..<place + 1, with: escaped)
            case 7: link = Array(link.prefix(max(place, 12)))
            default:
                let schemes = ["dash:", "dashpay://", "dashwallet://", "https://", "monero:", "x:", "bitcoin:"]
                let rest = link.drop { $0 != UInt8(ascii: ":") }.dropFirst().drop { $0 == UInt8(ascii: "/") }
                link = Array((schemes.randomElement(using: &random) ?? "x:").utf8) + rest
            }
            if link.isEmpty { link = [0x78] }
        }
        return link
    }
}
