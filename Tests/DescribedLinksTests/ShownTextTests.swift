import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What a link could do so that a person is shown something else than what is meant, or than what goes over.
@Suite struct ShownTextTests {
    private static let account = "GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO"
    private static let monero = "monero:\(PlainFormTests.monero)?tx_amount=1&recipient_name="

    private static func codes(_ link: String) throws -> [LinkWarning.Code] {
        try Reading.described(link).header.warnings.map(\.code)
    }

    @Test(
        "the host that is shown is the whole host, whatever the scheme before it",
        arguments: ["http://", "https://", "HTTP://", "HTTPS://"])
    func hosts(_ scheme: String) throws {
        let request = try Reading.described("web+cardano://claim/v1?faucet_url=\(scheme)xbinance.com:8080/a&code=abc")
        let server = try #require(request.facts.first { $0.field == "server" })
        #expect(server.value == .name("xbinance.com:8080"))
    }

    @Test("a host that ends with a point ends the sentence, too")
    func points() throws {
        let warning = try #require(
            Reading.described("lnurlp://localhost./pay").header.warnings.first { $0.code == .serverIsLocal })
        #expect(warning.message.hasSuffix(": localhost."))
    }

    @Test("a network is known by the bytes of its name, and so is a parameter")
    func bytes() throws {
        let pay = "web+stellar:pay?destination=\(Self.account)&amount=1&network_passphrase="
        let (before, after) = ("Public%20Global%20Stellar%20Network%20", "%20September%202015")
        #expect(Reading.error("\(pay)\(before)%3B\(after)") == nil)
        // U+037E, a Greek question mark, is a semicolon to Unicode.
        #expect(Reading.error("\(pay)\(before)%CD%BE\(after)")?.code == .wrongNetwork)
        // U+212A, the sign of kelvin, is a K to Unicode.
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  zzz: { coin: monero, grammar: uri, links: { path: "{address}", keys: { case: any },
                         parameters: { k: { is: amount } } } }
                """)
        let link = "zzz:\(PlainFormTests.monero)"
        #expect(try Reading.described("\(link)?K=1", by: router).payments[0].amount?.text == "1 XMR")
        let other = try Reading.described("\(link)?%E2%84%AA=1", by: router)
        #expect(other.payments[0].amount == nil && other.header.ignored.count == 1)
    }

    @Test("what goes to a contract besides is not called ether on a chain with another coin")
    func otherChains() throws {
        let dai = "0x6B175474E89094C44Da98b954EedeAC495271d0F"
        let request = try Reading.described("ethereum:\(dai)@137/transfer?address=\(dai)&uint256=1&value=1e18")
        let fact = try #require(request.facts.first { $0.field == "surplus" })
        #expect(fact.value == .own("1 of the chain's own coin"))
        #expect(request.header.warnings.contains { $0.message.contains("1 of the chain's own coin goes") })
    }

    @Test("arguments of number types are whole numbers that contracts can take")
    func arguments() throws {
        let call = "ethereum:0x6B175474E89094C44Da98b954EedeAC495271d0F@1/foo?"
        for argument in [
            "uint256=5e%2B5", "uint256=%2B5", "uint256=-5", "int256=%2B5", "uint256=1.5e400", "uint256=5e078",
            "uint256=1e", "uint256=1.5", "uint256=", "uint256=abc", "uint8=0x", "uint8=0xg", "int8=--5", "int8=-",
            "uint256=2e77",
        ] {
            #expect(Reading.error(call + argument)?.code == .invalidRequest, "\(argument)")
        }
        for (argument, plain) in [
            ("uint256=5e8", "uint256=500000000"), ("uint256=1.50e1", "uint256=15"), ("uint8=0x1b", "uint8=0x1b"),
            ("int256=-5e1", "int256=-50"), ("uint256=1e77", "uint256=1" + String(repeating: "0", count: 77)),
            ("string=5e8", "string=5e8"),
        ] {
            #expect(try Reading.described(call + argument).plain == call + plain)
        }
    }

    @Test("S15: each text of a list goes over as it is shown, and what is left out of it is said")
    func lists() throws {
        let hidden = try Reading.described(Self.monero + "%E2%80%AEAlice%E2%81%A6")
        #expect(hidden.payments[0].label?.text == "Alice" && hidden.plain == Self.monero + "Alice")
        #expect(hidden.header.warnings.contains { $0.code == .textSanitised })
        let letters = String(repeating: "A", count: 499)
        let long = try Reading.described(Self.monero + letters + "%20send%20all" + String(repeating: "B", count: 40))
        #expect(long.payments[0].label?.text == letters && long.plain == Self.monero + letters)
        #expect(long.header.warnings.contains { $0.code == .textSanitised })
        let empty = try Reading.described(Self.monero + "%E2%80%AE")
        #expect(empty.plain == Self.monero)
        let plain = try Reading.described(Self.monero + "Smith%3B%20Sons")
        #expect(plain.plain == Self.monero + "Smith%3B%20Sons")
        #expect(!plain.header.warnings.contains { $0.code == .textSanitised })
    }

    @Test("a text that is cut warns, though it has ASCII alone", arguments: ["label", "message"])
    func cut(_ name: String) throws {
        let link = "zcash:\(PlainFormTests.transparent)?amount=1&\(name)="
        #expect(try !Self.codes(link + String(repeating: "A", count: 500)).contains(.textSanitised))
        let request = try Reading.described(link + String(repeating: "A", count: 501))
        #expect(request.header.warnings.contains { $0.code == .textSanitised })
        #expect(request.plain == link + String(repeating: "A", count: 500))
    }

    @Test("marks that pile up go over as they are shown")
    func marks() throws {
        let request = try Reading.described(Self.monero + "a" + String(repeating: "%CC%81", count: 20))
        let label = try #require(request.payments[0].label?.text)
        #expect(label.unicodeScalars.count < 21 && request.plain == Self.monero + PercentEncoding.encode(label))
    }

    @Test("S15: where a link goes over as it is, the person hears that the wallet gets what is not shown")
    func exactLinks() throws {
        let pay = "web+stellar:pay?destination=\(Self.account)&amount=1&msg="
        let request = try Reading.described(pay + "%E2%80%AEAlice")
        #expect(request.plain == nil && request.payments[0].message?.text == "Alice")
        #expect(request.header.warnings.contains { $0.message.contains("The wallet receives the whole text") })
        #expect(try !Self.codes(pay + "Alice").contains(.textSanitised))
    }

    @Test(
        "S15: what a descriptor leaves free is shown before it goes over",
        arguments: [
            ("act: { is: action, values: [login, register] }", "act=register"),
            ("sig: { is: signature }", "sig=c2VuZCBtb25leQ=="),
            ("net: { is: network, values: { mainnet: { network: main }, live: { network: main } } }", "net=live"),
        ])
    func freeValues(_ parameter: String, _ query: String) throws {
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  free: { title: Free, grammar: uri, hand-over: only, links: { path: "{address}", parameters: { \(parameter) } } }
                """)
        let request = try Reading.described("free:somebody?\(query)", by: router)
        let parts = query.split(separator: "=", maxSplits: 1).map(String.init)
        let shown = LinkFact.Value.list([.fields([.init("name", .text(parts[0])), .init("value", .text(parts[1]))])])
        #expect(request.facts.contains { $0.field == "notes" && $0.value == shown }, "\(request.facts)")
    }

    @Test("S15: a name beside no account is shown before it goes over")
    func bareNames() throws {
        let request = try Reading.described("payto://void/?amount=EUR:10.5&receiver-name=Bob%20B")
        #expect(request.payments[0].label?.text == "Bob B" && request.plain?.contains("receiver-name=Bob%20B") == true)
    }

    @Test(
        "a comma that could be a decimal point warns, and one that groups digits does not",
        arguments: [("1,000", true), ("1,50", true), ("10,000", true), ("1,000.50", false), ("1,000,000", false)])
    func commas(_ amount: String, _ warns: Bool) throws {
        let codes = try Self.codes("payto://iban/DE75512108001245126199?amount=EUR:\(amount)")
        #expect(codes.contains(.amountIsOdd) == warns, "\(amount)")
    }
}
