import Foundation
import RouterTestSupport
import Testing

/// What the person forbade holds for links that other wallets would get, too.
@Suite struct HandOverPolicyTests {
    static let link = HandOverHome.link

    @Test("a payment above the limit is refused before anything starts or is asked")
    func limit() throws {
        let desk = try HandOverHome.withDefault()
        try desk.configure("limits: { bitcoin: { payment: \"0.1\" } }\n")
        let result = try desk.open(Self.link)
        #expect(
            result.status == 77 && result.errors.contains("your limit per payment is 0.1 BTC"), "\(result.errors)")
        #expect(desk.got() == nil)
        // The person is told, and not asked.
        #expect(!desk.home.dialogue().contains("CONFIRM"))
        #expect(try desk.open("bitcoin:\(HandOverHome.address)?amount=0.1").status == 0)
        #expect(desk.got()?.count == 2)
    }

    @Test("the limit holds for what an invoice asks for, too")
    func limitOfInvoice() throws {
        for (link, answers) in [
            ("bitcoin:?lightning=\(HandOverTests.invoice)", ["ok", "ok"]),
            ("bitcoin:\(HandOverHome.address)?lightning=\(HandOverTests.invoice)", ["2", "ok", "ok"]),
        ] {
            let desk = try HandOverHome.withDefault("phoenix", for: "bitcoin", ["lightning"])
            try desk.configure("limits: { bitcoin: { payment: \"0.00249999\" } }\n")
            let result = try desk.open(link, answers: answers)
            #expect(result.status == 77 && result.errors.contains("your limit per payment is"), "\(result.errors)")
            #expect(desk.got(by: "phoenix") == nil && !desk.home.dialogue().contains("CONFIRM"))
            try desk.configure("limits: { bitcoin: { payment: \"0.0025\" } }\n")
            #expect(try desk.open(link, answers: ["go on"] + answers).status == 0)
            #expect(desk.got(by: "phoenix") == ["1", "lightning:\(HandOverTests.invoice)"])
        }
    }

    @Test("S7: with limits, links that another file describes only reach a wallet that the person chose for them")
    func described() throws {
        let desk = try HandOverHome.withDefault("electrum", for: "bitcoin", ["lightning", "foo"])
        let schemes = try desk.rows(["schemes", "--json"])
        let digest = try #require(schemes.first { $0["scheme"] == .string("bitcoin") }?["digest"]?.text)
        let address = "path: \"{address}\", addresses: [{ kind: segwit, prefix: bc }]"
        let parameters = "parameters: { amount: { is: amount } }"
        // What a shipped scheme means, with a coin of no limit.
        try desk.describe(
            """
            version: 1
            schemes:
              bitcoin: { replaces: \(digest), coin: monero, title: B, grammar: uri,
                         links: { slashes: forbidden, \(address), \(parameters) } }
              foo: { title: Foo, grammar: uri, hand-over: only, links: { \(address), \(parameters) } }
            """)
        let rule = "hand-over: [{ scheme: bitcoin, to: electrum }, { scheme: foo, to: electrum }]\n"
        for (link, settings, isHandedOver) in [
            (Self.link, "", true), ("foo:\(HandOverHome.address)", "", true),
            (Self.link, "limits: { dash: { payment: \"1\" } }\n", false),
            ("foo:\(HandOverHome.address)", "limits: { dash: { payment: \"1\" } }\n", false),
            (Self.link, "limits: { dash: { payment: \"1\" } }\n" + rule, false),
            ("foo:\(HandOverHome.address)?amount=1", "limits: { dash: { payment: \"1\" } }\n" + rule, true),
            ("foo:\(HandOverHome.address)?amount=1", "limits: { bitcoin: { payment: \"0.1\" } }\n" + rule, false),
        ] {
            try desk.configure(settings)
            try? FileManager.default.removeItem(atPath: "\(desk.path)/got-electrum")
            let result = try desk.open(link, answers: ["go on", "ok", "ok"])
            #expect((result.status == 0) == isHandedOver, "\(link) \(settings) \(result.errors)")
            #expect((desk.got() != nil) == isHandedOver, "\(link) \(settings)")
            if !isHandedOver { #expect(result.status == 77, "\(result.errors)") }
        }
    }

    @Test("S7: a limit of another file, which may only tighten, switches no limit of another coin off")
    func laterLimits() throws {
        let desk = try HandOverHome()
        try desk.describe(
            """
            version: 1
            coins: { mybtc: { title: My BTC, ticker: BTC, hand-over: only,
                              addresses: { main: [{ kind: segwit, prefix: bc }] } } }
            schemes:
              cpay: { coin: monero, title: C, grammar: uri, links: { path: "{address}", amounts: { form: currency },
                      parameters: { amount: { is: amount }, gas: { is: fee-units }, rate: { is: fee-rate } } } }
              mpay: { coin: mybtc, title: M, grammar: uri, links: { path: "{address}",
                      parameters: { amount: { is: amount } } } }
            """)
        try desk.install("w", for: ["cpay", "mpay"])
        for scheme in ["cpay", "mpay"] { try desk.take(scheme, "--force") }
        try desk.configure(
            """
            limits: { bitcoin: { payment: "1" } }
            hand-over: [{ scheme: cpay, to: w }, { scheme: mpay, to: w }]

            """)
        let later = "\(desk.path)/config/schemerouter/config.d"
        try FileManager.default.createDirectory(
            atPath: later, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let coins = "cpay:\(HandOverDescribedTests.monero)?amount="
        let links = [coins + "BTC:5", coins + "XMR:1&gas=1&rate=BTC:5", "mpay:\(HandOverHome.address)?amount=5"]
        for limits in [
            "{}", "{ monero: {}, mybtc: {} }", "{ monero: { payment: \"1000\" }, mybtc: { payment: \"1000\" } }",
        ] {
            try desk.home.write("config/schemerouter/config.d/t.yaml", "limits: \(limits)\n")
            for link in links {
                let result = try desk.open(link, answers: ["go on", "ok"])
                #expect(result.status == 77 && desk.got(by: "w") == nil, "\(limits) \(link) \(result.errors)")
                #expect(!limits.contains("{}") || result.errors.contains("limits for Bitcoin"), "\(result.errors)")
            }
            #expect(try desk.open(coins + "XMR:1", answers: ["ok", "ok"]).status == 0)
            try FileManager.default.removeItem(atPath: "\(desk.path)/got-w")
        }
    }

    @Test("S7: a coin of the person's own is not how invoices of a coin with limits are paid")
    func invoicesOfOthers() throws {
        let desk = try HandOverHome()
        try desk.configure("")
        try desk.describe(
            """
            version: 1
            coins:
              foo: { ticker: FOO, networks: { main: { p2pkh: 23, p2sh: 5, bech32: bc, bip44: 7007021 } } }
            schemes:
              foo: { coin: foo, grammar: bip21, links: { instructions: { lightning: [bolt11, lnurl] } } }
            """)
        try desk.install("electrum", for: ["foo", "lightning"])
        try desk.home.write("config/mimeapps.list", desk.list("foo", "electrum"))
        try desk.take("foo", "--force")
        try desk.configure(
            "limits: { bitcoin: { payment: \"0.001\" } }\nhand-over: [{ scheme: foo, to: electrum }]\n")
        let result = try desk.open("foo:?lightning=\(HandOverTests.invoice)", answers: ["ok", "ok"])
        #expect(result.status == 77 && desk.got() == nil, "\(result.output)\(result.errors)")
    }

    @Test("a sender that is not listed gets nothing done by another wallet either")
    func senders() throws {
        let desk = try HandOverHome.withDefault("core", for: "dash")
        let pay = "dashwallet://pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa&amount=0.5&sender="
        try desk.configure("senders: { allow: [myapp] }\n")
        let result = try desk.open(pay + "shop")
        #expect(result.status == 77 && result.errors.contains("“shop” is not listed"), "\(result.errors)")
        #expect(desk.got(by: "core") == nil)
        // A listed one does. The link is one that only we read, so the other wallet gets it in its own form.
        #expect(try desk.open(pay + "myapp").status == 0)
        #expect(desk.got(by: "core") == ["1", "dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=0.5"])
        #expect(
            desk.questions().last?.contains("This program will not report to “myapp” (not verified) whether you paid")
                == true)
    }

    @Test("three refusals of one link without a sender, and it ends 77 and asks nobody; another link is asked about")
    func flood() throws {
        let desk = try HandOverHome.withDefault()
        for _ in 1...3 {
            #expect(try desk.open("\(Self.link)&message=1", answers: ["-"]).status == 130)
        }
        #expect(try desk.open("\(Self.link)&message=2", answers: ["-"]).status == 130)
        _ = desk.home.dialogue()
        let blocked = try desk.open("\(Self.link)&message=1")
        #expect(blocked.status == 77 && blocked.errors.contains("[tooManyRefusals]"), "\(blocked.errors)")
        #expect(desk.home.dialogue().isEmpty && desk.got() == nil)
    }

    @Test("links of another grammar count with their scheme: who agrees owes nothing, and five refusals are enough")
    func foreignFlood() throws {
        let desk = try HandOverHome.withDefault("zeal", for: "dash")
        for number in 1...4 {
            #expect(try desk.open("dash:python:\(number)", answers: ["-"]).status == 130)
        }
        #expect(try desk.open("dash:python:os").status == 0)
        #expect(try !desk.read("run/schemerouter/links").contains("dash "))
        // On a slow computer time pays off a part, and one or two more are asked about.
        var results: [RouterHome.Result] = []
        while results.last?.status != 77, results.count < 20 {
            _ = desk.home.dialogue()
            results.append(try desk.open("dash:python:\(results.count)", answers: ["-"]))
        }
        #expect(results.count > 5 && results.dropLast().allSatisfy { $0.status == 130 })
        #expect(results.last?.errors.contains("[tooManyRefusals]") == true)
        #expect(desk.home.dialogue().isEmpty && desk.got(by: "zeal")?.count == 2)
    }
}
