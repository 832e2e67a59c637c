import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Texts of codes on invoices, and pages of wallets, that are read as links.
@Suite struct LineTextTests {
    private static let router = try! Reading.router(
        with: """
            version: 1
            schemes:
              bills: { title: Bills, grammar: uri, hand-over: only, links: {
                       slashes: required, path: "[to/{address}/]bill/{text:number}", addresses: [{ kind: iban }],
                       parameters: { sum: { is: note }, due: { is: note }, on: { is: note } },
                       pages: [{ begins: pay.example.org/open/ }, { begins: pay.example.org/q, parameters: [link, other] },
                               { begins: "pay.example.org/old?", prefix: "bill/" }],
                       texts: [
                       { mark: BILL, max: 60, link: "bills://[to/{5}/]bill/{2}?sum=X:{3}&due={4}", lines: [
                       { line: 2, required: true, max: 6 }, { line: 3, prefix: X, decimals: 2, max: 6 },
                       { line: 4, values: [today, later], required: true, unless: "0" }, { line: 5 }, { line: 6 } ] },
                       { beginning: NOTE, why: It is a note. } ] } }
            """)

    /// The link that a text means, or why it is refused.
    private static func link(_ text: String) -> String {
        do throws(RequestError) {
            return try router.link(meaning: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? "no link"
        } catch {
            return "\(error.code): \(error.message)"
        }
    }

    @Test(
        "lines become a link, with parts left out that are empty",
        arguments: [
            ("BILL\n7\nX1.5\ntoday", "bills://bill/7?sum=X:1.5&due=today"),
            ("BILL\r\n7\r\n\r\nlater\r\n", "bills://bill/7?due=later"),
            ("BILL\n7\n\n\n\n0", "bills://bill/7"),
            ("BILL\n7 &?\n\ntoday\na/b", "bills://to/a%2Fb/bill/7%20%26%3F?due=today"),
        ])
    func read(_ text: String, _ link: String) { #expect(Self.link(text) == link) }

    @Test(
        "a line that breaks its rule is named",
        arguments: [
            ("BILL\n7\r\nX1\ntoday", "malformedURL: The text, which begins with “BILL”, has different line ends."),
            ("BILL\n7", "malformedURL: The text, which begins with “BILL”, has nothing in line 4."),
            ("BILL\n\nX1\ntoday", "malformedURL: The text, which begins with “BILL”, has nothing in line 2."),
            ("BILL\n7\nY1\ntoday", "invalidAmount: Line 3 of the text does not begin with “X”."),
            ("BILL\n7\nX1,5\ntoday", "invalidAmount: Line 3 of the text is not a decimal number with a point."),
            ("BILL\n7\nX1.\ntoday", "invalidAmount: Line 3 of the text is not a decimal number with a point."),
            ("BILL\n7\nX1.234\ntoday", "amountTooPrecise: Line 3 of the text has more than 2 decimals."),
            ("BILL\n7\nX1234567\ntoday", "amountOutOfRange: Line 3 of the text has more than 6 characters."),
            ("BILL\n1234567\n\ntoday", "malformedURL: Line 2 of the text has more than 6 characters."),
            ("BILL\n7\n\nnow", "malformedURL: Line 4 of the text has an unknown value."),
            (
                "BILL\n7\n\ntoday\n\n\nx",
                "malformedURL: The text, which begins with “BILL”, must have nothing in line 7."
            ),
            (
                "BILL\n7\n\ntoday\n" + String(repeating: "x", count: 60),
                "malformedURL: The text, which begins with “BILL”, has more than 60 bytes."
            ),
            ("NOTES: 1", "unsupportedScheme: It is a note."),
        ])
    func refused(_ text: String, _ error: String) { #expect(Self.link(text) == error) }

    @Test("a text with another first line is none, and a page of another host, or without encryption, neither")
    func others() {
        for text in [
            "BILLS\n7\n\ntoday", "bill\n7\n\ntoday", "http://pay.example.org/open/bill/7",
            "https://pay.example.org.evil.example/open/bill/7", "https://pay.example.org/OPEN/bill/7",
            "https://pay.example.org@evil.example/open/bill/7", "https://pay.example.org/q?link=other%3A7",
        ] { #expect(Self.link(text) == "no link", "\(text)") }
    }

    @Test("what follows a page's beginning is the link, behind its prefix, or a value that is one")
    func pages() {
        #expect(Self.link("https://pay.example.org/open/bill/7?due=today") == "bills://bill/7?due=today")
        #expect(Self.link("HTTPS://PAY.example.org/open/bill/7") == "bills://bill/7")
        #expect(Self.link("https://pay.example.org/old?7") == "bills://bill/7")
        for query in [
            "link=bills%3A%2F%2Fbill%2F7&x=1#y", "x=1&link=BILLS%3A//bill/7",
            "link=bills://bill/7&other=bills://bill/7",
            "other=x&link=bills://bill/7", "link=https%3A%2F%2Fpay.example.org%2Fopen%2Fbill%2F7",
            "link=https%3A%2F%2Fpay.example.org%2Fq%3Fother%3Dbills%253A%252F%252Fbill%252F7",
        ] { #expect(Self.link("https://pay.example.org/q?\(query)").lowercased() == "bills://bill/7", "\(query)") }
    }

    @Test("a page with two links, with a parameter twice, or that leads on and on, is not read")
    func severalLinks() {
        let twice = "duplicateParameter: The address of the page has “link” twice."
        let different = "duplicateParameter: The address of the page has different links."
        #expect(Self.link("https://pay.example.org/q?link=bills://bill/7&link=bills://bill/7") == twice)
        #expect(Self.link("https://pay.example.org/q?link=bills://bill/7&other=bills://bill/8") == different)
        let inner = "https%3A%2F%2Fpay.example.org%2Fq%3Flink%3D"
        let third = "https%25253A%25252F%25252Fpay.example.org%25252Fopen%25252Fbill%25252F7"
        let second = "https%253A%252F%252Fpay.example.org%252Fq%253Flink%253D"
        #expect(Self.link("https://pay.example.org/q?link=\(inner)\(second)\(third)") == "no link")
        #expect(Self.link("https://pay.example.org/q?link=%&x=bills://bill/7") == "no link")
    }
}
