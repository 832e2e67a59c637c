import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Where the parts of a described link begin and end, and what is wrong around them (S1).
@Suite struct DescribedFrameTests {
    private static let router = try! Reading.router(
        with: """
            version: 1
            schemes:
              any: { coin: monero, grammar: uri, links: { path: "{address}" } }
              never: { coin: monero, grammar: uri, links: { slashes: forbidden, path: "{address}" } }
              must: { coin: monero, grammar: uri, links: { slashes: required, path: "{address}" } }
              own: { coin: monero, grammar: uri, links: { slashes: meant,
                     forms: [{ path: "{address}" }, { path: //stake, does: delegate }] } }
              exact: { coin: monero, grammar: uri, hand-over: exact, links: { path: "{address}" } }
              bare: { coin: monero, grammar: uri, links: { path: "{address}", query: refused } }
              words: { coin: monero, grammar: uri, links: { slashes: forbidden,
                       forms: [{ path: tx, does: transaction }, { path: "pay/{address}" }] } }
              kinds: { coin: monero, grammar: uri, links: { slashes: required,
                       forms: [{ path: "{target=iban}/{address}" }, { path: "{target}/{address...}", warns: unknown }] } }
              kind: { coin: monero, grammar: uri, links: { path: "{target=iban}/{address}" } }
              open: { coin: monero, grammar: uri, links: { path: "{target}/{address}" } }
              pre: { coin: monero, grammar: uri, links: { path: "[pay-]{address}[@{chain}]" } }
              bracket: { coin: monero, grammar: uri, links: { path: "[{address}]" } }
              dir: { coin: monero, grammar: uri, links: { path: "[pay/]{address}" } }
              mail: { coin: monero, grammar: uri, links: { path: "{address}",
                      addresses: [{ kind: name, shape: email }] } }
              mails: { coin: monero, grammar: uri, links: { slashes: required, path: "{address}",
                       addresses: [{ kind: name, shape: email }] } }
              mixed: { coin: monero, grammar: uri, links: { forms: [
                       { path: "x/{address}" }, { path: "y/{address}", addresses: [{ kind: name, shape: email }] }] } }
              rest: { coin: monero, grammar: uri, links: { path: "{address...}" } }
              page: { coin: monero, grammar: uri, links: { path: "{url}", does: transaction } }
              plain: { coin: monero, grammar: uri, links: { path: "{address}", keys: { escapes: texts } } }
            """)

    private static func split(_ link: String) throws(RequestError) -> DescribedLink {
        try Reading.split(link, by: router)
    }

    private static func error(_ link: String) -> RequestError? { Reading.splittingError(link, by: router) }

    @Test("slashes before an address, and one behind it, are no part of it where they mean nothing")
    func paths() throws {
        for (link, path, isCut) in [
            ("any:a", 4..<5, false), ("any://a", 6..<7, false), ("any://a/", 6..<7, false),
            ("any://a/?b=1", 6..<7, false),
            ("any://ab", 6..<8, false), ("any:a?b=1", 4..<5, false), ("any:a#b", 4..<5, true),
            ("any://a/#/", 6..<7, true),
            ("never:a", 6..<7, false), ("must://a", 7..<8, false), ("own:a", 4..<5, false),
            ("own://stake", 4..<11, false),
            ("exact:a", 6..<7, false), ("bare:a?", 5..<6, false), ("words:tx", 6..<8, false),
            ("any:a?b#c", 4..<5, true),
        ] {
            let split = try Self.split(link)
            #expect(split.path == path, "\(link)")
            let warning = LinkWarning(.fragmentIgnored, "The part after “#” is ignored.")
            #expect(split.warnings == (isCut ? [warning] : []), "\(link)")
        }
    }

    @Test("a wrong number of slashes is refused, at the slashes")
    func slashes() {
        for (link, range, message) in [
            ("any:/a", 4..<5, "Either two slashes or none may follow the colon."),
            ("any:///a", 4..<7, "Either two slashes or none may follow the colon."),
            ("any:////a", 4..<7, "Either two slashes or none may follow the colon."),
            ("must:a", 5..<5, "There must be two slashes after the colon."),
            ("must:/a", 5..<6, "There must be two slashes after the colon."),
            ("must:///a", 5..<8, "There must be two slashes after the colon."),
            ("never:/a", 6..<7, "There must be no slashes after the colon."),
            ("never://a", 6..<8, "There must be no slashes after the colon."),
            ("never:////a", 6..<9, "There must be no slashes after the colon."),
        ] {
            let error = Self.error(link)
            #expect(error?.code == .malformedURL && error?.range == range && error?.message == message, "\(link)")
        }
    }

