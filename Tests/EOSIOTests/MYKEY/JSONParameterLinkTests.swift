import RouterTestSupport
import Testing

@testable import SchemeRouter

/// How the links of dapps are split, before anybody reads their JSON (S1).
@Suite struct JSONParameterLinkTests {
    private static func split(_ body: String, plusIsSpace: Bool = false) throws(RequestError) -> JSONParameterLink {
        try JSONParameterLink(try MYKEYFixture.router().routedLink(Array("mykey:\(body)".utf8))) { host in
            plusIsSpace && host == "eos.io"
        }
    }

    private static func error(_ body: String) -> RequestError? {
        do throws(RequestError) {
            _ = try split(body)
            return nil
        } catch { return error }
    }

    @Test("a link has a host, a path without the slashes around it, and a query")
    func parts() throws {
        for (body, host, path, items) in [
            ("", "", "", []), ("//", "", "", []), ("a", "a", "", []), ("/a", "a", "", []), ("//A.B", "a.b", "", []),
            ("///a", "", "a", []), ("////a/", "", "a", []), ("//a/", "a", "", []), ("//a//b/c//?d", "a", "b/c", ["d="]),
            ("//a?b=1&&c&=d&e=f=g&", "a", "", ["b=1", "c=", "=d", "e=f=g"]), ("?a:b/=c:/d", "", "", ["a:b/=c:/d"]),
            ("//a?%62=%31+%2B", "a", "", ["b=1++"]), ("//a/b:c", "a", "b:c", []), ("//?", "", "", []),
            ("//a?", "a", "", []),
            ("//a?r=1&re=2&req=3&req_=4", "a", "", ["r=1", "re=2", "req=3", "req_=4"]),
        ] as [(String, String, String, [String])] {
            let link = try Self.split(body)
            #expect(link.host == host && link.path == path, "\(body): \(link.host), \(link.path)")
            #expect(link.items.map { "\($0.name)=\($0.value)" } == items, "\(body)")
            #expect(link.range == 6..<6 + body.utf8.count && link.warnings.isEmpty, "\(body)")
        }
        #expect(try Self.split("//a?b=12&c").items.map(\.range) == [12..<14, 16..<16])
        #expect(try Self.split("//EOS.io?a=b+c", plusIsSpace: true).items[0].value == "b c")
    }

    @Test("a fragment is ignored, and said to be")
    func fragments() throws {
        for (body, range, items) in [("//a?b=1#c?d#", 6..<13, ["b"]), ("#", 6..<6, []), ("//a#?b=1", 6..<9, [])] {
            let link = try Self.split(body)
            #expect(link.range == range && link.items.map(\.name) == items, "\(body)")
            #expect(link.warnings.map(\.code) == [.fragmentIgnored], "\(body)")
        }
    }

    @Test("a colon in the host, a required name, and a wrong escape are refused at their places")
    func refused() {
        let cases: [(body: String, code: RequestError.Code, range: Range<Int>, parameter: String?)] = [
            ("//a:1/b", .malformedURL, 9..<10, nil), (":a", .malformedURL, 6..<7, nil),
            ("//a?req-b=1", .unsupportedRequiredParameter, 10..<15, "b"),
            ("//a?x&REQ-=1", .unsupportedRequiredParameter, 12..<16, ""),
            ("//a?%72eq-bc", .unsupportedRequiredParameter, 10..<18, "bc"),
            ("//a?b=%4", .invalidEncoding, 12..<14, nil), ("//a?%00=b", .invalidEncoding, 10..<13, nil),
        ]
        for row in cases {
            let error = Self.error(row.body)
            #expect(error?.code == row.code && error?.range == row.range, "\(row.body): \(String(describing: error))")
            #expect(error?.parameter == row.parameter)
        }
        #expect(Self.error("//a:1/b")?.message == "“:” is not allowed in the host.")
    }

    @Test("an item that appears twice is refused where its name is asked for, by its bytes")
    func twice() throws {
        let link = try Self.split("//a?b=1&c=2&b=3&%C3%A9=4&e%CC%81=5")
        #expect(try link.item("c")?.value == "2" && link.item("d") == nil && link.item("C") == nil)
        #expect(try link.item("\u{E9}")?.value == "4" && link.item("e\u{301}")?.value == "5")
        #expect(throws: RequestError(.duplicateParameter, "", at: 20..<21)) { try link.item("b") }
    }

    @Test("a link has at most 131,000 bytes, and a text in braces no more")
    func length() throws {
        let router = MYKEYFixture.router()
        let link = "mykey:" + String(repeating: "x", count: 130_994)
        #expect(try router.routedLink(Array(" \(link) ".utf8)).body == 7..<131_001)
        #expect(throws: RequestError(.urlTooLong, "", at: 131_000..<131_001)) {
            try router.routedLink(Array("\(link)x".utf8))
        }
        let json = "{" + String(repeating: " ", count: 130_998) + "}"
        #expect(try router.routedLink(Array(json.utf8)).isBareJSON)
        #expect(throws: RequestError(.urlTooLong, "", at: 131_000..<131_001)) {
            try router.routedLink(Array("\(json)}".utf8))
        }
    }
}
