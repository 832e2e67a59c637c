import RouterConnections
import RouterCourierMessages
import Testing

@testable import RouterCourierProgram

@Suite struct CheckTests {
    @Test(
        "only plain absolute URLs of HTTP are sent",
        arguments: [
            "", "node.example", "/path", "//node.example/", "ftp://node.example/", "file:///etc/passwd", "gopher://h/",
            "unix:///run/s", "socks5h://node.example:1/", "http://", "http://:80/", "http://h:0/", "http://h:65536/",
            "http://h:x/", "http://user@h/", "http://user:password@h/", "http://@h/", "http://h/#fragment",
            "http://h/a b",
            "http://h/\r\nX: y", "http://h/\n", "http://h/\u{0}", "http://h/\t", "http://h\\@other/", "http://hö/",
            "http://[::1", "http://[fe80::1%25eth0]/", "http://[::1]x/", "http://%32130706433/", "http://h%2e/",
            "http:///%31.2/", "http:/%31/", "http://127%", "http://127.1./", "http://0x7f000001./", "http://1.2.3.4.5/",
            "http://node.256/", "http://localhost../", "http://a.localhost.../", "http://.localhost/", "http://a..b/",
            "http://h/" + String(repeating: "a", count: 8_192),
        ])
    func badURLs(_ text: String) {
        #expect(throws: NetworkError.self) { _ = try RequestURL(text) }
    }

    @Test("the parts that are compared are in one form")
    func goodURLs() throws {
        let url = try RequestURL("HTTPS://Node.Example.:8443/a/../b?c=d")
        #expect((url.scheme, url.host, url.port) == ("https", "node.example", 8_443))
        #expect(try RequestURL("http://h").hasOrigin(of: RequestURL("http://H:80/x")))
        #expect(try !RequestURL("http://h").hasOrigin(of: RequestURL("https://h/")))
        #expect(try RequestURL("http://2130706433/").host == "127.0.0.1")
        #expect(try RequestURL("http://0x7f.1/").host == "127.0.0.1")
        #expect(try RequestURL("http://127.0.0.1./").host == "127.0.0.1")
        #expect(try RequestURL("http://[::1]:80/").host == "::1")
    }

    @Test(
        "no header field becomes two, or says how the request is sent",
        arguments: [
            ("", "v"), ("a b", "v"), ("a:", "v"), ("a\r\nb", "v"), ("ä", "v"), ("a", ""), ("a", " v"),
            ("a", "v\r\nb: c"),
            ("a", "v\n"), ("a", "v\u{0}"), ("a", "v\u{7F}"), ("a", "ä"), ("a", String(repeating: "v", count: 4_096)),
            ("Host", "v"), ("content-length", "0"), ("Transfer-Encoding", "chunked"), ("Connection", "close"),
            ("Authorization", "Basic eDp5"), ("Proxy-Authorization", "v"), ("Cookie", "v"), ("Upgrade", "h2c"),
            ("Expect", "100-continue"),
        ])
    func badHeaders(_ name: String, _ value: String) {
        let error = #expect(throws: NetworkError.self) {
            _ = try RequestHeaders.lines([NetworkHeader(name, value)], hasBody: false)
        }
        #expect(error?.code == .badRequest)
        #expect(error?.mayHaveArrived == false)
    }

    @Test("header fields are written as given, a body without a type says none")
    func goodHeaders() throws {
        #expect(
            try RequestHeaders.lines([NetworkHeader("X-A", "b: c")], hasBody: true)
                == ["Expect:", "Content-Type:", "X-A: b: c"])
        #expect(
            try RequestHeaders.lines([NetworkHeader("content-TYPE", "a/b")], hasBody: true)
                == ["Expect:", "content-TYPE: a/b"])
        let many = (0...RequestHeaders.maxCount).map { NetworkHeader("a\($0)", "v") }
        #expect(throws: NetworkError.self) { _ = try RequestHeaders.lines(many, hasBody: false) }
    }

    @Test(
        "redirects lead to the same host and not to less safety",
        arguments: [
            ("http://h/a", "http://h/b", true), ("http://h:8080/a", "http://h:8080/b", true),
            ("http://h/a", "https://h/b", true), ("https://h/a", "https://h/b", true),
            ("http://h/a", "http://H./b", true),
            ("https://h/a", "http://h/b", false), ("http://h/a", "http://h:8080/b", false),
            ("http://h:8080/a", "https://h/b", false), ("http://h/a", "http://other/b", false),
            ("http://h/a", "https://other/b", false), ("http://h/a", "http://h.other/b", false),
            ("http://h/a", "http://u:p@h/b", false),
            ("http://h/a", "file:///etc/passwd", false), ("http://h/a", "javascript:alert(1)", false),
        ])
    func redirects(_ origin: String, _ target: String, _ isFollowed: Bool) throws {
        let url = try RequestURL(origin)
        if isFollowed {
            #expect(try Redirect.follow(target, from: url, method: .get, count: 0).host == "h")
        } else {
            let error = #expect(throws: NetworkError.self) {
                _ = try Redirect.follow(target, from: url, method: .get, count: 0)
            }
            #expect(error?.code == .redirectRefused)
            #expect(error?.message.contains(target) == true)
        }
        #expect(throws: NetworkError.self) { _ = try Redirect.follow(target, from: url, method: .post, count: 0) }
        #expect(throws: NetworkError.self) {
            _ = try Redirect.follow(target, from: url, method: .get, count: Redirect.maxCount)
        }
    }

    @Test("a configuration that cannot mean what it says is refused")
    func configurations() throws {
        let bad = [
            CourierConfiguration(proxy: "127.0.0.1:9050"), CourierConfiguration(proxy: "socks5://h:1"),
            CourierConfiguration(proxy: "socks5h://h"), CourierConfiguration(proxy: "http://u:p@h:1"),
            CourierConfiguration(proxy: "http://h:1/path"), CourierConfiguration(allowedNetworks: ["10.0.0.1/8"]),
            CourierConfiguration(allowedNetworks: ["localhost"]), CourierConfiguration(authorities: "ca.pem"),
            CourierConfiguration(credentials: CourierCredentials(origin: "http://h/x", file: "/cookie")),
            CourierConfiguration(credentials: CourierCredentials(origin: "http://h", file: "cookie")),
            CourierConfiguration(credentials: CourierCredentials(origin: "http://h", file: "/cookie", user: "a:b")),
            CourierConfiguration(proxy: "socks5h://h:1", proxyUser: ""),
            CourierConfiguration(proxy: "socks5h://h:1", proxyUser: String(repeating: "a", count: 256)),
            CourierConfiguration(proxy: "socks5h://h:1", proxyUser: "a\u{0}"),
            CourierConfiguration(sockets: [CourierSocket(origin: "https://h", path: "/s")]),
            CourierConfiguration(sockets: [CourierSocket(origin: "http://h/x", path: "/s")]),
            CourierConfiguration(sockets: [CourierSocket(origin: "http://h", path: "s")]),
        ]
        for configuration in bad {
            let error = #expect(throws: NetworkError.self) { _ = try CheckedConfiguration(configuration) }
            #expect(error?.code == .badConfiguration)
        }
        let good = CourierConfiguration(
            proxy: "socks5h://127.0.0.1:9050", allowedNetworks: ["10.0.0.0/8", "::1"], authorities: "/ca.pem",
            credentials: CourierCredentials(origin: "http://h:1", file: "/cookie", user: "a"))
        #expect(try CheckedConfiguration(good).readable.suffix(2) == ["/ca.pem", "/cookie"])
    }
}
