import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Which link another wallet gets: the same bytes where every wallet reads them alike, else what is shown, written anew.
/// The rows are what wallets were seen to read differently (Documentation/protocols/hand-over.md §1).
@Suite struct PlainLinkTests {
    private static let address = BIP21Tests.segwit
    /// An invoice of 0.0025 BTC, from the examples of BOLT 11.
    private static let invoice =
        "lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsy"
        + "qcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut35"
        + "3s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh"

    private static func read(_ link: String) throws -> ReadLink {
        try RequestVectorTests.router.read(Array(link.utf8))
    }

    private static func sent(_ link: String) throws -> [String] { try read(link).outgoing.map(\.text) }

    @Test(
        "a plain link goes over byte for byte",
        arguments: [
            "", "?amount=0.5", "?amount=0.5&label=Shop&message=Order-1", "?label=a%20b&amount=1", "?amount=0.10",
            "?amount=20999999.99999999", "?message=%E2%82%AC%26%3D", "?label=", "?amount=00001",
        ])
    func verbatim(_ rest: String) throws {
        let link = "bitcoin:\(Self.address)\(rest)"
        let outgoing = try Self.read(link).outgoing
        #expect(outgoing.map(\.text) == [link] && outgoing.map(\.isRewritten) == [false])
        #expect(outgoing.map(\.scheme) == ["bitcoin"])
    }

    @Test(
        "what wallets read differently is written anew, with what is shown and nothing else",
        arguments: [
            ("bitcoin://ADDRESS?amount=0.5", "?amount=0.5"), ("bitcoin:///ADDRESS?amount=0.5", "?amount=0.5"),
            ("BITCOIN:ADDRESS?amount=0.5", "?amount=0.5"), ("bitcoin:ADDRESS?AMOUNT=0.5", "?amount=0.5"),
            ("bitcoin:ADDRESS/?amount=0.5", "?amount=0.5"), ("bitcoin:ADDRESS?amount=.5", "?amount=0.5"),
            ("bitcoin:ADDRESS?amount=5.", "?amount=5"), ("bitcoin:ADDRESS?amount=0%2E5", "?amount=0.5"),
            ("bitcoin:ADDRESS?amount=0.5&", "?amount=0.5"), ("bitcoin:ADDRESS?amount=0.5#top", "?amount=0.5"),
            (" bitcoin:ADDRESS?amount=0.5\n", "?amount=0.5"), ("bitcoin:ADDRESS?", ""),
            ("bitcoin:ADDRESS?amount=0.5&x=1", "?amount=0.5"), ("bitcoin:ADDRESS?x", ""),
            ("bitcoin:ADDRESS?label=a+b", "?label=a%20b"), ("bitcoin:ADDRESS?label=a;b", "?label=a%3Bb"),
            ("bitcoin:ADDRESS?label=a'b", "?label=a%27b"), ("bitcoin:ADDRESS?message=1&label=2", "?message=1&label=2"),
            ("bitcoin:ADDRESS?pop=myapp:&amount=1", "?amount=1"), ("bitcoin:%62c1\(address.dropFirst(3))", ""),
        ])
    func rewritten(_ given: String, _ rest: String) throws {
        let link = given.replacing("ADDRESS", with: Self.address)
        #expect(try Self.sent(link) == ["bitcoin:\(Self.address)\(rest)"])
    }

    @Test("our own forms become links that begin with the address; a second address is nobody's")
    func ownForms() throws {
        let pay = "dashwallet://pay=\(BIP21Tests.dash)&amount=1.50&sender=shop"
        #expect(try Self.sent(pay) == ["dash:\(BIP21Tests.dash)?amount=1.5"])
        #expect(try Self.sent("dashwallet://request=address&sender=shop").isEmpty)
    }

