import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

/// A consent warns of all that `router explain` warns of, whatever the link asks for and whoever carries it out (S5).
@Suite struct ConsentWarningTests {
    private static let files = [
        "links/bip321", "links/bitcoincash", "links/cardano", "links/esr", "links/ethereum", "links/lightning",
        "links/lnurl", "links/monero", "links/payto", "links/solana", "links/stellar", "links/zcash",
        "dash-axe/requests", "mykey/requests",
    ]

    /// Links of all protocols: those of the vectors, the descriptors' own, and requests to sign that are odd.
    private static func links(_ router: Router) -> [String] {
        var local = RequestToSign(action: RequestToSign.transfer())
        (local.callback, local.flags) = ("http://localhost:80/?{{tx}}", 1)
        var plain = local
        plain.callback = "http://shop.example/"
        var near = local
        near.callback = "https://192.168.1.2/{{tx}}"
        return files.flatMap { JSONValue.file("\($0).json").rows("cases").compactMap { $0["url"]?.text } }
            + router.routes.schemes.flatMap { $0.examples.map(\.url) } + [local, plain, near].map(\.link)
    }

    private static func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    @Test("S5: every warning that “router explain” gives for a link is in its consent")
    func all() async throws {
        let router = try ESRFixture.router()
        var fixture = try ESRFixture()
        let wallet = WalletProgram.example("any", takes: router.routes.schemes.flatMap { [$0.name] + $0.aliases })
        fixture.wallets = MemoryWalletPrograms([wallet])
        fixture.keyring = FakeKeyring(utxos: [.example(100_000_000_000)])
        fixture.settings.localServers = ["localhost", "127.0.0.1", "192.168.1.2"]
        let execution = LinkExecution(services: fixture.services)
        var seen: [HandOverRule.Target: Set<LinkWarning.Code>] = [:]
        for url in Self.links(router) {
            guard let link = try? router.read(Array(url.utf8)) else { continue }
            let warnings = link.request.header.warnings
            for target in [HandOverRule.Target.program(wallet.id), .here] where !warnings.isEmpty {
                // Not all links can be carried out both ways.
                guard let pages = try? await execution.preview(link, to: target) else { continue }
                let text = Self.letters(pages.joined())
                for warning in warnings {
                    seen[target, default: []].insert(warning.code)
                    #expect(text.contains(Self.letters(warning.message)), "\(url): \(warning.message) in \(pages)")
                }
            }
        }
        // The links do make warnings, and consents of both kinds were looked at.
        #expect(seen[.program(wallet.id)]?.isSuperset(of: [.serverIsLocal, .serverIsPlain, .chainIsOpen]) == true)
        #expect(seen[.here]?.isSuperset(of: [.serverIsLocal, .fragmentIgnored, .textSanitised]) == true, "\(seen)")
    }

    /// What people are shown of a request, by its fields.
    private static func shown(_ request: RequestToSign) throws -> [String: LinkFact.Value] {
        guard let described = try ESRFixture.router().read(Array(request.link.utf8)).request.asDescribed else {
            Issue.record("it is not a described link")
            return [:]
        }
        return Dictionary(described.facts.map { ($0.field, $0.shown ?? $0.value) }) { first, _ in first }
    }

    @Test("all that a whole transaction fixes is told")
    func header() throws {
        // Expiration, block, prefix, 300 words, 7 ms, 9 s, no context-free actions, one action, no extensions.
        let fixed: [UInt8] = [2, 0, 0, 0, 1, 3, 0, 4, 0, 0, 0, 0xAC, 2, 7, 9, 0, 1]
        var request = RequestToSign(fixed + RequestToSign.transfer() + [0])
        request.flags = 0
        let shown = try Self.shown(request)
        #expect(shown["maxNetUsageWords"] == .number(300) && shown["maxCPUUsageMilliseconds"] == .number(7))
        #expect(shown["delay"] == .number(9) && shown["expiration"] != nil)
        #expect(shown["referenceBlock"] == .fields([.init("number", .number(3)), .init("prefix", .number(4))]))
    }

    @Test("bytes behind the data of an action hide no warning, and are told")
    func trailing() throws {
        for (contract, behind, codes) in [
            ("somebodyelse", [], [.unusualToken]), ("somebodyelse", [0], [.notChecked, .unusualToken]),
            ("eosio.token", [0], [.notChecked]), ("eosio.token", [], []),
        ] as [(String, [UInt8], [LinkWarning.Code])] {
            let data =
                RequestToSign.name(RequestToSign.ownName) + RequestToSign.name("alicealice11")
                + RequestToSign.number(15_000, 8) + [4] + Array("EOS".utf8) + [0, 0, 0, 0] + [0] + behind
            let request = RequestToSign(action: RequestToSign.action(contract, "transfer", data))
            let warnings = try ESRFixture.read(request.link).request.header.warnings
            #expect(warnings.map(\.code) == codes, "\(contract) \(behind): \(warnings)")
        }
    }

    @Test("empty names are called so, and bytes do not look like the text of their digits")
    func names() throws {
        var request = RequestToSign(action: RequestToSign.transfer(by: [("", "")]))
        // No callback: another wallet is handed the link.
        (request.flags, request.info) = (0, [("a", Array("0102".utf8)), ("b", [1, 2])])
        request.behind = RequestToSign.name("") + [0] + [UInt8](repeating: 7, count: 65)
        let shown = try Self.shown(request)
        #expect(shown["signer"] == .own("an empty name"))
        let actions = String(describing: try #require(shown["actions"]))
        #expect(actions.contains("an account without a name with a permission without a name"))
        #expect(
            shown["info"]
                == .list([
                    .fields([.init("key", .text("a")), .init("value", .text("0102"))]),
                    .fields([.init("key", .text("b")), .init("value", .own("bytes 0102"))]),
                ]))
    }

    @Test("a repeated warning is given once, and risks come first")
    func order() {
        let (note, risk) = (LinkWarning(.fragmentIgnored, "a"), LinkWarning(.changesPermissions, "b"))
        #expect(WarningText([note, risk, note, risk]).paragraphs.map(\.text) == ["Warning: b", "Note: a"])
    }
}
