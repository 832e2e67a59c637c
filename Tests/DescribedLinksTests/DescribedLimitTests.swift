import RouterCoins
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// S7: what the limits of a person count of a described link, whatever its descriptor says of amounts.
@Suite struct DescribedLimitTests {
    private static let account = "0x6B175474E89094C44Da98b954EedeAC495271d0F"
    private static let silent =
        "sp1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfhjdpdjtdgqjuexzk6murw56suy3e0rd2cgqvycxttddwsvgxe2usfpxumr70xc9pkqwv"
    private static let limitedCoins = ["bitcoin", "litecoin", "ethereum", "dash"]
    private static let segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"

    /// A scheme of a coin with 8 decimals whose amounts are written so.
    private static func asked(_ amounts: String, _ amount: String) throws -> DescribedRequest {
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  pays: { coin: bitcoin, grammar: uri, links: { path: "{address}", amounts: { \(amounts) },
                          addresses: [{ kind: segwit, prefix: bc }], parameters: { amount: { is: amount } } } }
                """)
        return try Reading.described("pays:\(segwit)?amount=\(amount)", by: router)
    }

    @Test(
        "S7: an amount counts in the coin's unit, however many digits the descriptor gives it",
        arguments: [
            ("decimals: 8", "5", 500_000_000), ("decimals: 9", "5", 500_000_000), ("decimals: 2", "5", 500_000_000),
            ("decimals: 0", "5", 500_000_000), ("decimals: 18", "0.000000010000000001", 2),
            ("decimals: 9", "0.000000001", 1), ("decimals: 9", "0.010000000", 1_000_000),
            ("form: integer", "5e8", 500_000_000), ("form: currency", "BTC:5", 500_000_000),
            ("form: currency, decimals: 9", "btc:0.000000011", 2),
            ("form: currency, decimals: 2", "BTC:0.01", 1_000_000),
            ("shown: written, decimals: 3", "1.5", 150_000_000),
        ])
    func scales(_ amounts: String, _ amount: String, _ units: Int64) throws {
        #expect(try Self.asked(amounts, amount).amountOfCoin?.units == units)
    }

    @Test("S7: what cannot be counted in the coin is more than any limit", arguments: ["EUR:0.01", "XBT:5"])
    func uncounted(_ amount: String) throws {
        #expect(try Self.asked("form: currency", amount).amountOfCoin == .largest)
        // An account of a bank is about no coin, so there is nothing to count.
        let bank = try Reading.described("payto://iban/DE75512108001245126199?amount=\(amount)")
        #expect(bank.amountOfCoin == nil)
    }

    @Test(
        "no more is asked for than can exist, at every scale",
        arguments: ["decimals: 9", "decimals: 2", "form: currency, decimals: 2"])
    func most(_ amounts: String) {
        let prefix = amounts.contains("currency") ? "BTC:" : ""
        #expect(throws: Never.self) { try Self.asked(amounts, prefix + "21000000") }
        #expect(throws: RequestError.self) { try Self.asked(amounts, prefix + "21000000.01") }
    }

    @Test(
        "S7: no token is counted as the coin, and none is let pass, whatever its name, and whatever is paid besides",
        arguments: [
            "amount=5&as=TOK", "amount=5&as=btc", "amount=5&as=a-b", "amount=5&as=TOK&tip=1",
            "amount=5&address.1=\(segwit)&amount.1=0.001&as=TOK", "amount=0.001&as=TOK&address.1=\(segwit)&amount.1=5",
        ])
    func tokens(_ query: String) throws {
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  pays: { coin: bitcoin, grammar: uri, links: { path: "{address}", keys: { indexed: 9 },
                          addresses: [{ kind: segwit, prefix: bc }], parameters: { address: { is: address },
                          amount: { is: amount }, as: { is: asset }, tip: { is: surplus } } } }
                """)
        let request = try Reading.described("pays:\(Self.segwit)?\(query)", by: router)
        #expect(request.cost == .uncountable && request.amountOfCoin == nil, "\(request)")
        for code in ["", "A%20B", "A%E2%80%AEB"] {
            #expect(Reading.error("pays:\(Self.segwit)?amount=1&as=\(code)", by: router)?.code == .invalidRequest)
        }
        let tips = try Reading.described(
            "pays:\(Self.segwit)?amount=1&tip=5&address.1=\(Self.segwit)&amount.1=1", by: router)
        #expect(tips.amountOfCoin?.units == 700_000_000)
    }

    @Test("S7: all that is paid counts, and what an invoice asks for")
    func sums() throws {
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  pays: { coin: ethereum, grammar: uri, links: { path: "{address}", keys: { indexed: 9 },
                          amounts: { form: currency }, parameters: {
                          address: { is: address }, amount: { is: amount }, tip: { is: surplus } } } }
                """)
        let pay = "pays:\(Self.account)?amount=ETH:1&address.1=\(Self.account)&amount.1="
        let all = try Reading.described(pay + "ETH:2&tip=ETH:3", by: router)
        #expect(all.amountOfCoin?.units == 6_000_000_000_000_000_000)
        #expect(try Reading.described(pay + "EUR:2", by: router).amountOfCoin == .largest)
        #expect(try Reading.described(pay + "ETH:9", by: router).amountOfCoin == .largest)
        #expect(try Reading.described(pay + "ETH:2&tip=ETH:9", by: router).amountOfCoin == .largest)
        #expect(try Reading.described("lightning:\(PaymentTokens.invoice)").amountOfCoin?.units == 2_000)
        // A price in another currency cannot be counted.
        let records: [UInt8] = [6, 3] + Array("USD".utf8) + [8, 2, 0x27, 0x10, 10, 1, 0x61]
        let offer = try Reading.described("lightning:" + PaymentTokens.offer(records + PaymentTokens.issuerID))
        #expect(offer.amountOfCoin == .largest)
        let coin = try #require(Reading.router.routes.coin("bitcoin"))
        let words = DescribedText(offer, of: coin).paragraphs.map(\.text).joined()
        #expect(words.contains("a Lightning offer of 10,000 minor units of USD"), "\(words)")
    }

    @Test("the own coin of every chain counts as ether, and is called so where that is known")
    func chains() throws {
        for chain in ["", "@1", "@10", "@324", "@8453", "@42161", "@59144", "@534352", "@137", "@56", "@11155111"] {
            let isKnown = !["@137", "@56", "@11155111"].contains(chain)
            let request = try Reading.described("ethereum:\(Self.account)\(chain)?value=2e18")
            #expect(request.amountOfCoin?.units == 2_000_000_000_000_000_000, "\(chain)")
            #expect(request.payments[0].amount?.text == (isKnown ? "2 ETH" : "2 of the chain's own coin"))
            let warning = request.header.warnings.first { $0.code == .otherChain }
            #expect((warning == nil) == isKnown, "\(chain)")
            if let warning { #expect(warning.message.contains("may not be ETH")) }
            let besides = "ethereum:\(Self.account)\(chain)/transfer?address=\(Self.account)&uint256=1&value=3e18"
            #expect(try Reading.described(besides).cost == .uncountable, "\(chain)")
        }
    }

    @Test(
        "a number that is counted with other digits is rounded up",
        arguments: [
            ("0", 3, 0, "0"), ("1", 3, 0, "1"), ("1000", 3, 0, "1"), ("1001", 3, 0, "2"), ("999", 0, 2, "99900"),
            ("5", 9, 8, "1"), ("50", 9, 8, "5"), ("99", 1, 0, "10"), ("7", 4, 4, "7"), ("1", 18, 0, "1"),
        ])
    func recounting(_ digits: String, _ from: Int, _ other: Int, _ result: String) throws {
        let number = try #require(WholeNumber(digits: Array(digits.utf8)))
        #expect(number.recounted(from: from, to: other)?.description == result)
        let large = try #require(WholeNumber(digits: [UInt8](repeating: 0x39, count: WholeNumber.mostDigits)))
        #expect(large.recounted(from: 0, to: 1) == nil && WholeNumber.zero.recounted(from: 0, to: 99) == .zero)
    }

    @Test(
        "S7: a link of a scheme without a coin asks for the coin that it names, or whose currency or address it has",
        arguments: [
            ("payto://bitcoin/\(segwit)?amount=BTC:5", ["bitcoin"]),
            ("payto://bitcoin/\(segwit)?amount=EUR:5", ["bitcoin"]),
            (
                "payto://bitcoin/bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr?amount=EUR:5",
                ["bitcoin"]
            ),
            ("payto://anything/\(segwit)?amount=EUR:5", ["bitcoin"]),
            ("payto://litecoin/x?amount=EUR:5", ["litecoin"]), ("payto://LTC/x?amount=EUR:5", ["litecoin"]),
            ("payto://iban/DE75512108001245126199?amount=btc:1", ["bitcoin"]),
            ("payto://x/\(account)?amount=EUR:5", ["ethereum"]),
            ("payto://x/some-name?amount=EUR:5", []),
            ("payto://x/\(segwit)/a?amount=EUR:5", ["bitcoin"]),
            ("payto://x/bitcoin:\(segwit)?amount=EUR:5", ["bitcoin"]),
            ("payto://btc-main/somebody?amount=EUR:5", ["bitcoin"]),
            // A unit of no state may be one of any coin.
            ("payto://x/somebody?amount=XBT:5", limitedCoins),
            ("payto://iban/DE75512108001245126199?amount=sat:5", limitedCoins),
            ("payto://x/somebody?amount=MSATS:5", limitedCoins), ("payto://x/somebody?amount=duff:5", limitedCoins),
            ("payto://x/somebody?amount=xaf:5", []), ("payto://x/somebody?amount=USD:5", []),
            ("payto://x/0X\(account.dropFirst(2))?amount=EUR:5", ["ethereum"]),
            ("payto://x/\(account.dropFirst(2))?amount=EUR:5", ["ethereum"]),
            ("payto://lightning/lnbc20m1pvjluez?amount=EUR:5", ["bitcoin"]),
            ("payto://iban/DE75512108001245126199?amount=EUR:5", []),
            ("payto://bitcoin/\(segwit)", ["bitcoin"]),
            // Codes, offers, and names that wallets look up.
            ("payto://x/\(silent)?amount=EUR:5", ["bitcoin"]), ("payto://x/\(silent)", ["bitcoin"]),
            ("payto://x/\(silent.uppercased())?amount=EUR:5", ["bitcoin"]), ("payto://x/sp1der?amount=EUR:5", []),
            ("payto://x/lno1pqpsqqq", ["bitcoin", "litecoin"]), ("payto://x/\(segwit),?amount=EUR:5", ["bitcoin"]),
            ("payto://x/a;\(segwit)?amount=EUR:5", ["bitcoin"]),
            ("payto://x/somebody.eth?amount=EUR:5", ["ethereum"]), ("payto://x/somebody.eth", ["ethereum"]),
            ("payto://ilp/g.somebody?amount=EUR:5", []), ("payto://upi/a@b.example?amount=EUR:5&receiver-name=A", []),
        ])
    func coinless(_ link: String, _ coins: [String]) throws {
        let read = try Reading.router.read(Array(link.utf8))
        let limited = Self.limitedCoins.filter {
            read.pays(read.routes.coin(CoinID($0))!)
        }
        #expect(limited == coins)
    }

    @Test("S7: what goes to a contract besides counts of a scheme without a coin, too")
    func coinlessSurplus() throws {
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  free: { title: Free, grammar: uri, hand-over: only, links: { path: "{target}/{address}",
                          amounts: { form: currency, decimals: 8 }, parameters: { tip: { is: surplus } } } }
                """)
        let read = try router.read(Array("free:x/somebody?tip=BTC:5".utf8))
        #expect(read.pays(read.routes.coin("bitcoin")!) && !read.pays(read.routes.coin("dash")!))
    }

    @Test(
        "S7: a coin of another file is no way around the limits of the coin whose ticker or addresses it has",
        arguments: ["BTC", "TWO"])
    func twins(_ ticker: String) throws {
        let router = try Reading.router(
            with: """
                version: 1
                coins: { btc2: { extends: bitcoin, ticker: \(ticker), networks: { main: { bip44: 99999 } } } }
                schemes: { twobtc: { extends: bitcoin, coin: btc2 } }
                """)
        let read = try router.read(Array("twobtc:\(Self.segwit)?amount=5".utf8))
        #expect(read.pays(read.routes.coin("bitcoin")!) && !read.pays(read.routes.coin("dash")!))
        let honest = try Reading.router.read(Array("bitcoincash:1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu?amount=5".utf8))
        #expect(!honest.pays(honest.routes.coin("bitcoin")!))
    }

    @Test("S7: limits of the coin that a file names do not let a link to another coin's addresses pass")
    func otherCoin() throws {
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  foo: { coin: dogecoin, title: Foo, grammar: uri, links: { path: "{address}",
                         addresses: [{ kind: segwit, prefix: bc }, { kind: base58check, versions: [30, 22] }],
                         parameters: { amount: { is: amount } } } }
                """)
        let read = try router.read(Array("foo:\(Self.segwit)?amount=5".utf8))
        let bitcoin = try #require(read.routes.coin("bitcoin"))
        for isCounted in [true, false] { #expect(read.pays(bitcoin, isCounted: isCounted)) }
        let own = try router.read(Array("foo:DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L?amount=5".utf8))
        for isCounted in [true, false] { #expect(!own.pays(bitcoin, isCounted: isCounted)) }
    }

    @Test(
        "S7: no limits of a link's coin let an amount in another coin's currency pass, not even one of its fee",
        arguments: [
            ("amount=BTC:5", ["bitcoin"]), ("amount=bitcoin:5", ["bitcoin"]), ("amount=XMR:1", []),
            ("amount=XMR:1&tip=BTC:5", ["bitcoin"]), ("amount=XMR:1&gas=1&rate=BTC:5", ["bitcoin"]),
            ("amount=XMR:1&rate=BTC:5", ["bitcoin"]), ("amount=XMR:1&gas=2&rate=ETH:5", ["ethereum"]),
            ("gas=1&rate=BTC:5", ["bitcoin"]), ("amount=XMR:1&gas=1&rate=BTC:0", []),
        ])
    func currencies(_ query: String, _ coins: [String]) throws {
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  cpay: { coin: monero, title: C, grammar: uri, links: { path: "{address}", amounts: { form: currency },
                          parameters: { amount: { is: amount }, gas: { is: fee-units }, rate: { is: fee-rate },
                          tip: { is: surplus } } } }
                """)
        let read = try router.read(Array("cpay:\(PlainFormTests.monero)?\(query)".utf8))
        for isCounted in [true, false] {
            let paid = ["bitcoin", "ethereum"].filter {
                read.pays(read.routes.coin(CoinID($0))!, isCounted: isCounted)
            }
            #expect(paid == coins, "\(query)")
        }
    }

    @Test(
        "S7: no limits of a coin let it pass under another coin's ticker or name", arguments: ["BTC", "btc", "Bitcoin"])
    func tickers(_ ticker: String) throws {
        let router = try Reading.router(
            with: """
                version: 1
                coins: { mybtc: { title: My BTC, ticker: \(ticker), hand-over: only,
                         addresses: { main: [{ kind: segwit, prefix: bc }] } } }
                schemes: { mpay: { coin: mybtc, title: M, grammar: uri, links: { path: "{address}",
                           parameters: { amount: { is: amount } } } } }
                """)
        let read = try router.read(Array("mpay:\(Self.segwit)?amount=5".utf8))
        for isCounted in [true, false] { #expect(read.pays(read.routes.coin("bitcoin")!, isCounted: isCounted)) }
    }

    @Test("S7: a plugin that denies an address of its coin does not take it out of the coin's limits")
    func denied() throws {
        var plugins = PluginList.all(now: { 0 })
        let isAdded = plugins.add(DenyingPlugin(), named: "denying")
        #expect(isAdded)
        let routes = try RouteTable.load([
            DescriptorFile(
                name: "test.yaml",
                bytes: Array(
                    """
                    version: 1
                    coins: { foo: { ticker: FOO, plugin: denying, networks: { main: { p2pkh: 0, p2sh: 5, bip44: 99999 } } } }
                    schemes:
                      free: { title: Free, grammar: uri, hand-over: only, links: { path: "{address}",
                              amounts: { form: currency, decimals: 8 }, parameters: { amount: { is: amount } } } }
                    """.utf8))
        ])
        let router = Router(routes: routes, plugins: plugins)
        let read = try router.read(Array("free:1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu?amount=EUR:5".utf8))
        #expect(read.pays(try #require(routes.coin("foo"))))
        let other = try router.read(Array("free:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=EUR:5".utf8))
        #expect(!other.pays(try #require(routes.coin("foo"))))
    }

    @Test(
        "S7: what a link says of the fee counts, and is more than any limit where only a part of it is said",
        arguments: [
            ("value=1&gas=21000&gasPrice=50", 1_050_001), ("value=1&gasLimit=2.1e4&gasPrice=5e1", 1_050_001),
            ("value=1&gasPrice=50", Int64.max), ("value=1&gas=21000", 1), ("value=1&gas=21000&gasPrice=0", 1),
            ("value=1&gas=21000&gasPrice=1e9", 21_000_000_000_001), ("value=1&gas=21000&gasPrice=1e18", Int64.max),
            ("value=0&gas=21000&gasPrice=1e9", nil),
            ("value=1&gas=1e60&gasPrice=1e60", Int64.max),
        ])
    func fees(_ query: String, _ units: Int64?) throws {
        let request = try Reading.described("ethereum:\(Self.account)@1?\(query)")
        #expect(request.amountOfCoin?.units == units)
    }

    @Test("the most that the fee can be is shown, in the digits that go over")
    func shownFee() throws {
        let read = try Reading.router.read(Array("ethereum:\(Self.account)@1?value=1&gas=2.1e4&gasPrice=1e15".utf8))
        let text = DescribedText(try #require(read.request.asDescribed), of: read.coin).paragraphs.map(\.text).joined()
        #expect(text.contains("Fee that it asks for, at most: 21 ETH") && text.contains("“21000”"), "\(text)")
        #expect(read.request.asDescribed?.plain?.hasSuffix("gas=21000&gasPrice=1000000000000000") == true)
        for query in ["gas=x", "gas=1.5", "gasPrice=x&gas=1", "gasPrice=-1", "gas="] {
            #expect(Reading.error("ethereum:\(Self.account)@1?value=1&\(query)") != nil, "\(query)")
        }
    }

    @Test("S7: what a transaction pays that is not read is not known")
    func unread() throws {
        let links = Reading.good.filter { $0.hasPrefix("web+stellar:tx") }
        #expect(!links.isEmpty)
        for link in links { #expect(try Reading.described(link).cost == .decidedElsewhere) }
    }

    @Test("S7: a scheme without a coin takes no invoice, which would have no limit")
    func coinlessInvoice() throws {
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  invoice: { title: Invoice, grammar: uri, hand-over: only, links: { path: "{payload}", payload: bolt11 } }
                """)
        let invoices = Reading.good.filter { $0.hasPrefix("lightning:lnbc") }
        #expect(!invoices.isEmpty)
        for invoice in invoices {
            let link = "invoice:" + invoice.dropFirst("lightning:".count)
            #expect(Reading.error(link, by: router)?.code == .wrongNetwork, "\(link)")
        }
    }

    @Test("only the amount of a token may have more decimals than the coin, and not what goes to a contract besides")
    func decimalsBesides() throws {
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  foo: { coin: dogecoin, title: Foo, grammar: uri, hand-over: only, links: { path: "{address}",
                         addresses: [{ kind: base58check, versions: [30, 22] }],
                         amounts: { shown: written }, parameters: { amount: { is: amount }, tip: { is: surplus } } } }
                """)
        let link = "foo:DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L?amount=5&tip="
        let read = try router.read(Array((link + "0.12345678").utf8))
        #expect(read.request.asDescribed?.surpluses.map(\.text) == ["0.12345678 DOGE"])
        let error = #expect(throws: RequestError.self) { try router.read(Array((link + "0.123456789").utf8)) }
        #expect(error?.code == .amountTooPrecise)
    }
}

/// A plugin that words itself only when it runs, as a program does, and takes nothing for an address.
private struct DenyingPlugin: CoinPlugin, LinkReader {
    var declaresFormsLazily: Bool { true }
    var replyForms: [ReplyForm] { [] }
    func supportedRequiredParameters(
        for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar
    ) -> Set<ParameterName> { [] }
    func isAddress(_ address: String, on network: NetworkParameters) -> Bool { false }
    func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
        throw RequestError(.unsupportedScheme, "It reads nothing.")
    }
    func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? { nil }
}
