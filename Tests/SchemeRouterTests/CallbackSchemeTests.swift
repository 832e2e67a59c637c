import SchemeRouter
import Testing

/// Which schemes an answer may go to (S4).
@Suite struct CallbackSchemeTests {
    private static func refusal(_ value: String) -> RequestError? {
        do throws(RequestError) {
            let scheme = try ProofLink.scheme(of: value.utf8, at: 3..<9) { $0 == "pay" }
            #expect(value.hasPrefix(scheme + ":"))
            return nil
        } catch { return error }
    }

    @Test("no answer goes to what opens in a browser or controls the desktop, however it is written")
    func forbidden() {
        for scheme in [
            "http", "HTTPS", "ws", "mailto", "Search", "moz-extension", "web+", "WEB+a", "ms-", "Ms-settings", "ext+a",
            "x-man-page",
        ] { #expect(ForbiddenSchemes.contains(scheme), "\(scheme)") }
        // The beginnings of such schemes and other schemes of the same length are nobody's.
        for scheme in [
            "", "w", "we", "web", "m", "ms", "e", "ext", "htt", "httpx", "httq", "webx", "msx", "extx", "1", "zzzz",
            "ab",
        ] { #expect(!ForbiddenSchemes.contains(scheme), "\(scheme)") }
        #expect(!ForbiddenSchemes.cannotBeRead("web+stellar") && ForbiddenSchemes.cannotBeRead("ms-settings"))
    }

    @Test("a sender is a scheme of at most 64 bytes")
    func senders() {
        let longest = String(repeating: "x", count: 64)
        for scheme in ["a", "Ab", "a1+-.", longest] { #expect(Sender.isScheme(scheme.utf8), "\(scheme)") }
        for scheme in ["", "1a", "+a", "a_", "a:", "a ", "é", longest + "x"] {
            #expect(!Sender.isScheme(scheme.utf8), "\(scheme)")
        }
        for (scheme, name) in [
            ("myapp", "Myapp"), ("Myapp", "Myapp"), ("1app", "1app"), ("-a", "-a"), ("a", "A"), ("", ""),
        ] {
            #expect(Sender(checked: scheme).displayName == name)
        }
    }

    @Test("a proof of payment goes to a link of at most 1,024 bytes that RFC 3986 allows")
    func proofs() {
        let longest = "myapp:" + String(repeating: "x", count: 1_018)
        for value in ["myapp:", "a1+-.:", longest, "myapp:-._~:/?#[]!$&'()*+,;=%09Az"] {
            #expect(Self.refusal(value) == nil, "\(value)")
        }
        for value in [
            "", "myapp", ":x", "1a:", longest + "x", "myapp:é", "myapp: ", "myapp:\"", "myapp:<", "myapp:\\", "myapp:^",
            "myapp:`", "myapp:{", "myapp:|", "myapp:@", "myapp:\u{7F}", String(repeating: "x", count: 65) + ":",
        ] {
            let error = Self.refusal(value)
            #expect(error?.code == .invalidSender && error?.range == 3..<9 && error?.parameter == "pop", "\(value)")
        }
        for value in ["https:", "WEB+a:", "pay:", "mailto:a"] {
            let error = Self.refusal(value)
            #expect(error?.code == .forbiddenSender && error?.range == 3..<9 && error?.parameter == "pop", "\(value)")
        }
    }
}
