import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// What the person reads before another wallet gets a link (S15), word for word.
@Suite struct HandOverTextTests {
    private static let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let wallet = WalletProgram.example(
        "wallet", takes: ["bitcoin", "lightning", "solana", "zcash", "keyauth", "lnurlp", "free", "nostrnwc", "wc"])

    /// What is said where the program gets the link's way to pay at this position.
    private static func said(
        _ link: String, way: Int = 0, others: [WalletProgram] = [], isPracticeHere: Bool = false,
        isTyped: Bool = false, hasLimits: Bool = false, by router: Router = Reading.router
    ) throws -> (heading: [String], text: [String]) {
        var read = try router.read(Array(link.utf8))
        read.isTyped = isTyped
        let choice = WalletChoice(for: read, isHere: false, wallets: MemoryWalletPrograms([wallet] + others), rules: [])
        let ways = choice.ways.filter { $0.program == wallet }.compactMap(\.other)
        let other = try #require(ways.indices.contains(way) ? ways[way] : nil)
        let text = HandOverText(
            link: read,
            intent: HandOverIntent(
                chain: read.handOverChain, program: other.program, link: other.link.text, scheme: other.link.scheme,
                instruction: other.link.instruction, cost: read.cost(by: other.link.instruction),
                isRewritten: other.link.isRewritten),
            choice: choice, now: 1_000, isPracticeHere: isPracticeHere, hasLimits: hasLimits)
        return (text.heading.map(\.text), text.paragraphs.map(\.text))
    }

    private static let program = "It is /usr/bin/wallet. It will ask for your approval itself."
    private static let compare = "Compare the address and amount there: it may still show an earlier link."
    private static let without = " The link gives no amount, and the program may show the amount of an earlier link."
    private static let checked = "Checked here: it is a valid Bitcoin address."

