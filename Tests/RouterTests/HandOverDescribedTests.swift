import Foundation
import RouterTestSupport
import Testing

/// Links of protocols that only a descriptor knows, given to a wallet program by the real router.
@Suite struct HandOverDescribedTests {
    static let monero =
        "42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm"

    @Test("S15: the program gets the plain link of what was shown, and nothing that was ignored")
    func plain() throws {
        let desk = try HandOverHome.withDefault("moneros", for: "monero")
        let link = "monero://\(Self.monero)?tx_amount=1.50&tx_description=Tea%20%26%20cake&amount=9"
        let result = try desk.open(link)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            desk.got(by: "moneros") == ["1", "monero:\(Self.monero)?tx_amount=1.5&tx_description=Tea%20%26%20cake"])
        let question = desk.questions().joined(separator: "\n")
        for words in ["1.5 XMR", Self.monero, "“Tea & cake”", "“amount”", "The link is rewritten"] {
            #expect(question.contains(words), "\(words) in \(question)")
        }
    }

    @Test("S15: nothing goes over where the person refuses, and nothing that was refused for its mistake")
    func refused() throws {
        let desk = try HandOverHome.withDefault("moneros", for: "monero")
        #expect(try desk.open("monero:\(Self.monero)?tx_amount=1", answers: ["-"]).status == 130)
        #expect(try desk.open("monero:\(Self.monero.dropLast())n?tx_amount=1").status == 65)
        #expect(try desk.open("monero:\(Self.monero)?tx_amount=1&tx_amount=2").status == 65)
        #expect(desk.got(by: "moneros") == nil)
    }

    @Test("S15: a signed link, and one whose server decides, go over as they arrived")
    func exact() throws {
        let desk = try HandOverHome.withDefault("lobster", for: "web+stellar", ["lnurlp"])
        try desk.take("lnurlp", "--force")
        let account = "GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO"
        let signed =
            "web+stellar:pay?destination=\(account)&amount=1.0&origin_domain=shop.example&signature="
            + String(repeating: "AAAA", count: 21) + "AA%3D%3D"
        #expect(try desk.open(signed).status == 0)
        #expect(desk.questions().joined().contains("not verified"))
        let server = "lnurlp://service.example/pay?x=1&x=2"
        #expect(try desk.open(server).status == 0)
        #expect(desk.got(by: "lobster") == ["1", signed, "1", server])
    }

    @Test("S8: a pairing goes over as it arrived, and its key stands nowhere else; one that is over is warned of")
    func secrets() throws {
        let desk = try HandOverHome.withDefault("pairer", for: "wc", ["taler"])
        try desk.take("taler", "--force")
        let key = "587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303"
        let pairing =
            "wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?symKey=\(key)"
            + "&methods=[wc_sessionPropose],[wc_authRequest]&relay-protocol=irn&expiryTimestamp=1705667684&x=1"
        let push = "taler://pay-push/exchange.example/XBBK4SQBNFGTENZGSEZPAIEJZXZKIQGAN2RAJ7SUV4TUFLI4K5UA"
        for link in [pairing, push] {
            let result = try desk.open(link)
            #expect(result.status == 0, "\(result.errors)")
            let question = desk.questions().joined(separator: "\n")
            let said = question + result.output + result.errors + (try desk.home.run(["history", "--json"]).output)
            #expect(!said.contains("587d5484") && !said.contains("XBBK4SQB"), "\(said)")
            guard link == pairing else { continue }
            for words in [
                "not shown here: symKey", "Passed on unread: “x”", "symKey=[hidden]&methods=",
                "Warning: it expired at 2024-01-19 12:34:44 UTC.", "can spend from your account",
            ] { #expect(question.contains(words), "\(words) in \(question)") }
        }
        #expect(desk.got(by: "pairer") == ["1", pairing, "1", push])
        for secret in [key, "XBBK4SQBNFGTENZGSEZPAIEJZXZKIQGAN2RAJ7SUV4TUFLI4K5UA"] {
            #expect(desk.files(with: secret) == ["got-pairer"])
        }
    }

    @Test("S7: limits hold for coins that only other programs have")
    func limits() throws {
        let desk = try HandOverHome.withDefault("moneros", for: "monero")
        try desk.home.configure("limits: { monero: { payment: \"1\" } }\n")
        let result = try desk.open("monero:\(Self.monero)?tx_amount=1.000000000001")
        #expect(result.status == 77, "\(result.errors)")
        #expect(try desk.open("monero:\(Self.monero)?tx_amount=1").status == 0)
        #expect(desk.got(by: "moneros")?.count == 2)
    }

    @Test("S14: the history marks what is on a test network")
    func testNetwork() throws {
        let desk = try HandOverHome.withDefault("lobster", for: "web+stellar")
        let account = "GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO"
        for network in ["", "&network_passphrase=Test%20SDF%20Network%20%3B%20September%202015"] {
            let result = try desk.open("web+stellar:pay?destination=\(account)&amount=1.5\(network)")
            #expect(result.status == 0, "\(result.errors)")
        }
        let lines = try desk.home.run(["history"]).output.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains("pay 1.5 XLM to \(account): handed over") })
        #expect(lines.map { $0.contains("Z TEST NETWORK pay ") } == [true, false], "\(lines)")
    }

    @Test("the history has the amount that the person saw, or none, and no sum beside one of several recipients")
    func history() throws {
        let desk = try HandOverHome.withDefault("wallets", for: "ethereum", ["zcash"])
        try desk.take("zcash", "--force")
        let account = "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359"
        let (first, second) = ("t1HxutHFt2Sejz7fs92wFVAbsFM7NDjsBG6", "t1J4DmE6d5ZWtNbHqLe4NqX6pF32eY4LnS1")
        for link in [
            "ethereum:\(account)@1?value=25e18", "ethereum:\(account)@1?value=1e17&gasPrice=1",
            "zcash:\(first)?amount=2", "zcash:?address.1=\(first)&amount.1=1&address.2=\(second)&amount.2=2",
        ] { #expect(try desk.open(link).status == 0, "\(link)") }
        let told = try desk.home.run(["history"]).output.split(separator: "\n").map(String.init)
        for (position, what) in [
            "pay 3 ZEC: handed over", "pay 2 ZEC to \(first): handed over", "pay 0.1 ETH to \(account): handed over",
            "pay an amount that is not recorded to \(account): handed over",
        ].enumerated() { #expect(told[position].contains(what), "\(told)") }
    }

    @Test("S7: a scheme without a coin is no way around a coin's limit")
    func coinless() throws {
        let desk = try HandOverHome.withDefault("bank", for: "payto")
        try desk.home.configure("limits: { bitcoin: { day: \"1\" } }\n")
        let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
        for amount in ["BTC:0.001", "EUR:5"] {
            let result = try desk.open("payto://bitcoin/\(address)?amount=\(amount)")
            #expect(result.status == 77 && result.errors.contains("limits for Bitcoin"), "\(result.errors)")
        }
        #expect(desk.got(by: "bank") == nil)
        #expect(try desk.open("payto://iban/DE75512108001245126199?amount=EUR:5").status == 0)
    }

    @Test("S7, S15: limits do not trust what another file says of links, and such a link is shown as it goes over")
    func otherFiles() throws {
        let desk = try HandOverHome()
        try desk.configure("")
        try desk.describe(
            """
            version: 1
            schemes:
              xpay: { coin: monero, title: X, grammar: uri, links: { path: "{address}[/approve]",
                      parameters: { amount: { is: signature, shape: hex, size: 3 } } } }

            """)
        try desk.install("moneros", for: ["xpay"])
        try desk.home.write("config/mimeapps.list", desk.list("xpay", "moneros"))
        try desk.take("xpay", "--force")
        let link = "xpay:\(Self.monero)/approve?amount=100000"
        #expect(try desk.open(link).status == 0)
        #expect(desk.questions().joined(separator: "\n").contains(link))
        #expect(desk.got(by: "moneros") == ["1", link])
        try desk.configure("limits: { monero: { payment: \"1\" } }\n")
        let result = try desk.open("xpay:\(Self.monero)?amount=100001")
        // For its descriptor, it has no amount.
        #expect(result.status == 77 && result.errors.contains("does not say how much is paid"), "\(result.errors)")
    }

    @Test("S15: where a link goes over with what was not read, it is shown whole")
    func unread() throws {
        let desk = try HandOverHome.withDefault("lobster", for: "web+stellar")
        let account = "GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO"
        let link =
            "web+stellar:pay?destination=\(account)&extra=100&amount=0.5&origin_domain=shop.example&signature="
            + String(repeating: "AAAA", count: 21) + "AA%3D%3D"
        #expect(try desk.open(link).status == 0)
        #expect(desk.questions().joined(separator: "\n").contains(link))
    }

    @Test("S7: limits hold on every chain, for contracts too, and for all that is sent within a day")
    func chains() throws {
        let desk = try HandOverHome.withDefault("ether", for: "ethereum")
        try desk.home.configure("limits: { ethereum: { payment: \"1\", day: \"1.5\" } }\n")
        let account = "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359"
        for link in [
            "@8453?value=2e18", "@10?value=2e18", "@42161?value=2e18", "@137?value=2e18", "?value=1.0001e18",
            "@8453/transfer?address=\(account)&uint256=1&value=2e18", "@8453/deposit?value=2e18",
        ] {
            let result = try desk.open("ethereum:\(account)\(link)")
            #expect(result.status == 77 && result.errors.contains("your limit per payment is 1 ETH"), "\(link)")
        }
        let large = try desk.open("ethereum:\(account)@8453?value=1e19")
        #expect(large.status == 77, "\(large.errors)")
        #expect(large.errors.contains("cannot count in ETH, because it is too large"), "\(large.errors)")
        #expect(desk.got(by: "ether") == nil)
        #expect(try desk.open("ethereum:\(account)@8453/deposit?value=9e17").status == 0)
        let second = try desk.open("ethereum:\(account)@8453/deposit?value=7e17")
        #expect(second.status == 77 && second.errors.contains("You paid 0.9 ETH"), "\(second.errors)")
        #expect(try desk.open("ethereum:\(account)@8453?value=6e17").status == 0)
        #expect(try desk.open("ethereum:\(account)?value=1").status == 77)
        #expect(desk.got(by: "ether")?.count == 4)
    }

    @Test("No wallet here does it: without a program the link ends with what to do")
    func nobody() throws {
        let home = try RouterHome()
        let result = try home.router(["open", "payto://iban/DE75512108001245126199?amount=EUR:1"])
        #expect(result.status != 0 && result.errors.contains("payto"), "\(result.errors)")
        #expect(result.errors.contains("router handlers"), "\(result.errors)")
    }

    @Test("What a descriptor alone describes is off the desktop until it is named")
    func registration() throws {
        let home = try RouterHome()
        let result = try home.run(["register"])
        #expect(result.status == 0 && !result.output.contains("monero") && !result.output.contains("payto"))
        let named = try home.run(["register", "--scheme", "monero", "--scheme", "payto"])
        #expect(named.status == 0 && named.output.contains("monero") && named.output.contains("payto"))
    }
}
