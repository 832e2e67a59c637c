import ExactJSON
import RouterMYKEY
import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// S4, S11: whatever an account plugin writes into its replies, nobody is told but who the link names, and nothing but what
/// it asks for.
@Suite struct LyingReplyTests {
    struct Lie: Sendable, CustomTestStringConvertible {
        let name: String
        let change: @Sendable (ReplyTemplate) -> ReplyTemplate?
        var testDescription: String { name }
    }

    /// Lies about a login, which has a server and wakes a program.
    static let lies: [Lie] = [
        Lie(name: "another scheme") { $0.with(link: { $0.with(scheme: "other", opening: "other://x?action=login&") }) },
        Lie(name: "another scheme by its name alone") { $0.with(link: { $0.with(scheme: "other") }) },
        Lie(name: "another scheme by its opening alone") {
            $0.with(link: { $0.with(opening: "other://x?action=login&") })
        },
        Lie(name: "another place in the program") { $0.with(link: { $0.with(opening: "simple://y?action=login&") }) },
        Lie(name: "a link that does not continue the one that wakes") {
            $0.with(link: { $0.with(opening: "simple://x?action=login0&") })
        },
        Lie(name: "a link with more in front of its fields") {
            $0.with(link: { $0.with(opening: $0.opening + "uid=1&") })
        },
        Lie(name: "a link with more behind its fields") { $0.with(link: { $0.with(ending: "&uid=1") }) },
        Lie(name: "another link where the server does not answer") {
            ReplyTemplate(
                link: $0.link, linkWithoutServer: LinkTemplate(scheme: "simple", opening: "simple://z?", fields: []),
                post: $0.post)
        },
        Lie(name: "another server") { $0.with(server: "https://evil.example/l") },
        Lie(name: "another path of the server") { $0.with(server: "https://dapp.example/m") },
        Lie(name: "another port of the server") { $0.with(server: "https://dapp.example:8443/l") },
        Lie(name: "the server without TLS") { $0.with(server: "http://dapp.example/l") },
        Lie(name: "a field too many") {
            $0.with(link: { $0.with(fields: $0.fields + [ReplyField("balance", .text("1"))]) })
        },
        Lie(name: "a field twice") {
            $0.with(link: { $0.with(fields: $0.fields + [ReplyField("result", .text("1"))]) })
        },
        Lie(name: "a field in the name of a field") {
            $0.with(link: { $0.with(fields: [ReplyField("result=1&balance", .text("1"))]) })
        },
        Lie(name: "a member of the body too many") { $0.with(body: { $0 + [ReplyField("balance", .text("1"))] }) },
        Lie(name: "a member of the body twice") { $0.with(body: { $0 + [ReplyField("ref", .text("mykey"))] }) },
        Lie(name: "a member too many deep in the link") {
            $0.with(payload: { $0 + [ReplyField("notify", .object([ReplyField("balance", .text("1"))]))] })
        },
        Lie(name: "the user of another request") { $0.with(payload: { $0.replacing("uuID", with: .text("carol")) }) },
        Lie(name: "the user of another request, to the server") {
            $0.with(body: { $0.replacing("uuID", with: .text("carol")) })
        },
        Lie(name: "another account") { $0.with(body: { $0.replacing("account", with: .text("alicealice11")) }) },
        Lie(name: "a literal of the request where a blank belongs") {
            $0.with(payload: { $0.replacing("account", with: .text(MYKEYFixture.userID)) })
        },
        Lie(name: "a signature of its own") { $0.with(body: { $0.replacing("sign", with: .text("SIG_K1_1")) }) },
        Lie(name: "another blank than the field has") {
            $0.with(body: { $0.replacing("timestamp", with: .digits(.publicKey)) })
        },
        Lie(name: "a blank that a login may not tell") {
            $0.with(payload: { $0.replacing("origin", with: .blank(.masterPublicKeyBIP44)) })
        },
        Lie(name: "a transaction for a login") { $0.with(body: { $0 + [ReplyField("tx_id", .blank(.txid))] }) },
        Lie(name: "a line feed in a literal") {
            $0.with(body: { $0.replacing("version", with: .text("1.0\nx-account: a")) })
        },
        Lie(name: "a number of its own") {
            $0.with(payload: { $0.replacing("accountType", with: .literal(.number(7))) })
        },
        Lie(name: "a number of another ending") {
            $0.with(link: { $0.with(fields: $0.fields.replacing("result", with: .text("2"))) })
        },
        Lie(name: "differently encoded bytes of a word") {
            $0.with(body: { $0.replacing("ref", with: .text("m\u{79}\u{200B}key")) })
        },
    ]

    private static func read(_ plugin: LyingAccountPlugin, _ link: String) throws(RequestError) -> ReadLink {
        try Router(routes: MYKEYFixture.routes, plugins: [MYKEYPlugin.name: plugin]).read(Array(link.utf8))
    }

