import RouterTestSupport
import Testing

@testable import SchemeRouter

/// S15: nothing of a described link goes over that the person is not shown, however it is written.
@Suite struct DescribedDisguiseTests {
    private static func codes(_ link: String) throws -> [LinkWarning.Code] {
        try Reading.described(link).header.warnings.map(\.code)
    }

    private static func text(_ request: DescribedRequest) -> String {
        DescribedText(request, of: Reading.router.routes.coinList[0]).paragraphs.map(\.text).joined(separator: "\n")
    }

    @Test("S15: what accompanies a server, or no address, is shown before it goes over")
    func shown() throws {
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  memos: { coin: monero, grammar: uri, links: { keys: { indexed: 9 }, parameters: {
                           address: { is: address }, memo: { is: memo }, l: { is: label }, m: { is: message } },
                           forms: [{ path: "server/{server}" }] } }
                  calls: { coin: monero, grammar: uri, links: { path: "call/{function}", does: transaction,
                           parameters: { memo: { is: memo }, l: { is: label }, m: { is: message } } } }
                  hexes: { coin: monero, grammar: uri, links: { path: "call/{function}", does: transaction,
                           parameters: { memo: { is: memo, shape: hex } } } }
                """)
        let call = try Reading.described("calls:call/x?memo=send%20all&l=Name&m=Words", by: router)
        #expect(call.payments.isEmpty && call.plain?.contains("send%20all") == true)
        for words in ["“send all”", "“Name”", "“Words”"] { #expect(Self.text(call).contains(words), "\(words)") }
        let hex = try Reading.described("hexes:call/x?memo=c0ffee", by: router)
        #expect(Self.text(hex).contains("c0ffee"))
        #expect(Reading.error("hexes:call/x?memo=coffee", by: router)?.code == .invalidRequest)
        // The texts of a payment that nobody gets, beside another one.
        let other = try Reading.described(
            "memos:server/a.example?l=First&m=Words&memo=send&address.1=\(PlainFormTests.monero)&l.1=Second",
            by: router)
        for words in ["“First”", "“Words”", "“send”", "“Second”"] {
            #expect(Self.text(other).contains(words), "\(words) in \(Self.text(other))")
        }
    }

    @Test("S15: what nobody reads of a link that goes over as it is, goes along, and is not called ignored")
    func unread() throws {
        let account = "GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO"
        let exact = try Reading.described("web+stellar:pay?destination=\(account)&amount=1&FEE=9")
        #expect(exact.plain == nil && Self.text(exact).contains("Passed on unread: “FEE”"))
        #expect(!Self.text(exact).contains("Ignored"))
        let plain = try Reading.described("monero:\(PlainFormTests.monero)?AMOUNT=9")
        #expect(plain.plain?.contains("AMOUNT") == false && Self.text(plain).contains("Ignored: “AMOUNT”"))
    }

    @Test("S15: the payment request of a link that goes over as it is, is shown")
    func requests() throws {
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  exact: { coin: monero, grammar: uri, hand-over: exact, links: { path: "{address}",
                           parameters: { r: { is: payment-request } } } }
                """)
        let request = try Reading.described("exact:\(PlainFormTests.monero)?r=https://a.example/x", by: router)
        #expect(request.plain == nil && Self.text(request).contains("“https://a.example/x”"))
    }

    @Test(
        "an LNURL is for what its address says, though escapes stand in that",
        arguments: [
            ("?%74ag=login&k1=KEY", Action.login), ("?t%61g=%6Cogin&%6B1=KEY", .login),
            ("?x=1&tag=login&k1=KEY", .login),
            ("?%74%61%67=withdrawRequest", .withdraw), ("?tag=payRequest", .payment), ("?Tag=login", .askServer),
            ("?x=tag%3Dlogin", .askServer), ("?a&b=", .askServer), ("", .askServer),
        ])
    func purpose(_ query: String, _ action: Action) throws {
        let key = query.replacing("KEY", with: String(repeating: "e2", count: 32))
        let link = "lightning:" + PaymentTokens.lnurl("https://s.example/\(key)")
        #expect(try Reading.described(link).action == action, "\(query)")
    }

    @Test(
        "an LNURL that says two things, or nothing that can be decoded, is refused",
        arguments: [
            "?tag=payRequest&%74ag=login&k1=KEY", "?tag=login&k1=KE", "?%74ag=login", "?tag=%zz", "?x=%00", "?%ff=1",
            "?tag=withdrawRequest&callback=https%3A%2F%2Fa.example&c%61llback=https%3A%2F%2Fb.example",
            "?tag=withdrawRequest&callback=ftp%3A%2F%2Fa.example", "?tag=other",
        ])
    func senseless(_ query: String) {
        let key = query.replacing("KEY", with: String(repeating: "e2", count: 32))
        let link = "lightning:" + PaymentTokens.lnurl("https://s.example/\(key)")
        #expect(Reading.error(link)?.code == .invalidRequest, "\(query)")
    }

    @Test("the server behind an LNURL is shown and warned of as it is in links that name it")
    func callbacks() throws {
        func link(_ callback: String) -> String {
            let address = "https://s.example/?tag=withdrawRequest&k1=1&callback=\(PercentEncoding.encode(callback))"
            return "lightning:" + PaymentTokens.lnurl(address)
        }
        let request = try Reading.described(link("https://pays.example:8443/w"))
        #expect(request.facts.first { $0.field == "otherServer" }?.value == .name("pays.example:8443"))
        #expect(try Self.codes(link("https://pays.example/w")).isEmpty)
        #expect(try Self.codes(link("https://192.168.1.1/w")) == [.serverIsLocal])
        #expect(try Self.codes(link("http://localhost/w")) == [.serverIsLocal, .serverIsPlain])
        #expect(try Self.codes(link("http://abc.onion/w")).isEmpty)
        let named = "lnurlw://s.example/?callback=http%3A%2F%2Flocalhost%2Fw"
        #expect(try Set(Self.codes(named)) == [.serverIsLocal, .serverIsPlain])
    }

    @Test("a description that is not shown as it is warns, for invoices as for labels")
    func descriptions() throws {
        func offer(_ text: String) -> String {
            let bytes: [UInt8] = Array(text.utf8)
            return PaymentTokens.offer([10, UInt8(bytes.count)] + bytes + PaymentTokens.issuerID)
        }
        #expect(try !Self.codes("lightning:" + offer("Tea")).contains(.textSanitised))
        for text in ["T\u{202E}ea", "Te\u{200B}a"] {
            #expect(try Self.codes("lightning:" + offer(text)).contains(.textSanitised))
            let link = try Reading.router.read(Array("bitcoin:?lno=\(offer(text))".utf8))
            #expect(link.request.header.warnings.map(\.code) == [.textSanitised])
        }
        let plain = try Reading.router.read(Array("bitcoin:?lno=\(offer("Tea"))".utf8))
        #expect(plain.request.header.warnings.isEmpty)
    }

    @Test(
        "S8: a private key in bech32 is called so and never shown, with a right checksum or without",
        arguments: [
            "zcash:secret-extended-key-main1", "zcash:SECRET-EXTENDED-KEY-TEST1", "web+cardano:addr_xsk1",
            "web+cardano:ed25519e_sk1", "web+cardano:root_xsk1", "payto://x/addr_xsk1", "payto://x/abc/ed25519e_sk1",
            "monero:nsec1", "solana:secret-extended-key-main1",
        ])
    func keys(_ start: String) throws {
        let key = String(repeating: "qpzry9x8gf2tvdw0", count: 6)
        let link = start + (start.contains("SECRET") ? key.uppercased() : key)
        let error = try #require(Reading.error(link), "\(link)")
        #expect(error.code == .privateKeyInAddress && !error.message.contains("qpzry9"), "\(link): \(error)")
    }

    @Test("a host has no empty part, whoever names it", arguments: ["a.b..c", ".a.b", "a..b"])
    func hosts(_ host: String) {
        #expect(Reading.error("lightning:alice@\(host)") != nil)
        #expect(Reading.error("lightning:" + PaymentTokens.lnurl("https://\(host)/")) != nil)
        #expect(ServerAddress("https://\(host)/") == nil)
    }
}
