import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Which links are of another grammar (S15): those in which nothing could be a payment to any program.
@Suite struct ForeignLinkReadingTests {
    private static func text(_ count: Int, of letter: String = "x") -> String {
        String(repeating: letter, count: count)
    }

    private static let router = try! ExecutionFixture().router()

    private static func link(_ text: String) -> ForeignLink? { router.foreignLink(Array(text.utf8)) }

    @Test("a link in which nothing looks like a payment is of another grammar")
    func foreign() throws {
        let long = "dash:" + Self.text(4_093, of: "a.")
        for text in [
            "dash:python", " dash:python:os\n", "DASH:a", "dash:/python", "dash://python", "dash:///python",
            "dash:python?state=x",
            "dash:python%20os", "dash:" + Self.text(24), "dash:a." + Self.text(24),
            "dash:\(Self.text(12))+\(Self.text(12))",
            "dashwallet:python", "bitcoin:python?bc", "dash:python?" + Self.text(30), long + "b",
        ] { #expect(Self.link(text) != nil, "\(text)") }
        #expect((long + "b").utf8.count == 8_192)
        let link = try #require(Self.link(" DASH:python:os?x "))
        #expect(link.scheme == "dash" && link.coins == ["dash"] && link.text == "DASH:python:os?x")
        #expect(link.fingerprint.utf8.count == 32 && link.fingerprint != Self.link("dash:python:os?x")?.fingerprint)
    }

    @Test("a link in which something may be a payment, or may be read in two ways, is refused for its mistake")
    func payments() {
        for text in [
            "", "python", "python:os", "dash:", "dash://", "dash:?x", "dash:////python", "dash:python os",
            "dash:python\u{7F}",
            "dash:a@b", "dash:python?x=a@b", "dash:python%40os", "dash:python%2541", "dash:python%4", "dash:python%00",
            #"{"a":1}"#, Self.text(25), Self.text(30) + "?x=1", "dash:" + Self.text(25), "dash:a." + Self.text(25),
            "dash:\(Self.text(12))+\(Self.text(13))", "dash:\(Self.text(12))%20\(Self.text(13))",
            "dash:\(Self.text(12))%E2%80%8B\(Self.text(13))",
            "dash:python?amount=1", "dash:python?AMOUNT", "dash:python/pay=1", "dash:python?req-x", "dash:python;lno=1",
            "dash:python?x=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa", "bitcoin:python?bc=x", "bitcoin:python?BC=",
            "dash:python?to=x",
            "monero:python", "lightning:os", "mykey:python", "payto://python", "dash:" + Self.text(4_094, of: "a."),
        ] { #expect(Self.link(text) == nil, "\(text)") }
    }

    @Test("only the first word of such a link is shown, and no more than 16 letters of it")
    func beginning() {
        for (text, beginning) in [
            ("dash:python:os", "dash:python…"), ("DASH://python", "dash:python…"), ("dash:1", "dash:…"),
            ("dash:a1", "dash:a…"),
            ("dash:abcdefghijklmnop", "dash:abcdefghijklmnop…"), ("dash:abcdefghijklmnopq", "dash:abcdefghijklmnop…"),
        ] { #expect(Self.link(text)?.beginning == beginning, "\(text)") }
    }
}