    @Test("a reply that lies stops the link before anything is shown or sent", arguments: lies)
    func done(_ lie: Lie) throws {
        let plugin = LyingAccountPlugin { reply, ending in ending == .done ? reply.flatMap(lie.change) : reply }
        let error = #expect(throws: RequestError.self) { try Self.read(plugin, DappExecutionTests.loginLink) }
        #expect(error?.code == .forbiddenSender)
        #expect(try MYKEYFixture.read(DappExecutionTests.loginLink).reply != nil)
    }

    @Test("a server that the link does not name gets nothing, nor does a dapp that is not to be woken")
    func notDue() throws {
        let evil = try #require(ServerAddress("https://evil.example/l"))
        let page = #"{"action":"login","callback":"https://abc.com?a=1","protocol":"SimpleWallet","uuID":"x1"}"#
        let silent = #"{"action":"login","loginUrl":"https://a.example/l","protocol":"SimpleWallet","uuID":"x1"}"#
        let link = LinkTemplate(to: "simple", [ReplyField("result", .text("1"))])
        let otherPage = LinkTemplate(scheme: "https", opening: "https://abc.com.evil.example?a=1&", fields: link.fields)
        let cases: [(String, ReplyTemplate)] = [
            (page, ReplyTemplate(link: nil, post: PostTemplate(server: evil, body: []))),
            (page, ReplyTemplate(link: otherPage)), (page, ReplyTemplate(link: link)),
            (silent, ReplyTemplate(link: link)), ("mykey://mykey.org", ReplyTemplate(link: link)),
            ("mykey://mykey.org/dapp?url=https%3A%2F%2Fa.example", ReplyTemplate(link: link)),
        ]
        for (text, lie) in cases {
            let error = #expect(throws: RequestError.self) {
                try Self.read(LyingAccountPlugin { _, _ in lie }, text)
            }
            #expect(error?.code == .forbiddenSender, "\(text)")
            #expect(throws: Never.self) { try MYKEYFixture.read(text) }
        }
    }

    /// Lies about a request that comes to nothing.
    static let failures: [Lie] = [
        Lie(name: "another place") { $0.with(link: { $0.with(opening: "simple://y?") }) },
        Lie(name: "a link that does not continue the one that wakes") {
            $0.with(link: { $0.with(opening: "simple://x?action=loginx&") })
        },
        Lie(name: "that it was done") {
            $0.with(link: { $0.with(fields: [ReplyField("result", .text("1"))]) })
        },
        Lie(name: "the reason") {
            $0.with(link: { $0.with(fields: $0.fields + [ReplyField("errorMsg", .text("insufficient funds"))]) })
        },
        Lie(name: "the account") {
            $0.with(link: { $0.with(fields: $0.fields + [ReplyField("account", .blank(.account))]) })
        },
        Lie(name: "a message to the server") {
            let server = ServerAddress("https://dapp.example/l")
            return ReplyTemplate(link: $0.link, post: server.map { PostTemplate(server: $0, body: []) })
        },
    ]

    @Test("so does a lie about its end, for each end that the dapp may be told", arguments: failures)
    func failure(_ lie: Lie) async throws {
        for lied in Ending.allCases.dropFirst() {
            let plugin = LyingAccountPlugin { reply, ending in ending == lied ? reply.flatMap(lie.change) : reply }
            var fixture = MYKEYFixture(MYKEYFixture.passcode)
            fixture.bindings = MemoryBindings()
            let link = try Self.read(plugin, DappExecutionTests.loginLink)
            guard case .failed(let error) = await LinkExecution(services: fixture.services).run(link).outcome else {
                Issue.record("not stopped: \(lied)")
                return
            }
            #expect(error.code == .refusedByCheck && fixture.prompt.shown.isEmpty)
            #expect(fixture.posted.isEmpty && fixture.opened.isEmpty)
            #expect(fixture.keyring.signedTexts.withLock { $0.isEmpty })
        }
    }

    @Test("S13: a link whose reply lies has no network read either, and its pages are not shown")
    func preview() async throws {
        let plugin = LyingAccountPlugin { reply, ending in
            ending == .unknown ? reply?.with(link: { $0.with(opening: "simple://y?") }) : reply
        }
        let fixture = MYKEYFixture()
        let link = try Self.read(plugin, DappExecutionTests.loginLink)
        await #expect(throws: ServiceError.self) {
            try await LinkExecution(services: fixture.services).preview(link)
        }
    }
}

@Suite struct BindingNameTests {
    @Test("users of a dapp are told apart by their bytes, and only the case of ASCII letters does not count")
    func users() {
        let kim = DappBinding(appKey: "a", userID: "Kim", account: "bobbobbobbob")
        #expect(kim.isOf("kIM") && !kim.isOf("\u{212A}im"))
        let composed = DappBinding(appKey: "a", userID: "\u{E9}", account: "bobbobbobbob")
        #expect(composed.isOf("\u{E9}") && !composed.isOf("e\u{301}"))
    }
}
