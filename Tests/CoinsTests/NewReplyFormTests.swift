import RouterBitcoinFamily
import SchemeRouter
import Testing

/// A form of replies that nobody but its own plugin knows: neither the engine nor the descriptors' reader has to.
@Suite struct NewReplyFormTests {
    /// Replies by postcards.
    private final class Postcards: WalletReplies {
        let form = ReplyForm(
            name: "postcard", fields: ["wish"], results: [("paid", .txid)], done: ["thanks"], declined: [], failed: [],
            unknown: [])

        func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
            guard ending == .done, let sender = request.sender else { return nil }
            let fields = [ReplyField("wish", .text("thanks")), ReplyField("paid", .blank(.txid))]
            return ReplyTemplate(link: LinkTemplate(to: sender, fields))
        }
    }

    private static let plugins: PluginTable = [
        BitcoinLikePlugin.name: BitcoinLikePlugin(replies: Postcards())
    ]

    private static func stack(_ callbacks: String) -> DescriptorStack {
        let text = """
            version: 1
            coins: { post: { ticker: POST, networks: { main: { p2pkh: 76, p2sh: 16, bip44: 8 } } } }
            schemes: { post: { coin: post, grammar: bip21, callbacks: \(callbacks) } }

            """
        return DescriptorStack([DescriptorFile(name: "post.yaml", bytes: Array(text.utf8))])
    }

    @Test("a plugin brings it, a descriptor names it, and the asking app gets it")
    func reply() throws {
        let router = Router(
            routes: try RouteTable.load(Self.stack("postcard"), for: Self.plugins), plugins: Self.plugins)
        let link = "post:\(ExecutionFixture.address)?amount=1&sender=shop"
        let callback = try #require(try router.read(Array(link.utf8)).callback)
        #expect(callback.completed(with: [.txid: "ab"]) == "shop://wish=thanks&paid=ab")
    }

    @Test("without the plugin its name is unknown, and a similar one is suggested")
    func unknown() throws {
        do {
            _ = try RouteTable.load(Self.stack("postcards"), for: Self.plugins)
            Issue.record("nobody brings it")
        } catch {
            let mistake = try #require(error.diagnostics.first)
            #expect((mistake.line, mistake.column, mistake.suggestion) == (3, 59, "postcard"))
        }
    }
}