    @Test("a path that no form has is refused: as empty, as another request, or as no such link")
    func noForm() {
        let cases: [(link: String, code: RequestError.Code, range: Range<Int>, asked: String?)] = [
            ("any:", .missingParameter, 4..<4, nil), ("any://", .missingParameter, 4..<6, nil),
            ("any:?b=1", .missingParameter, 4..<8, nil), ("any:#b", .missingParameter, 4..<6, nil),
            ("words:", .missingParameter, 6..<6, nil), ("words:?b", .missingParameter, 6..<8, nil),
            ("own:", .missingParameter, 4..<4, nil), ("own://", .missingParameter, 4..<6, nil),
            ("own://vote/v1?b", .unknownAction, 4..<13, "vote"),
            ("any:a/", .malformedURL, 4..<6, nil), ("any:a/b", .malformedURL, 4..<7, nil),
            ("never:a/", .malformedURL, 6..<8, nil),
            ("must://a/", .malformedURL, 7..<9, nil), ("must://a/b?c", .malformedURL, 7..<10, nil),
            ("words:foo", .unknownAction, 6..<9, "foo"), ("words:foo/bar?b", .unknownAction, 6..<13, "foo"),
            ("words:foo:1", .malformedURL, 6..<11, nil), ("words:foo%3A:1", .unknownAction, 6..<14, "foo%3A:1"),
            (
                "words:" + String(repeating: "x", count: 41), .unknownAction, 6..<47,
                String(repeating: "x", count: 40) + "…"
            ),
            ("kinds://iban/a/b", .invalidAddress, 8..<16, nil), ("kinds://IBAN", .missingParameter, 8..<12, nil),
            ("kind:bank/a", .unknownAction, 5..<11, "bank"),
            ("dir:a/b", .malformedURL, 4..<7, nil), ("pre:a/b", .malformedURL, 4..<7, nil),
        ]
        for row in cases {
            let error = Self.error(row.link)
            #expect(error?.code == row.code && error?.range == row.range, "\(row.link): \(String(describing: error))")
            let scheme = row.link.prefix { $0 != ":" }
            let mark = row.link.first { "?#".contains($0) }
            let message =
                row.link == "kinds://IBAN"
                ? "The link names no account."
                : row.code == .missingParameter
                    ? mark.map { "The link has nothing before “\($0)”." } ?? "The link is empty."
                    : row.asked.map { "“\(scheme):” links cannot ask for “\($0)”." }
                        ?? "This is not a valid “\(scheme):” link."
            #expect(error?.message == message, "\(row.link)")
        }
    }

    @Test("a link that lacks an account is told so, and each refusal shows the form that was meant")
    func forms() {
        for (link, code, message, example) in [
            ("kinds://bank", .missingParameter, "The link names no account.", "kinds://TARGET/ADDRESS"),
            ("kinds://x-1.b/", .missingParameter, "The link names no account.", "kinds://TARGET/ADDRESS"),
            ("open:bank", .missingParameter, "The link names no account.", "open:TARGET/ADDRESS"),
            ("kinds://IBAN/", .missingParameter, "The link names no account.", "kinds://iban/ADDRESS"),
            ("kinds://IBAN/a/b", .invalidAddress, "This is not a valid “kinds:” link.", "kinds://iban/ADDRESS"),
            ("any:a/b", .malformedURL, "This is not a valid “any:” link.", "any:ADDRESS"),
            ("dir:a/b", .malformedURL, "This is not a valid “dir:” link.", "dir:ADDRESS"),
            ("bracket:a/b", .malformedURL, "This is not a valid “bracket:” link.", "bracket:ADDRESS"),
        ] as [(String, RequestError.Code, String, String)] {
            let error = Self.error(link)
            #expect(error?.code == code && error?.message == message, "\(link): \(String(describing: error))")
            #expect(error?.hint == "Such links look like “\(example)”.", "\(link): \(String(describing: error))")
        }
        #expect(Self.error("kinds://a_b")?.code == .unknownAction)
    }

