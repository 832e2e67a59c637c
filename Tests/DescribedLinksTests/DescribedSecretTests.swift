import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Links with secrets, with an end, and links that are known and refused.
@Suite struct DescribedSecretTests {
    private static let told = ToldLink(
        schemes: """
            pair: { hand-over: exact, links: { slashes: forbidden, forms: [
                    { path: "{hex2:topic}@2", does: login, warns: permission, parameters: {
                    key: { is: note, secret: true, required: true, shape: hex, size: 2 }, via: { is: note } } },
                    { path: "{text:topic}@1", does: refuse, why: Version 1 has ended. } ] } }
            push: { links: { path: "push/{host}/[{text...:path}/]{secret:key}", does: withdraw } }
            ends: { links: { path: "{address}", parameters: { till: { is: expires } } } }
            lasts: { links: { path: "{address}", parameters: {
                     time: { is: starts }, exp: { is: expires, with: time } } } }
            asks: { links: { path: "{hex:wallet}", does: login, parameters: {
                    relay: { is: server, shape: wss, required: true, many: true } } } }
            gone: { links: { path: "{text...}", does: refuse, why: It has ended. } }
            never: { links: { path: "{secret...}", does: refuse, why: It is a seed. } }
            """)

    private static let links: [(String, String)] = [
        (
            "pair:aBcD@2?key=0123&via=[x]",
            """
            login
            notes (for the wallet) [name: “topic”, value: “aBcD”, name: “via”, value: “[x]”]
            secrets (secret for the wallet, not shown here) [key]
            warning changesPermissions: If you agree to this, somebody else can spend from your account.
            cannot change
            """
        ),
        ("pair:abcd@1", "unsupportedAction at “abcd@1”: Version 1 has ended."),
        (
            "pair:abcd@2?via=x",
            "missingParameter of key: The link lacks “key”. Ask the sender for a link with “key=…”."
        ),
        (
            "pair:abcd@2?key=01234",
            "invalidRequest of key at “01234”: “key” is not hexadecimal. Ask the sender for the link again."
        ),
        (
            "push:push/bank.example:8080/in/KEY",
            """
            withdraw
            server (server that the wallet contacts) bank.example:8080
            notes (for the wallet) [name: “path”, value: “in”]
            secrets (secret for the wallet, not shown here) [key]
            cannot change
            """
        ),
        (
            "push:push/bank/KEY",
            """
            malformedURL at “bank”: The link does not name a server. A server is a host name with an optional port.
            """
        ),
        (
            "ends:told-a?till=1705667684",
            """
            pay any to told-a (["main base58", "main name", "test bech32"], chain -, of -)
            expires (valid until) 1705667684
            """
        ),
        (
            "lasts:told-a?time=1705667000&exp=684",
            """
            pay any to told-a (["main base58", "main name", "test bech32"], chain -, of -)
            notes (for the wallet) [name: “time”, value: “1705667000”, name: “exp”, value: “684”]
            expires (valid until) 1705667684
            """
        ),
        (
            "lasts:told-a?exp=684",
            "missingParameter of time: The link lacks “time”. Ask the sender for a link with “time=…”."
        ),
        (
            "ends:told-a?till=soon",
            """
            invalidRequest of till at “soon”: “till” is not a whole number of 64 bits. Ask the sender for the link again.
            """
        ),
        (
            "asks:ab?relay=wss%3A%2F%2Fa.example&relay=wss://b.example/x",
            """
            login
            notes (for the wallet) [name: “wallet”, value: “ab”, name: “relay”, value: “wss://b.example/x”]
            servers (servers that the wallet contacts) [a.example, b.example]
            cannot change
            """
        ),
        (
            "asks:ab?relay=https://a.example",
            "invalidRequest of relay at “https://a.example”: “relay” is not a “wss” address. Ask the sender for the link again."
        ),
        ("never:??&#", "privateKeyInAddress at “??&#”: It is a seed."),
        ("never:", "privateKeyInAddress at “”: It is a seed."),
        ("gone:??&#", "unsupportedScheme at “??&#”: It has ended."),
    ]

    @Test("S8: a secret has a name only; an end is a date; what is refused has its reason", arguments: links)
    func link(_ link: String, _ expected: String) {
        #expect(Self.told(link) == expected)
    }

    @Test("S8: nothing of a wrong link is shown where such links have secrets")
    func errors() {
        for (link, isHidden) in [
            ("pair:abcd@2?key=01234", true), ("pair:abcd@1", true), ("push:pull/x", true), ("never:x", true),
            ("ends:told-a?till=soon", false),
        ] {
            let error = #expect(throws: RequestError.self) { try Self.told.router.read(Array(link.utf8)) }
            #expect(error?.hidesLink == isHidden, "\(link)")
        }
    }

    @Test("S8: the secrets of a link that is handed over unchanged are masked where the link is shown")
    func marks() throws {
        for (link, shown) in [
            (" pair:abcd@2?key=0123&via=x ", "pair:abcd@2?key=[hidden]&via=x"),
            ("push:push/bank.example/KEY", "push:push/bank.example/[hidden]"),
        ] {
            #expect(try Self.told.router.read(Array(link.utf8)).withoutSecrets == shown)
        }
        #expect(try Self.told.router.read(Array("ends:told-a?till=1".utf8)).withoutSecrets == nil)
    }
}