    @Test("an invoice beside the address is a link of its own, and never stands in the one with the address")
    func invoiceBeside() throws {
        let both = "bitcoin:\(Self.address)?amount=0.0025&lightning=\(Self.invoice)"
        let plain = "bitcoin:\(Self.address)?amount=0.0025"
        #expect(try Self.sent(both) == [plain, "lightning:\(Self.invoice)"])
        #expect(try Self.sent("bitcoin:?lightning=\(Self.invoice)") == ["lightning:\(Self.invoice)"])
    }

    @Test(
        "what wallets take and we do not is not handed over",
        arguments: [
            "?amount=1&amount=2", "?amount=1&AMOUNT=2", "?req-x=1", "?amount=-1", "?amount=0.000000001", "?amount=1e3",
            "?amount=1,5", "?amount=abc", "?req-lightning=x",
        ])
    func refused(_ rest: String) {
        #expect(throws: RequestError.self) { try Self.read("bitcoin:\(Self.address)\(rest)") }
        #expect(throws: RequestError.self) { try Self.read("bitcoin:\(rest)") }
    }

    @Test("whatever is given, what goes over is plain, and says the same")
    func property() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let link = Self.random(&generator)
            let given = try Self.read(link)
            let outgoing = try #require(given.outgoing.first, "\(link)")
            #expect(Self.isPlain(outgoing.text), "\(outgoing.text)")
            let again = try Self.read(outgoing.text)
            #expect(again.outgoing.map(\.text) == [outgoing.text], "\(link)")
            #expect(again.outgoing.allSatisfy { !$0.isRewritten }, "\(outgoing.text)")
            guard case .payment(let first) = given.request, case .payment(let second) = again.request else {
                Issue.record("\(link) is no payment")
                continue
            }
            #expect(first.address == second.address && first.amount == second.amount, "\(link)")
            #expect(first.label == second.label && first.message == second.message, "\(link)")
            #expect(given.coin.id == again.coin.id && outgoing.isRewritten == (outgoing.text != link), "\(link)")
        }
    }

    /// Scheme, address and parameters; keys in lower case, each at most once; unreserved characters and escapes alone.
    private static func isPlain(_ link: String) -> Bool {
        let parts = link.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0].wholeMatch(of: /(bitcoin|dash):[A-Za-z0-9]{25,}/) != nil else { return false }
        guard parts.count == 2 else { return true }
        let parameters = parts[1].split(separator: "&", omittingEmptySubsequences: false)
        guard parameters.allSatisfy({ $0.wholeMatch(of: /(amount|label|message)=[-A-Za-z0-9._~%]*/) != nil }) else {
            return false
        }
        return Set(parameters.map { $0.prefix { $0 != "=" } }).count == parameters.count
    }

    /// A payment link with the liberties that links take.
    private static func random(_ generator: inout SeededGenerator) -> String {
        func sometimes(_ text: String) -> String { Int.random(in: 0..<4, using: &generator) == 0 ? text : "" }
        func key(_ name: String) -> String { Int.random(in: 0..<6, using: &generator) == 0 ? name.uppercased() : name }
        let (scheme, address) = [("bitcoin", Self.address), ("dash", BIP21Tests.dash)]
            .randomElement(using: &generator)!
        let texts = [
            "Shop", "a%20b", "a+b", "%E2%82%AC", "a;b", "%26%3D%23", "50%25", "'x'", "%2B", "", "~.-_", "a:b%40c",
        ]
        let units = Int64.random(in: 1...2_100_000_000_000_000, using: &generator)
        let amount = Amount(units: units)!.text(decimals: 8)
        let parts = [
            sometimes(key("label") + "=" + texts.randomElement(using: &generator)!),
            sometimes(key("message") + "=" + texts.randomElement(using: &generator)!),
            sometimes(key("amount") + "=" + amount), sometimes("x=1"), sometimes("IS=1"),
        ].filter { !$0.isEmpty }.shuffled(using: &generator)
        let query = parts.isEmpty ? sometimes("?") : "?" + parts.joined(separator: "&") + sometimes("&")
        return key(scheme) + ":" + sometimes("//") + address + query + sometimes("#top")
    }
}
