import Testing

@testable import SchemeRouter

/// Servers and other participants in described links.
@Suite struct DescribedServerTests {
    private static let told = ToldLink(
        schemes: """
            asks: { links: { path: "{address}", parameters: {
                    via: { is: server }, back: { is: answer, prefix: "url:" }, from: { is: origin },
                    sig: { is: signature, size: 2 },
                    who: { is: signer }, tx: { is: payload }, net: { is: network, values: { main: { network: main },
                    live: { network: main }, test: { network: test } } } } } }
            lnurl: { links: { slashes: required, keys: { others: server }, path: "{server}", parameters: {
                     tag: { is: action, values: [pay] }, via: { is: server } } } }
            solpay: { links: { path: "{url}", does: transaction, query: refused } }
            till: { links: { slashes: required, path: "{target=IBAN}/[{bic}/]{address}" } }
            exact: { hand-over: exact, links: { path: "{address}", parameters: {
                     r: { is: payment-request }, label: { is: label }, note: { is: note } } } }
            """)

    private static let links: [(String, String)] = [
        (
            "asks:a?via=https://a.example",
            """
            pay any to a
            server (server that the wallet contacts) a.example
            cannot change
            """
        ),
        (
            "asks:a?via=http://a.example:80/x",
            """
            pay any to a
            server (server that the wallet contacts) a.example:80
            notes (for the wallet) [name: “via”, value: “http://a.example:80/x”]
            warning serverIsPlain: The connection to the server is not encrypted.
            cannot change
            """
        ),
        (
            "asks:a?via=https://192.168.1.1/",
            """
            pay any to a
            server (server that the wallet contacts) 192.168.1.1
            notes (for the wallet) [name: “via”, value: “https://192.168.1.1/”]
            warning serverIsLocal: The server is this computer or is on its local network: 192.168.1.1.
            cannot change
            """
        ),
        (
            "asks:a?from=shop.example&via=https://a.example",
            """
            pay any to a
            origin (claims to be asking (not verified)) shop.example
            originVerified (verified) false
            server (server that the wallet contacts) a.example
            cannot change
            """
        ),
        (
            "asks:a?via=a.example",
            """
            invalidRequest of via at “a.example”: “via” is not the address of a server. Ask the sender for the link \
            again.
            """
        ),
        (
            "asks:a?via=http://abc.onion/",
            """
            pay any to a
            server (server that the wallet contacts) abc.onion
            notes (for the wallet) [name: “via”, value: “http://abc.onion/”]
            cannot change
            """
        ),
        (
            "asks:a?back=url:https://a.example/x",
            """
            pay any to a
            callbackURL (receives what you sign, instead of the network) “https://a.example/x”
            goes over asks:a?back=url%3Ahttps%3A%2F%2Fa.example%2Fx
            """
        ),
        (
            "asks:a?back=https://a.example/x",
            """
            invalidRequest of back at “https://a.example/x”: “back” does not begin with “url:”. Ask the sender for \
            the link again.
            """
        ),
        (
            "asks:a?back=url:a",
            """
            invalidRequest of back at “url:a”: “back” does not name anyone who may receive the result. Ask the \
            sender for the link again.
            """
        ),
        (
            "asks:a?back=url:http://localhost/",
            """
            pay any to a
            callbackURL (receives what you sign, instead of the network) “http://localhost/”
            warning serverIsLocal: The server is this computer or is on its local network: localhost.
            warning serverIsPlain: The connection to the server is not encrypted.
            goes over asks:a?back=url%3Ahttp%3A%2F%2Flocalhost%2F
            """
        ),
        (
            "asks:a?back=url:",
            """
            invalidRequest of back at “url:”: “back” does not name anyone who may receive the result. Ask the \
            sender for the link again.
            """
        ),
        (
            "asks:a?from=a.example&sig=YWE=",
            """
            pay any to a
            origin (claims to be asking (not verified)) a.example
            originVerified (verified) false
            cannot change
            """
        ),
        (
            "asks:a?from=a.example?you-may-trust-it",
            """
            invalidRequest of from at “a.example?you-may-trust-it”: “from” is not a host name. Ask the sender for \
            the link again.
            """
        ),
        (
            "asks:a?sig=YQ==",
            "invalidRequest of sig at “YQ==”: “sig” does not encode 2 bytes. Ask the sender for the link again."
        ),
        (
            "asks:a?net=main",
            """
            pay any to a
            notes (for the wallet) [name: “net”, value: “main”]
            """
        ),
        (
            "asks:a?net=test",
            """
            on test
            pay any to a
            warning testNetwork: The link is for a test network.
            """
        ),
        (
            "asks:a?net=Main",
            """
            wrongNetwork of net at “Main”: The link is for an unknown network. Ask the sender for a link without \
            “net”.
            """
        ),
        (
            "asks:a?tx=login-x",
            "invalidRequest of tx at “login-x”: “tx” is not Base64. Ask the sender for the link again."
        ),
        (
            "asks:a?tx=YQ==",
            """
            pay any to a
            payload (payload) [xdrEnvelope]
            warning notChecked: YQ== is not decoded.
            cannot change
            """
        ),
        // The server of a path.
        (
            "lnurl://a.example:8443/x?y=1&tag=pay#z",
            """
            malformedURL at “a.example:8443/x”: The link does not name a server. A server is a host name with an \
            optional port.
            """
        ),
        (
            "lnurl://a.example:8443/x?y=1&tag=pay",
            """
            server (server that the wallet contacts) a.example:8443
            request (address that the wallet contacts) https://a.example:8443/x?y=1&tag=pay
            cannot change
            """
        ),
        (
            "lnurl://A.onion:80/x",
            """
            server (server that the wallet contacts) A.onion:80
            request (address that the wallet contacts) http://A.onion:80/x
            cannot change
            """
        ),
        (
            "lnurl://a.onion.example",
            """
            server (server that the wallet contacts) a.onion.example
            request (address that the wallet contacts) https://a.onion.example
            cannot change
            """
        ),
        (
            "lnurl://shop/x",
            "malformedURL at “shop/x”: The link does not name a server. A server is a host name with an optional port."
        ),
        (
            "lnurl://localhost/x",
            """
            server (server that the wallet contacts) localhost
            request (address that the wallet contacts) https://localhost/x
            warning serverIsLocal: The server is this computer or is on its local network: localhost.
            cannot change
            """
        ),
        (
            "lnurl://127.0.0.1?x",
            """
            server (server that the wallet contacts) 127.0.0.1
            request (address that the wallet contacts) https://127.0.0.1?x
            warning serverIsLocal: The server is this computer or is on its local network: 127.0.0.1.
            cannot change
            """
        ),
        (
            "lnurl://[2001:db8::1]/",
            """
            server (server that the wallet contacts) [2001:db8::1]
            request (address that the wallet contacts) https://[2001:db8::1]/
            cannot change
            """
        ),
        (
            "lnurl://.a.b/",
            "malformedURL at “.a.b/”: The link does not name a server. A server is a host name with an optional port."
        ),
        (
            "lnurl://a..b/",
            "malformedURL at “a..b/”: The link does not name a server. A server is a host name with an optional port."
        ),
        (
            "lnurl://a.example?via=https://b.example/x",
            """
            server (server that the wallet contacts) a.example
            request (address that the wallet contacts) https://a.example?via=https://b.example/x
            otherServer (server that the wallet contacts) b.example
            notes (for the wallet) [name: “via”, value: “https://b.example/x”]
            cannot change
            """
        ),
        (
            "lnurl://a.example?tag=buy",
            """
            ambiguousAction of tag at “buy”: “tag” and the link's scheme ask for different things. Ask the sender \
            for the link again.
            """
        ),
        (
            "lnurl://[fd00::1]/",
            """
            server (server that the wallet contacts) [fd00::1]
            request (address that the wallet contacts) https://[fd00::1]/
            warning serverIsLocal: The server is this computer or is on its local network: [fd00::1].
            cannot change
            """
        ),
        (
            "lnurl://a.example?via=https://b.example",
            """
            server (server that the wallet contacts) a.example
            request (address that the wallet contacts) https://a.example?via=https://b.example
            otherServer (server that the wallet contacts) b.example
            cannot change
            """
        ),
        (
            "lnurl:///x",
            "malformedURL at “///”: There must be two slashes after the colon. Ask the sender for the link again."
        ),
        // A whole address in the path.
        (
            "solpay:https://a.example/x",
            """
            transaction
            server (server that the wallet contacts) a.example
            request (address that the wallet contacts) https://a.example/x
            cannot change
            """
        ),
        (
            "solpay:https%3A%2F%2Fa.example%2Fx%3Fy%3D1",
            """
            transaction
            server (server that the wallet contacts) a.example
            request (address that the wallet contacts) https://a.example/x?y=1
            cannot change
            """
        ),
        (
            "solpay:HTTPS://a.example",
            """
            transaction
            server (server that the wallet contacts) a.example
            request (address that the wallet contacts) HTTPS://a.example
            cannot change
            """
        ),
        (
            "solpay:https:a.example",
            """
            malformedURL at “https:a.example”: The part after the colon is not an “https” address. Such links are \
            written “solpay:https://…”.
            """
        ),
        (
            "solpay:https://shop",
            """
            malformedURL at “https://shop”: The link does not name a server. A server is a host name with an \
            optional port.
            """
        ),
        (
            "solpay:https://a.example?x",
            "malformedURL at “?x”: There is something after the end of the link. Such links have no parameters."
        ),
        (
            "solpay:http://a.example",
            """
            malformedURL at “http://a.example”: This is not a valid “solpay:” link. Such links look like “solpay:URL”.
            """
        ),
        (
            "till://iban/told-a",
            """
            pay any to told-a (["main base58", "main name", "test bech32"], chain -, of -)
            target (kind of account) iban
            """
        ),
        (
            "till://IBAN/ABCDEFGH/a",
            """
            pay any to a
            target (kind of account) iban
            bic (bank (BIC)) ABCDEFGH
            """
        ),
        (
            "till://iban/ABCDEFG/a",
            """
            invalidAddress at “iban/ABCDEFG/a”: This is not a valid “till:” link. Such links look like \
            “till://IBAN/ADDRESS”.
            """
        ),
        // What goes over as it is, is told whole.
        (
            "exact:a?r=https://a.example&x=1",
            """
            pay any to a
            notes (for the wallet) [name: “r”, value: “https://a.example”]
            warning paymentProtocolIgnored: The payment request at “r” is not fetched; the rest of the link is used.
            ignored ["x"]
            cannot change
            """
        ),
        (
            "exact:a#x",
            """
            malformedURL at “#x”: There is something after “#” that cannot be shown. Such links are passed on \
            unchanged, and another program might use it. Ask the sender for a link without it.
            """
        ),
        (
            "exact:a?label=%E2%80%AEx&note=y",
            """
            pay any to a, label “x”
            notes (for the wallet) [name: “note”, value: “y”]
            warning textSanitised: Invisible characters were removed from a text, or it was shortened. The wallet \
            receives the whole text, including what is not shown here.
            cannot change
            """
        ),
        (
            "exact:a?label=x",
            """
            pay any to a, label “x”
            cannot change
            """
        ),
        (
            "asks:a?who=sum-w",
            """
            pay any to a
            signer (must sign) sum-w
            """
        ),
    ]

    @Test("who takes part is told and warned of, or refused", arguments: links)
    private func told(_ link: String, _ expected: String) { #expect(Self.told(link) == expected) }
}