    @Test("an address: it was checked here, and the amount is to be compared there")
    func plain() throws {
        let plain = try Self.said("bitcoin:\(Self.address)?amount=0.5")
        #expect(
            plain.heading == [
                "Open this link with “wallet”?", "It asks for a payment of 0.5 BTC", "to \(Self.address)",
            ])
        #expect(plain.text == [Self.program, Self.checked, Self.compare])
        let open = try Self.said("bitcoin:\(Self.address)")
        #expect(open.heading[1] == "It asks for a payment of an unspecified amount")
        #expect(open.text == [Self.program, Self.checked, Self.compare + Self.without])
        let typed = try Self.said(
            "bitcoin:\(Self.address)?amount=0.5", others: [.example("wasabi", takes: ["bitcoin"])],
            isPracticeHere: true,
            isTyped: true)
        #expect(typed.heading == ["Let “wallet” pay this?", "Payment of 0.5 BTC", "to \(Self.address)"])
        #expect(
            typed.text == [
                "Warning: you use practice money for this coin here, but “wallet” uses real money.", Self.program,
                Self.checked, Self.compare,
            ])
    }

    @Test("S15: each way to pay is asked for in a sentence, and the price of one item is not called the price")
    func ways() throws {
        func asked(_ query: String) throws -> [String] { Array(try Self.said("bitcoin:?\(query)").heading.dropFirst()) }
        #expect(
            try asked("lightning=\(PaymentTokens.lnurl)")[0].hasPrefix(
                "It asks for a payment by Lightning, after asking "))
        #expect(
            try asked("sp=\(PaymentTokens.silentPayment)")[0].hasPrefix("It asks for a payment on-chain to the silent ")
        )
        #expect(
            try asked("lightning=\(PaymentTokens.invoice)")[0].hasPrefix(
                "It asks for a Lightning invoice of 0.00002 BTC"))
        let each = PaymentTokens.offer([8, 2, 0x27, 0x10, 10, 1, 0x61, 20, 1, 5] + PaymentTokens.issuerID)
        let offer = try Self.said("bitcoin:?lno=\(each)")
        #expect(
            offer.heading[1].hasPrefix("It asks for a Lightning offer of 0.0000001 BTC for each item: "),
            "\(offer.heading)")
        #expect(offer.heading.count == 2 && offer.text.contains(Self.compare + Self.without))
    }

    @Test("S7: who has limits is told that they do not count what an app may spend with a permission")
    func permission() throws {
        let line = "Your limits cannot count what is spent with this permission."
        let topic = String(repeating: "7f", count: 32)
        for (link, isPermission) in [
            ("nostrnwc://connect?appname=Tips&callback=tips%3A", true),
            ("wc:\(topic)@2?symKey=\(topic)&relay-protocol=irn", true),
            ("keyauth://a.example/login?tag=login&k1=\(topic)", false), ("bitcoin:\(Self.address)?amount=0.5", false),
        ] {
            for hasLimits in [false, true] {
                let text = try Self.said(link, hasLimits: hasLimits).text
                #expect(text.contains(line) == (isPermission && hasLimits), "\(link): \(text)")
            }
        }
    }

    @Test("names and ids of programs are cut")
    func long() throws {
        let name = String(repeating: "x", count: 121)
        let program = WalletProgram.example(name, takes: ["bitcoin", "dash"])
        let read = try Reading.router.read(Array("dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?sender=shop".utf8))
        let cut = "“\(name.prefix(80))…”"
        #expect(HandOverText.silence(about: read, program).hasSuffix("that is up to \(cut)."))
        let choice = WalletChoice(for: read, isHere: false, wallets: MemoryWalletPrograms([program]), rules: [])
        let other = try #require(choice.ways.first?.other)
        let text = HandOverText(
            link: read,
            intent: HandOverIntent(
                chain: read.handOverChain, program: other.program, link: other.link.text, scheme: other.link.scheme,
                instruction: other.link.instruction, cost: .open, isRewritten: other.link.isRewritten),
            choice: choice, now: 1_000, isPracticeHere: false)
        #expect(text.heading.first?.text == "Open this link with \(cut)?")
    }

    @Test("whether the program learns an amount: an invoice's own, or the link's unless it gets an invoice without one")
    func amounts() throws {
        let (amount, open) = ("amount=0.00002&", PaymentTokens.invoice("lnbc"))
        let lnurl = "lightning=\(Self.lnurl)"
        for (link, way, isAsked, isSaid) in [
            ("\(Self.address)?\(amount)lightning=\(PaymentTokens.invoice)", 1, false, true),
            ("\(Self.address)?\(amount)lightning=\(open)", 1, true, false),
            ("\(Self.address)?\(amount)lightning=\(open)", 0, false, true),
            // It goes over alone.
            ("\(Self.address)?\(amount)\(lnurl)", 1, true, false), ("\(Self.address)?\(lnurl)", 1, false, false),
            ("\(Self.address)?lightning=\(open)", 1, false, false),
            ("?\(amount)lightning=\(PaymentTokens.invoice)", 0, false, true),
            ("?lightning=\(PaymentTokens.invoice)", 0, false, true),
            ("?\(amount)lightning=\(open)", 0, true, false), ("?lightning=\(open)", 0, false, false),
            ("?\(amount)\(lnurl)", 0, true, false), ("?\(lnurl)", 0, false, false),
        ] {
            let said = try Self.said("bitcoin:\(link)", way: way)
            #expect(said.heading.contains("The link asks for 0.00002 BTC.") == isAsked, "\(link): \(said)")
            #expect(said.text.contains(Self.compare) == isSaid, "\(link): \(said)")
            #expect(said.text.contains(Self.compare + Self.without) != isSaid, "\(link): \(said)")
        }
    }

    @Test("a link without an address asks for its amount, if it has one")
    func withoutAddress() throws {
        for (link, words) in [
            ("amount=0.00002&lightning=\(Self.lnurl)", "It asks for a payment of 0.00002 BTC (Bitcoin)."),
            ("lightning=\(Self.lnurl)", "It asks for a payment (Bitcoin)."),
        ] {
            let read = try Reading.router.read(Array("bitcoin:?\(link)".utf8))
            #expect(HandOverText.asked(read).map(\.text) == [words])
        }
    }

    @Test("one of several ways to pay: only it is passed on, with its own amount")
    func instructions() throws {
        let link = "bitcoin:\(Self.address)?amount=0.5&lightning=\(Self.lnurl)"
        let onchain = try Self.said(link)
        #expect(onchain.text.contains("“wallet” receives only the payment on-chain; pay only once."))
        let other = try Self.said(link, way: 1)
        #expect(other.heading.count == 3 && other.heading[2] == "The link asks for 0.5 BTC.", "\(other)")
        #expect(other.text.contains("Only this is passed on, nothing else from the link."), "\(other)")
        #expect(other.text.contains("“wallet” receives only the payment by LNURL; pay only once."), "\(other)")
    }

    private static let lnurl =
        "LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEP"
        + "NXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS"

    @Test("a link that only a descriptor describes: its own words, and the link itself where they do not cover it")
    func described() throws {
        let solana = "solana:11111111111111111111111111111112?amount="
        let plain = try Self.said(solana + "1")
        #expect(plain.heading[1] == "It asks for a payment of 1 SOL")
        #expect(plain.text.contains(Self.compare) && !plain.text.contains { $0.contains("valid") }, "\(plain)")
        #expect(!plain.text.contains { $0.contains("unchanged") }, "\(plain)")
        let open = try Self.said("solana:11111111111111111111111111111112")
        #expect(open.text.contains(Self.compare + Self.without), "\(open)")
        let login = try Self.said(
            "keyauth://a.example/login?tag=login&k1=e2af6254a8df433264fa23f67eb8188635d15ce883e8fc020989d5f82ae6f11e")
        #expect(login.heading == ["Open this link with “wallet”?", "It asks you to log in."])
        #expect(!login.text.contains { $0.contains("Compare") }, "\(login)")
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  free: { coin: bitcoin, title: Free, grammar: uri, hand-over: only, links: { path: "{address}",
                          parameters: { amount: { is: amount } } } }
                """)
        let others = try Self.said("free:\(Self.address)?amount=0.5", by: router)
        #expect(others.text.contains { $0.contains("free:\(Self.address)?amount=0.5") }, "\(others)")
    }

    @Test(
        "a button has a program's first words, with letters and digits alone",
        arguments: [
            ("Blue-Wallet 2.0", "Blue-Wallet 2.0"), ("Wallet\u{301} “of” Anne!", "Wallet of Anne"), ("“”", "x.desktop"),
            ("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrst"), ("abcdefghijklmno pqrs", "abcdefghijklmno pqrs"),
            ("abcdefghijklmno pqrst", "abcdefghijklmno"), ("a b c", "a b c"), ("電 Wallet", "電 Wallet"),
        ])
    func names(_ name: String, _ short: String) {
        let program = WalletProgram(
            id: "x.desktop",
            program: ReceivingProgram(name: name, desktopEntry: "/x", executable: "/usr/bin/x", fileIdentity: "x"),
            container: nil, schemes: [], origin: .entry, source: "")
        #expect(HandOverText.shortName(program) == short)
    }

    @Test("nobody hears from here whether another wallet paid, and the sender is named")
    func silence() throws {
        let named = try Reading.router.read(Array("dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?sender=shop".utf8))
        #expect(
            HandOverText.silence(about: named, Self.wallet)
                == "This program will not report to “shop” (not verified) whether you paid; that is up to “wallet”.")
        let unnamed = try Reading.router.read(Array("bitcoin:\(Self.address)".utf8))
        #expect(
            HandOverText.silence(about: unnamed, Self.wallet)
                == "This program will not report to anyone whether you paid.")
    }
}
