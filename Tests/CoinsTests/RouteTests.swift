import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Which descriptor and which plugin read a link, and what of the plugin's word counts.
@Suite struct RouteTests {
    /// A plugin to which every text is an address.
    private struct StandIn: CoinPlugin, LinkReader {
        var coin: CoinID?
        var key: [UInt8]?
        var reply: Result<ReplyTemplate?, ServiceError> = .success(nil)
        var declaresFormsLazily = false

        func supportedRequiredParameters(
            for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar
        ) -> Set<ParameterName> { [] }

        func isAddress(_ address: String, on network: NetworkParameters) -> Bool { true }

        func coin(of link: RoutedLink) -> CoinID? { coin }

        func deduplicationKey(of link: RoutedLink) -> [UInt8]? { key }

        func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
            .address(RequestHeader(of: link, sender: Sender(checked: "myapp"), warnings: []))
        }

        var replyForms: [ReplyForm] {
            [
                ReplyForm(
                    name: "stand-in", fields: ["a"], results: [], done: [], declined: [], failed: [], unknown: [])
            ]
        }

        func reply(to request: ReplyRequest, ending: Ending) throws(ServiceError) -> ReplyTemplate? { try reply.get() }
    }

    private static func router(_ plugin: StandIn = StandIn()) -> Router {
        func scheme(
            _ name: String, _ coins: [CoinID], _ grammar: LinkGrammar, isEnabled: Bool = true
        ) -> SchemeDescriptor {
            SchemeDescriptor(
                name: name, title: name, coins: coins, grammar: grammar, callbacks: "stand-in", isEnabled: isEnabled,
                actions: [.payment: []], plugin: "stand-in", examples: [],
                origin: SourceLocation(file: "test", line: 1, column: 1))
        }
        let schemes = [
            scheme("any", [], .uri), scheme("adash", ["dash"], .uri), scheme("none", [], .bip21),
            scheme("axe", ["axe"], .uri),
            scheme("off", ["eos"], .bip21, isEnabled: false),
            scheme("both", ["dash", "axe"], .bip21), scheme("one", ["dash", "eos"], .bip21),
            scheme("half", ["dash", "gone"], .bip21), scheme("zdash", ["dash"], .bip21),
        ]
        let coins = ["dash", "axe", "eos", "monero"].compactMap { RequestVectorTests.router.routes.coin($0) }
        return Router(routes: RouteTable(coins: coins, schemes: schemes), plugins: ["stand-in": plugin])
    }

    private static func coin(_ link: String, _ plugin: StandIn = StandIn()) throws -> CoinID {
        try router(plugin).routedLink(Array(link.utf8)).coin.id
    }

    private static func error(_ link: String, _ plugin: StandIn = StandIn()) -> RequestError? {
        #expect(throws: RequestError.self) { try router(plugin).read(Array(link.utf8)) }
    }

    @Test("a link names its coin only where its scheme names none, and only a coin that can be paid here")
    func coins() throws {
        #expect(try Self.coin("any:x") == "any" && Self.coin("axe:x") == "axe")
        #expect(
            try Self.coin("any:x", StandIn(coin: "dash")) == "dash"
                && Self.coin("axe:x", StandIn(coin: "dash")) == "axe")
        for coin in ["monero", "gone"] as [CoinID] { #expect(try Self.coin("any:x", StandIn(coin: coin)) == "any") }
        // Only a scheme whose links begin with an address has links that are nothing but one.
        let bare = String(repeating: "x", count: 25)
        #expect(try Self.router().routedLink(Array(bare.utf8)).scheme.name == "zdash")
        let link = try Self.router(StandIn(coin: "dash")).routedLink(Array("any:x".utf8))
        #expect(link.network == .main && link.parameters != nil && link.scheme.name == "any")
    }

    @Test("a scheme without a coin, without its plugin, or switched off reads nothing")
    func unsupported() {
        for (link, length) in [("none:x", 4), ("off:x", 3), ("half:x", 4), ("gone:x", 4)] {
            let error = Self.error(link)
            #expect(error?.code == .unsupportedScheme && error?.range == 0..<length, "\(link)")
        }
        #expect(Self.error("off:x")?.message == "“off” links are switched off or not supported yet.")
        #expect(Self.error("gone:x")?.message == "No descriptor defines the scheme “gone”.")
    }

    @Test("the address says which of several coins is meant, by the networks that they have")
    func owners() throws {
        let error = Self.error("both:x")
        #expect(error?.code == .ambiguousCoin && error?.candidates == ["dash", "axe"] && error?.range == 5..<6)
        // An account is on no network with addresses.
        #expect(try Self.coin("one:x") == "dash")
        // What is in no link is said before the coin is looked for.
        for (link, offset) in [("both:x@y", 6), ("both:%zz@", 8), ("both:x y", 6)] {
            #expect(Self.error(link) == RequestError(.malformedURL, "", at: offset..<offset + 1), "\(link)")
        }
    }

    @Test("links are the same if the plugin has the same key for them, and otherwise if their bytes are")
    func deduplicationKey() throws {
        func fingerprint(_ link: String, _ key: [UInt8]?) throws -> String {
            try Self.router(StandIn(key: key)).read(Array(link.utf8)).fingerprint
        }
        let own = try fingerprint("any:x", nil)
        #expect(try own == fingerprint(" any:x", nil) && own != fingerprint("any:y", nil) && own.utf8.count == 32)
        let keyed = try fingerprint("any:x", [1])
        #expect(try keyed == fingerprint("any:y", [1]) && keyed != fingerprint("any:x", [2]) && keyed.utf8.count == 32)
        #expect(keyed != own)
    }

    @Test("a reply that cannot be made is the plugin's failure, in its own words")
    func replies() {
        let failure = ServiceError(.answerUnknown, "It is gone.", hint: "Start it.", reason: "gone")
        let error = Self.error("any:x", StandIn(reply: .failure(failure)))
        #expect(error?.code == .pluginFailed && error?.message == "It is gone.")
        #expect(error?.hint == "Start it." && error?.reason == "gone" && error?.range == nil)
    }

    @Test("S4: what a plugin would say only when it runs is told where nobody knows the outcome, and never as success")
    func laterWords() throws {
        let reply = ReplyTemplate(link: LinkTemplate(to: "myapp", [ReplyField("a", .text("any"))]))
        func link(_ isLate: Bool) throws -> ReadLink {
            try Self.router(StandIn(reply: .success(reply), declaresFormsLazily: isLate)).read(Array("any:x".utf8))
        }
        let known = try link(false)
        for ending in [Ending.declined, .failed, .unknown] {
            #expect(try known.failureCallback(ending) == reply.link && known.callback == reply.link)
        }
        let late = try link(true)
        #expect(try late.failureCallback(.declined) == nil && late.failureCallback(.failed) == nil)
        #expect(throws: ServiceError(.refusedByCheck, "")) { try late.failureCallback(.unknown) }
        #expect(known.wording(of: reply.link!) == nil && late.wording(of: reply.link!) != nil)
        let silent = try Self.router().read(Array("any:x".utf8))
        #expect(try silent.callback == nil && silent.failureCallback(.unknown) == nil)
    }

    @Test("S7: a link without a coin that no descriptor describes pays no coin")
    func noCoin() throws {
        let link = try Self.router().read(Array("any:x".utf8))
        let dash = try #require(link.routes.coin("dash"))
        #expect(!link.hasCoin && !link.pays(dash))
    }
}
