import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// When a link that is more than plain goes to a program byte for byte, and what is said of the rest (S15).
@Suite struct WholeLinkTests {
    private static let address = BIP21Tests.segwit
    private static let plain = "bitcoin:\(address)?amount=0.00002"
    private static let (invoice, lnurl, offer) = (PaymentTokens.invoice, PaymentTokens.lnurl, PaymentTokens.offer)

    private static func read(_ link: String) throws -> ReadLink {
        try RequestVectorTests.router.read(Array(link.utf8))
    }

    /// What a program gets of a link that has these parameters after the amount.
    private static func sent(_ query: String, _ reads: ProgramReads) throws -> String? {
        let link = try read(query.hasPrefix("bitcoin:") || query.hasPrefix("BITCOIN:") ? query : plain + query)
        return link.whole(for: reads)?.text
    }

    private static let everything = ProgramReads(readsEverything: true)

    @Test(
        "S15: what a program that reads BIP321 gets byte for byte",
        arguments: [
            "&pj=https://shop.example/pj", "&pjos=0&pj=HTTPS://PAYJO.IN/X%23EX1WKV8CEC-OH1Q-RK1Q",
            "&pjos=1&pj=https://a.example", "&pj=http://abcdefghij.onion/pj", "&pop=myapp%3A", "&creq=CREQB1X",
            "&ark=ark1x", "&invoiceid=A-17", "&memo=4711", "&time=1668102867&exp=3600",
            "&lightning=\(PaymentTokens.invoice)", "&lightning=\(PaymentTokens.lnurl)", "&lno=\(PaymentTokens.offer)",
            "&label=a%20b&message=c:d/e,f;g@h&x=1",
        ])
    func whole(query: String) throws {
        #expect(try Self.sent(query, Self.everything) == Self.plain + query)
        // Nothing is known of any other.
        #expect(try Self.sent(query, .plain) == nil)
    }

    @Test(
        "S15: what no program gets byte for byte, whatever it reads",
        arguments: [
            // Not read completely, or not alike by all.
            "&PJ=https://a.example", "&x=1&x=2", "&x=1&%78=2", "&pj=https://a.example&pj=https://b.example", "&x",
            "&=1",
            "&x=1#y", "&label=\u{20AC}&x=1", "&lightning=lnbc1", "&label=a%E2%80%AEb&x=1", "&r=https://a.example&x=1",
            "&IS=1",
            "&%78=1",
            // Forbidden.
            "&pj=http://shop.example/pj", "&pj=shop.example", "&pj=", "&pj=https://a.example&pjos=2", "&pjos=0",
            "&pop=https%3A%2F%2Fshop.example", "&time=1668102867", "&exp=3600", "&time=today&exp=600", "&time=1&exp=",
            // Of another form.
            "bitcoin://bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=1&x=1",
            "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t%34?amount=1&x=1",
            "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0&x=1",
            "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=.5&x=1",
            "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.5000000000&x=1",
            "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=%30.5&x=1",
            "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?req-amount=0.5&x=1",
        ])
    func notWhole(query: String) throws {
        #expect(try Self.sent(query, Self.everything) == nil)
    }

    @Test("S15: the capitals of an address and of the scheme stay; no program needs to read a scheme of both cases")
    func capitals() throws {
        let capitals = Self.address.uppercased()
        for (start, isWhole) in [("bitcoin", true), ("BITCOIN", true), ("Bitcoin", false)] {
            let text = "\(start):\(capitals)?amount=0.5&x=1"
            #expect(try (Self.read(text).whole(for: Self.everything)?.text == text) == isWhole)
        }
    }

    @Test("S15: an invoice goes along only if it asks for the same as the link, to one satoshi")
    func invoice() throws {
        let electrum = ProgramTable.shipped.reads(of: "electrum.desktop")
        for (amount, isWhole) in [
            ("0.00002", true), ("0.00002001", true), ("0.00001999", true), ("0.00002002", false), ("0.00002050", false),
        ] {
            let text = "bitcoin:\(Self.address)?amount=\(amount)&lightning=\(Self.invoice)"
            let link = try Self.read(text)
            for reads in [electrum, Self.everything] {
                #expect((link.whole(for: reads) != nil) == isWhole, "\(amount)")
            }
        }
        // Another kind of value makes it refuse the whole link.
        #expect(try Self.sent("&lightning=\(Self.lnurl)", electrum) == nil)
    }

