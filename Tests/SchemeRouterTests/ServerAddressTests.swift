import SchemeRouter
import Testing

/// Which texts are the address of a server, at each of their bounds.
@Suite struct ServerAddressTests {
    @Test("an address is at most 2,048 bytes long, and a host 253")
    func lengths() {
        let start = "https://a.example/"
        func path(_ count: Int) -> String { start + String(repeating: "x", count: count - start.utf8.count) }
        #expect(ServerAddress.maxLength == 2_048)
        #expect(ServerAddress(path(2_048)) != nil && ServerAddress(path(2_049)) == nil)
        for (count, isHost) in [(0, false), (1, true), (2, true), (253, true), (254, false)] {
            let host = String(repeating: "h", count: count)
            #expect((ServerAddress("https://\(host)/") != nil) == isHost, "\(count)")
        }
    }

    @Test("an address is printable ASCII without characters that end it elsewhere")
    func characters() {
        for character in "!~&'()*+,;=[]%$@:-._" {
            let text = "https://a.example/\(character)"
            #expect(ServerAddress(text)?.text == text, "\(character)")
        }
        for character in " \u{7F}é\"\\<>^`{|}#" {
            #expect(ServerAddress("https://a.example/\(character)") == nil, "\(character)")
        }
    }

    @Test("the host and the port are told apart, and shown as they are written")
    func parts() throws {
        for (text, host, authority, isPlain) in [
            ("https://a.example", "a.example", "a.example", false),
            ("HTTPS://A.example:8443/x", "A.example", "A.example:8443", false),
            ("http://a.example?x:y", "a.example", "a.example", true),
            ("HTTP://a.example:80", "a.example", "a.example:80", true),
            ("https://[::1]:1/", "[::1]", "[::1]:1", false),
            ("https://[::ffff:1.2.3.4]/", "[::ffff:1.2.3.4]", "[::ffff:1.2.3.4]", false),
            ("https://a_b-1.example:65535/", "a_b-1.example", "a_b-1.example:65535", false),
        ] {
            let server = try #require(ServerAddress(text), "\(text)")
            #expect(server.text == text && server.host == host && server.authority == authority, "\(text)")
            #expect(server.isPlain == isPlain, "\(text)")
        }
    }

    @Test("S8: what follows host and port can be a key, and is not shown")
    func place() throws {
        for (text, place) in [
            ("https://a.example", "https://a.example"), ("http://127.0.0.1:9998/", "http://127.0.0.1:9998"),
            ("https://a.example:1/v1/0123456789abcdef", "https://a.example:1/…"),
            ("https://a.example?key=0123456789abcdef", "https://a.example/…"),
            ("https://[::1]/x", "https://[::1]/…"), ("https://a.example//", "https://a.example/…"),
        ] {
            #expect(try #require(ServerAddress(text)).place == place, "\(text)")
        }
    }

    @Test(
        "nothing else is a server",
        arguments: [
            "", "https:", "https://", "https:///x", "https://?x", "ftp://a.example/", "a.example", "//a.example/",
            "http:a.example", "https:/a.example/",
            // A user, or what looks like one.
            "https://user@a.example/", "https://user:pass@a.example/", "https://user:80@a.example/",
            "https://@a.example/",
            "https://a.example:80@b.example/",
            // Ports.
            "https://a.example:/", "https://a.example:0/", "https://a.example:00000/", "https://a.example:65536/",
            "https://a.example:000080/", "https://a.example:8a/", "https://a.example:+80/", "https://a.example:80:80/",
            "https://a.example:99999999999999999999/", "https://[::1]80/", "https://[::1]x80/", "https://[::1]:/",
            "https://[::1].example/",
            // Brackets, points and phrases.
            "https://[]/", "https://[::1/", "https://::1]/", "https://abc]/", "https://[abcx]/",
            "https://[fe80::1%251]/",
            "https://.a.example/", "https://a..example/", "https://./", "https://a.example../",
            "https://a.example,all-is-well/", "https://a.example;x/", "https://a%2Eexample/",
        ])
    func refused(_ text: String) {
        #expect(ServerAddress(text) == nil, "\(text)")
    }
}
