import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Which paths fit the forms of a descriptor, to the letter.
@Suite struct PathMatchTests {
    private static let router = try! Reading.router(
        with: """
            version: 1
            schemes:
              calls: { coin: ethereum, grammar: uri, links: { slashes: forbidden, does: transaction,
                       path: "[pay-]{token}[@{chain}]/{function}" } }
              banks: { coin: monero, grammar: uri, links: { path: "{target=bank}/[{bic}/]{address}" } }
              codes: { coin: monero, grammar: uri, links: { path: "{bic}", does: transaction } }
              kinds: { coin: monero, grammar: uri, links: { path: "{target}/{address...}" } }
              lists: { coin: monero, grammar: uri, links: { path: "{address;}" } }
              pages: { coin: monero, grammar: uri, links: { path: "{url}", does: transaction } }
              texts: { coin: monero, grammar: uri, links: { does: login,
                       path: "pay/{host}/[{text...:path}/]{text:order}/[{text:session}]" } }
              bytes: { coin: monero, grammar: uri, links: { slashes: forbidden, does: login, path: "{hex2:topic}@2" } }
              whole: { coin: monero, grammar: uri, links: { does: login, path: "{hex}/{secret:key}" } }
              twice: { coin: monero, grammar: uri, links: { path: "[a{chain}][a{bic}]/{address}" } }
            """)

    /// The pieces of a link, `kind=text` each; nil if no form fits.
    private static func pieces(_ link: String) -> String? {
        guard let routed = try? router.routedLink(Array(link.utf8)), let split = try? DescribedLink(routed) else {
            return nil
        }
        return split.pieces.map { "\($0.kind.rawValue)=\(String(decoding: routed.bytes[$0.range], as: UTF8.self))" }
            .joined(separator: " ")
    }

    private static func text(_ count: Int, of letter: String = "x") -> String {
        String(repeating: letter, count: count)
    }

    @Test("the number of a chain has at most 20 digits, and no zero before others")
    func chains() {
        for number in ["0", "1", "10", "137", Self.text(20, of: "1"), Self.text(20, of: "9")] {
            #expect(Self.pieces("calls:a@\(number)/f") == "token=a chain=\(number) function=f", "\(number)")
        }
        for number in ["", "00", "01", "1a", "0x1", "-1", Self.text(21, of: "1"), Self.text(20, of: "0")] {
            #expect(Self.pieces("calls:a@\(number)/f") == nil, "\(number)")
        }
    }

    @Test("a function has at most 64 letters, digits and low lines, and begins with no digit")
    func functions() {
        for function in ["f", "F_1", "_", Self.text(64)] {
            #expect(Self.pieces("calls:a/\(function)") == "token=a function=\(function)", "\(function)")
            #expect(Self.pieces("calls:pay-a/\(function)") == "token=a function=\(function)", "\(function)")
        }
        for function in ["", "1", "1f", "f-", "f/g", "f.", Self.text(65)] {
            #expect(Self.pieces("calls:a/\(function)") == nil, "\(function)")
        }
    }

    @Test("a text of several parts leaves the last ones to the pieces after it")
    func texts() {
        for (path, expected) in [
            ("a.example/1/", "host=a.example text=1"), ("a.example:80/1/2", "host=a.example:80 text=1 text=2"),
            ("[::1]/p/q/1/2", "host=[::1] text=p/q text=1 text=2"), ("a.example/p/1/", "host=a.example text=p text=1"),
        ] { #expect(Self.pieces("texts:pay/\(path)") == expected, "\(path)") }
        for path in ["a.example/1", "a.example//", "/1/", "a.example/1/2/3=4", "a.example/1/2%41", "a example/1/"] {
            #expect(Self.pieces("texts:pay/\(path)") == nil, "\(path)")
        }
    }

    @Test("hexadecimal digits are those of whole bytes, and as many as the descriptor says")
    func bytes() {
        #expect(Self.pieces("bytes:aB0f@2") == "hex=aB0f")
        for text in ["aB0@2", "aB0f00@2", "aB0g@2", "@2", "aB0f@1", "aB0f", "aB0f@22"] {
            #expect(Self.pieces("bytes:\(text)") == nil, "\(text)")
        }
        #expect(Self.pieces("whole:00ff/k") == "hex=00ff secret=k")
        for text in ["00f/k", "/k", "00ff/", "00ff/k/l"] { #expect(Self.pieces("whole:\(text)") == nil, "\(text)") }
    }

    @Test("the code of a bank has 8 or 11 letters and digits")
    func banks() {
        for code in ["DEUTDEFF", "deut1e2f", "DEUTDEFF500", "12345678"] {
            #expect(Self.pieces("banks:bank/\(code)/a") == "target=bank bic=\(code) address=a", "\(code)")
            #expect(Self.pieces("codes:\(code)") == "bic=\(code)", "\(code)")
        }
        for code in ["", "x", "DEUTDEF", "DEUTDEFF5", "DEUTDEFF50", "DEUTDEFF5000", "DEUT-EFF", "DEUTDEF\u{2E}"] {
            #expect(Self.pieces("banks:bank/\(code)/a") == nil && Self.pieces("codes:\(code)") == nil, "\(code)")
        }
        #expect(Self.pieces("banks:BANK/a") == "target=BANK address=a" && Self.pieces("banks:banks/a") == nil)
    }

    @Test("a kind of account has at most 32 letters, digits, points and hyphens, and the rest may have slashes")
    func kinds() {
        for kind in ["x", "x-y.z1", Self.text(32)] {
            #expect(Self.pieces("kinds:\(kind)/a/b:c") == "target=\(kind) address=a/b:c", "\(kind)")
        }
        for kind in ["", "x_y", "x:y", Self.text(33)] { #expect(Self.pieces("kinds:\(kind)/a") == nil, "\(kind)") }
        #expect(Self.pieces("kinds:x/") == nil && Self.pieces("kinds:x") == nil)
        #expect(Self.pieces("lists:a;b") == "address=a;b" && Self.pieces("lists:") == nil)
    }

    @Test("the address of a page begins with https, written plainly or with its colon encoded")
    func pages() {
        for page in ["https://a.example", "HTTPS://a.example/b/c", "https%3A%2F%2Fa.example", "https%3a//a", "https:"] {
            #expect(Self.pieces("pages:\(page)") == "url=\(page)", "\(page)")
        }
        for page in ["", "http://a.example", "https", "https%3B", "https%", "xhttps:"] {
            #expect(Self.pieces("pages:\(page)") == nil, "\(page)")
        }
    }

    @Test("an optional part that does not fit leaves nothing behind")
    func optional() {
        for (path, pieces) in [
            ("x", nil), ("a1/x", "chain=1 address=x"), ("aDEUTDEFF/x", "bic=DEUTDEFF address=x"),
            ("a1aDEUTDEFF/x", "chain=1 bic=DEUTDEFF address=x"), ("a1a/x", nil), ("a/x", nil), ("a1/", nil),
            ("a1", nil),
            // The digits would be of a chain if letters did not follow them.
            ("a12345678DEU/x", "bic=12345678DEU address=x"), ("a12345678/x", "chain=12345678 address=x"),
        ] as [(String, String?)] {
            #expect(Self.pieces("twice:\(path)") == pieces, "\(path)")
        }
    }
}