    @Test("S15: a program gets only the kinds of value that it takes for a key, and every key must be known")
    func kinds() throws {
        let sparrow = ProgramTable.shipped.reads(of: "sparrow.desktop")
        let electrum = ProgramTable.shipped.reads(of: "electrum.desktop")
        let core = ProgramTable.shipped.reads(of: "litecoin-qt.desktop")
        typealias Row = (query: String, sparrow: Bool, electrum: Bool)
        let rows: [Row] = [
            ("&pj=https://a.example&pjos=0", true, false), ("&pj=https://a.example&x=1", false, false),
            ("&time=1&exp=2", false, true), ("&time=1&exp=2&pj=https://a.example", false, false),
            ("&lno=\(Self.offer)", false, false), ("&lightning=\(Self.invoice)", false, true),
            ("&sp=x", false, false),
        ]
        for row in rows {
            #expect(try (Self.sent(row.query, sparrow) != nil) == row.sparrow, "\(row.query)")
            #expect(try (Self.sent(row.query, electrum) != nil) == row.electrum, "\(row.query)")
            #expect(try Self.sent(row.query, core) == nil, "\(row.query)")
        }
        // Without an address only what reads BIP321 is known to pay another way.
        let offers = "bitcoin:?lno=\(Self.offer)&lightning=\(Self.invoice)"
        #expect(try Self.sent(offers, Self.everything) == offers)
        let keys = ProgramReads(keys: [.init("lno", .bolt12), .init("lightning", .bolt11)])
        #expect(try Self.sent(offers, keys) == nil && Self.sent("&lno=\(Self.offer)", keys) != nil)
    }