    @Test("what is behind the end of a link is refused where it could matter to somebody else")
    func ends() {
        #expect(Self.error("exact:a#b") == RequestError(.malformedURL, "", at: 7..<9))
        #expect(Self.error("exact:a?b=1#c") == RequestError(.malformedURL, "", at: 11..<13))
        #expect(Self.error("bare:a?b") == RequestError(.malformedURL, "", at: 6..<8))
        #expect(Self.error("bare:a?b#c") == RequestError(.malformedURL, "", at: 6..<10))
        #expect(Self.error("bare:a#b") == nil && Self.error("any:a?b") == nil)
        // Other grammars have rules for instructions, and no form.
        let address = "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
        #expect(Self.error(address)?.code == .unsupportedScheme && Self.error(address)?.range == 8..<50)
    }

    @Test("S1: an at sign is allowed once, where the form has one")
    func atSigns() {
        for link in [
            "mail:a@b", "mails://a@b", "mixed:y/a@b", "pre:a@1", "mail:a@b?c=d", "mail:a?b=c@d", "pre:a?b=@",
            "mail:a@b?c=d@e",
        ] {
            #expect(Self.error(link) == nil, "\(link)")
        }
        for (link, offset) in [
            ("mail://a@b", 8), ("mail:a@b@c", 6), ("mixed:x/a@b", 9), ("mails://a@b@c", 9),
            ("any:a@b", 5),
        ] {
            let error = Self.error(link)
            #expect(error?.code == .malformedURL && error?.range == offset..<offset + 1, "\(link)")
            #expect(error?.message == "The link contains “@”: programs disagree about what comes before it.")
        }
    }

    @Test("S1: a colon is not of an address, and neither is a word before it")
    func strays() {
        for (link, offset) in [("any:a:b", 5), ("any://a:1/", 7), ("pre:pay-a:1", 9), ("must://:a", 7)] {
            let error = Self.error(link)
            #expect(error?.code == .malformedURL && error?.range == offset..<offset + 1, "\(link)")
            #expect(error?.message == "“:” is not allowed in the address.", "\(link)")
        }
        for link in [
            "rest:a:b", "page:https://a.example:1/b", "pre:pay-a-b", "pre:ab", "dir:a-b", "any:a-b", "dir:pay/a",
        ] {
            #expect(Self.error(link) == nil, "\(link)")
        }
        for (link, word, range) in [("pre:foo-a", "foo", 4..<7), ("pre:Pay-a-b", "Pay", 4..<7), ("pre:-a", "", 4..<4)] {
            let error = Self.error(link)
            #expect(error?.code == .unknownAction && error?.range == range, "\(link)")
            #expect(error?.message == "“pre:” links cannot ask for “\(word)”.")
            #expect(error?.hint == "Only “pay-” may come before an address.")
        }
    }

    @Test("escapes are decoded in an address and in a URL, but none of a character that ends them")
    func escapes() throws {
        func text(_ link: String) throws(RequestError) -> String {
            let split = try Self.split(link)
            return String(decoding: try split.text(of: split.pieces[0]), as: UTF8.self)
        }
        #expect(try text("any:%61b") == "ab" && text("any:ab") == "ab" && text("plain:ab") == "ab")
        #expect(try text("page:https%3A%2F%2Fa.example%2F%3Fb%26c") == "https://a.example/?b&c")
        for (link, offset, code) in [
            ("any:a%2Fb", 5, RequestError.Code.invalidEncoding), ("any:%61%3F", 4, .invalidEncoding),
            ("any:a%23", 5, .invalidEncoding), ("any:a%3B", 5, .invalidEncoding), ("any:a%25", 5, .invalidEncoding),
            ("any:a%26", 5, .invalidEncoding), ("plain:a%61", 7, .invalidEncoding),
        ] {
            #expect(throws: RequestError(code, "", at: offset..<offset + 1), "\(link)") { try text(link) }
        }
    }
}
