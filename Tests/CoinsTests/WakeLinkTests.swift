import SchemeRouter
import Testing

/// Which links may call a dapp back (S4), and where their blanks may be.
@Suite struct WakeLinkTests {
    private static let routes = Result { try RouteTable.load([.shipped]) }

    private static func link(_ text: String) throws -> Result<WakeLink, WakeLink.Refusal> {
        let routes = try routes.get()
        return Result { () throws(WakeLink.Refusal) in try WakeLink(text, routes: routes) }
    }

    private static func template(_ text: String) throws -> Result<WakeLink, WakeLink.Refusal> {
        let routes = try routes.get()
        return Result { () throws(WakeLink.Refusal) in try WakeLink(template: text, routes: routes) }
    }

    @Test("a link keeps its bytes, and says whether it is a page")
    func good() throws {
        for (text, scheme, page) in [
            ("myapp://", "myapp", nil), ("MyApp:x?a=~!", "MyApp", nil), ("a+b-c.d:", "a+b-c.d", nil),
            ("HTTPS://shop.example/", "HTTPS", "HTTPS://shop.example/"),
            ("https://shop.example", "https", "https://shop.example"),
        ] as [(String, String, String?)] {
            let link = try Self.link(text).get()
            #expect(link.text == text && link.scheme == scheme && link.page?.text == page, "\(text)")
            #expect(link.isPage == (page != nil) && link.pieces == [text] && link.blanks.isEmpty)
            // Without blanks, a template is the link.
            #expect(try Self.template(text) == .success(link))
        }
    }

    @Test("a link is at most 2,048 bytes long, its blanks included")
    func lengths() throws {
        #expect(WakeLink.maxLength == 2_048)
        for (count, isLink) in [(2_048, true), (2_049, false)] {
            let text = "myapp:" + String(repeating: "x", count: count - 6)
            #expect(try (Self.link(text) == .failure(.malformed)) != isLink, "\(count)")
            let template = "myapp:{{tx}}" + String(repeating: "x", count: count - 12)
            #expect(try (Self.template(template) == .failure(.malformed)) != isLink, "\(count)")
        }
        let scheme = String(repeating: "a", count: 64)
        #expect(try Self.link("\(scheme):").get().scheme == scheme)
        #expect(try Self.link("\(scheme)a:") == .failure(.malformed))
    }

    @Test(
        "what is no link is malformed",
        arguments: [
            "", "myapp", ":x", "1app:", "my_app:", "my app:", "myapp:a b", "myapp:\u{7F}", "myapp:é", "myapp:a@b",
            "myapp:\"", "myapp:\\", "myapp:<", "myapp:>", "myapp:^", "myapp:`", "myapp:{", "myapp:|", "myapp:}",
            "https:", "https://", "https:///x", "https://shop.example:0/", "https://a..b/",
            // A server never gets what comes after “#”.
            "https://shop.example/#x",
        ])
    func malformed(_ text: String) throws {
        #expect(try Self.link(text) == .failure(.malformed))
        #expect(try Self.template(text) == .failure(.malformed))
    }

    @Test(
        "S4: a browser, a system program or this program is never called back",
        arguments: ["http", "file", "dashwallet"])
    func forbidden(_ scheme: String) throws {
        for found in [try Self.link("\(scheme)://a"), try Self.template("\(scheme)://a?{{tx}}")] {
            guard case .failure(.forbidden(let reason)) = found else {
                Issue.record("\(found)")
                continue
            }
            #expect(!reason.isEmpty)
        }
    }

    @Test("blanks have names of 1 to 40 small letters and digits, and there are at most 32")
    func blanks() throws {
        let link = try Self.template("myapp://a?{{az09}}-{{b}}{{c}}#end").get()
        #expect(link.blanks == ["az09", "b", "c"] && link.pieces == ["myapp://a?", "-", "", "#end"])
        #expect(link.text == "myapp://a?{{az09}}-{{b}}{{c}}#end" && link.page == nil)
        for (count, isName) in [(0, false), (1, true), (40, true), (41, false)] {
            let found = try Self.template("myapp:{{\(String(repeating: "x", count: count))}}")
            #expect((found == .failure(.malformed)) != isName, "\(count)")
        }
        for name in ["A", "a{", "`", "a b", "{", "-", "é", "/", ":"] {
            #expect(try Self.template("myapp:{{\(name)}}") == .failure(.malformed), "\(name)")
        }
        for (count, isLink) in [(32, true), (33, false)] {
            let found = try Self.template("myapp:" + String(repeating: "{{x}}", count: count))
            #expect((found == .failure(.malformed)) != isLink, "\(count)")
        }
        #expect(WakeLink.mostBlanks == 32)
        for text in ["myapp:{{x", "myapp:{{x}", "myapp:{{x}}{{y", "myapp:x}}", "myapp:{{x}}}}"] {
            #expect(try Self.template(text) == .failure(.malformed), "\(text)")
        }
    }

    @Test("the receiver is fixed before the blanks are filled")
    func receiver() throws {
        for text in [
            "{{x}}:a", "my{{x}}app:a", "https://{{x}}.shop.example/", "https://a{{x}}.shop.example/",
            "https://shop.example{{x}}", "https://shop.example:{{x}}80/", "https:{{x}}//shop.example/",
            "https://shop.example{{x}}/",
        ] { #expect(try Self.template(text) == .failure(.malformed), "\(text)") }
        for (text, page) in [
            ("https://shop.example/{{x}}", "https://shop.example/"), ("https://a/{{x}}/y", "https://a//y"),
            ("https://shop.example?{{x}}&y=1", "https://shop.example?&y=1"),
        ] { #expect(try Self.template(text).get().page?.text == page) }
        #expect(try Self.template("myapp:{{x}}").get().isPage == false)
    }
}