    @Test("S15: what is left out is named with what is lost, each once and in the order of the link")
    func named() throws {
        typealias Row = (query: String, names: [String], text: String)
        let rows: [Row] = [
            ("", [], ""), ("&label=", [], ""),
            ("&PJ=https://a.example&x=1&pjos=0&x=2", ["PJ", "x", "pjos"], "the payjoin offer (pj, pjos), “x”"),
            ("&pop=https%3A", ["pop"], "the proof that an app asks for (pop)"),
            ("&lightning=\(Self.invoice)", ["lightning"], "a way to pay by Lightning (lightning)"),
            ("&time=1&exp=2", ["time", "exp"], "when it was made (time), how long it is valid (exp)"),
            ("&r=https://a.example", ["r"], "a payment request on a server (r)"),
        ]
        for row in rows {
            let link = try Self.read(Self.plain + row.query)
            #expect(
                link.leftOutOfPlainLink.names == row.names && link.leftOutOfPlainLink.text == row.text, "\(row.query)")
        }
        // The address of a native link is no loss, but the app that asks learns nothing.
        let native = try Self.read("dashwallet://pay=\(BIP21Tests.dash)&amount=1&sender=shop&IS=1")
        #expect(native.leftOutOfPlainLink.names == ["sender", "IS"])
        // An invoice has its own amount.
        let invoice = try Self.read("bitcoin:?amount=0.00002&label=a&lightning=\(Self.invoice)")
        #expect(invoice.leftOutOfPlainLink.names == ["label"])
    }

    @Test(
        "S15: a link whose memo or tag would be lost goes only to a program that is known to read it",
        arguments: ["memo=4711", "DT=5", "op_return_raw=00", "op_return=x", "reference=a", "payment_id=1"])
    func references(query: String) async throws {
        let name = try #require(query.split(separator: "=").first).lowercased()
        let link = "\(Self.plain)&\(query.lowercased())"
        let wallet = WalletProgram.example("wallet", takes: ["bitcoin"])
        func fixture() -> ExecutionFixture {
            var fixture = ExecutionFixture(.agree)
            fixture.wallets = MemoryWalletPrograms([wallet])
            fixture.hasNetwork = false
            return fixture
        }
        let refusing = fixture()
        guard case .failed(let error) = try await refusing.run(link) else {
            Issue.record("\(link) went somewhere")
            return
        }
        #expect(error.code == .noHandOverTarget && error.message.contains(name), "\(error.message)")
        #expect(refusing.wallets.given.isEmpty)
        var fixture = fixture()
        fixture.settings.handOver = [
            HandOverRule(target: .program(wallet.id), reads: ProgramReads(keys: [.init(name)]))
        ]
        guard case .handedOver = try await fixture.run(link) else {
            Issue.record("\(link) went nowhere")
            return
        }
        #expect(fixture.wallets.given.map(\.link) == [link])
        #expect(try Self.read(link).request.header.warnings.map(\.code).contains(.referenceIgnored))
    }

    @Test(
        "S15: the consent says that the whole link goes over, that a proof may be sent, and who chooses the way to pay")
    func consent() async throws {
        let link = "\(Self.plain)&pop=myapp%3A&lightning=\(Self.invoice)"
        let wallet = WalletProgram.example("wallet", takes: ["bitcoin"])
        var fixture = ExecutionFixture(.agree)
        fixture.wallets = MemoryWalletPrograms([wallet])
        fixture.hasNetwork = false
        fixture.settings.handOver = [HandOverRule(coin: "bitcoin", target: .program(wallet.id), reads: Self.everything)]
        guard case .handedOver = try await fixture.run(link) else {
            Issue.record("it was not handed over")
            return
        }
        let text = try #require(fixture.prompt.shown.first).flowing
        for said in [
            "“wallet” is known to read all of it", "send a proof of the payment to “myapp:”",
            "chooses one; pay only once",
        ] { #expect(text.contains(said), "\(text)") }
        #expect(!text.contains("Left out") && fixture.wallets.given.map(\.link) == [link])
    }

    @Test("a rule about another coin says nothing about what a program reads in these links")
    func otherCoin() throws {
        let wallet = WalletProgram.example("wallet", takes: ["bitcoin"])
        for (coin, isWhole) in [("bitcoin", true), ("litecoin", false)] as [(CoinID, Bool)] {
            let rules = [HandOverRule(coin: coin, target: .program(wallet.id), reads: Self.everything)]
            let text = Self.plain + "&x=1"
            let choice = WalletChoice(
                for: try Self.read(text), isHere: false, wallets: MemoryWalletPrograms([wallet]), rules: rules)
            #expect((choice.ways.first?.other?.link.text == text) == isWhole)
        }
    }

    @Test("S5: the end of a request is shown, and warned of once it has passed; start or duration alone say nothing")
    func ends() async throws {
        typealias Row = (query: String, end: Int64?)
        let rows: [Row] = [
            ("&time=1668102867&exp=3600", 1_668_106_467), ("&TIME=1668102867&Exp=%31", 1_668_102_868),
            ("&exp=1719258352", nil), ("&time=1668102867", nil), ("&time=x&exp=1", nil), ("&time=1&exp=0", nil),
            ("&time=1&exp=1&exp=2", nil), ("&time=1&exp=1234567890123", nil),
        ]
        for row in rows {
            guard case .payment(let payment) = try Self.read(Self.plain + row.query).request else {
                Issue.record("no payment")
                continue
            }
            #expect(payment.expires == row.end, "\(row.query)")
            #expect(payment.header.warnings.contains { $0.code == .requestEnds } == (row.end != nil), "\(row.query)")
        }
        for (now, isLate) in [(1_668_106_467, false), (1_668_106_468, true)] as [(UnixTime, Bool)] {
            var fixture = ExecutionFixture(.agree)
            fixture.wallets = MemoryWalletPrograms([.example("wallet", takes: ["bitcoin"])])
            fixture.hasNetwork = false
            fixture.now = now
            _ = try await fixture.run(Self.plain + rows[0].query)
            let text = try #require(fixture.prompt.shown.first).flowing
            #expect(text.contains("valid until 2022-11-10 18:54:27 UTC"), "\(text)")
            #expect(text.contains("Warning: it expired") == isLate, "\(text)")
        }
        // The same where this wallet pays.
        var own = ExecutionFixture(ExecutionFixture.passcode)
        own.now = 1_668_106_468
        _ = try await own.run("dash:\(ExecutionFixture.address)?amount=0.5&time=1668102867&exp=3600")
        #expect(own.prompt.shown.contains { $0.flowing.contains("the request ended at 2022-11-10 18:54:27 UTC") })
    }
}
