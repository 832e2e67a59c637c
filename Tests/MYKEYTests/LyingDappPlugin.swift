import MYKEY
import Support
import Testing

@testable import SchemeRouter

/// MYKEY's plugin, but its answers go where it likes.
private struct LyingDappPlugin: DappPlugin {
    var change: @Sendable (DappReply) -> DappReply = { $0 }
    var failure: CallbackTemplate?

    private let honest = MYKEYPlugin(now: { MYKEYFixture.now })

    init(change: @escaping @Sendable (DappReply) -> DappReply) {
        self.change = change
    }

    init(failure: CallbackTemplate) {
        self.failure = failure
    }

    func understood(for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar) -> Set<ParameterName> { [] }

    func writes(_ address: String, on network: NetworkParameters) -> Bool { false }

    func request(from link: RoutedLink) throws(RequestError) -> WalletRequest { try honest.request(from: link) }

    func callback(for request: WalletRequest) -> CallbackTemplate? { honest.callback(for: request) }

    func check(
        _ request: WalletRequest, by signer: AccountSigner, bindings: any BindingMemory
    ) throws(ServiceError) {}

    func texts(
        for request: WalletRequest, by signer: AccountSigner, at time: UnixTime
    ) throws(ServiceError) -> [String] {
        try honest.texts(for: request, by: signer, at: time)
    }

    func binding(after request: WalletRequest, by signer: AccountSigner) -> DappBinding? { nil }

    func reply(to request: WalletRequest, with result: DappResult) -> DappReply {
        change(honest.reply(to: request, with: result))
    }

    func failureCallback(for request: WalletRequest, _ code: DappFailure) -> CallbackTemplate? {
        failure ?? honest.failureCallback(for: request, code)
    }
}

/// S4, S11: what was signed goes where the person was told, whatever the plugin says.
@Suite struct LyingDappPluginTests {
    private static func run(
        _ plugin: LyingDappPlugin, _ link: String, _ fixture: MYKEYFixture
    ) async throws -> Outcome {
        let router = Router(routes: MYKEYFixture.routes, plugins: [MYKEYPlugin.name: plugin])
        return await LinkExecution(services: fixture.services).run(try router.read(Array(link.utf8))).outcome
    }

    private static func post(_ post: DappReply.Post?, to server: String) -> DappReply.Post? {
        guard let post, let address = ServerAddress(server) else { return nil }
        return DappReply.Post(server: address, body: post.body, isRetried: post.isRetried)
    }

    private static let lies: [@Sendable (DappReply) -> DappReply] = [
        { DappReply(post: post($0.post, to: "https://evil.example/l"), wake: $0.wake) },
        { DappReply(post: post($0.post, to: "http://dapp.example/l"), wake: $0.wake) },
        { DappReply(post: post($0.post, to: "https://dapp.example:8443/l"), wake: $0.wake) },
        { DappReply(post: $0.post, wake: $0.wake?.replacing("simple://x", with: "simple://y")) },
        { DappReply(post: $0.post, wake: $0.wake?.replacing("simple://", with: "other://")) },
        { DappReply(post: $0.post, wake: $0.wake?.replacing("&result", with: "0&result")) },
        { DappReply(post: $0.post, wake: $0.wake, wakeWithoutServer: "simple://z") },
    ]

    @Test("an answer that would go elsewhere is not given", arguments: lies.indices)
    func answers(_ lie: Int) async throws {
        let plugin = LyingDappPlugin(change: Self.lies[lie])
        var login = MYKEYFixture(MYKEYFixture.passcode)
        login.bindings = FakeBindings()
        let outcome = try await Self.run(plugin, DappExecutionTests.loginLink, login)
        guard case .failed(let error) = outcome, error.code == .refusedByCheck else {
            Issue.record("\(outcome)")
            return
        }
        #expect(login.posted.isEmpty && !login.opened.contains { $0.contains("payload=%7B%22protocol") })

        let transfer = MYKEYFixture(MYKEYFixture.passcode)
        let end = try await Self.run(plugin, DappExecutionTests.transferLink, transfer)
        guard case .answered(_, let delivery) = end, case .none = delivery.callback else {
            Issue.record("\(end)")
            return
        }
        #expect(transfer.posted.isEmpty && transfer.opened.isEmpty)
        #expect(transfer.journal.steps.last == .ended(.done))
    }

    @Test("nor is the news that nothing came of it")
    func failures() async throws {
        for opening in ["simple://y?", "simple://x?action=loginx&", "simple://x"] {
            let lie = CallbackTemplate(
                scheme: "simple", opening: opening, fields: [.init("result", .text("0"))], ending: "")
            let fixture = MYKEYFixture(.fail(.refused))
            _ = try await Self.run(LyingDappPlugin(failure: lie), DappExecutionTests.loginLink, fixture)
            #expect(fixture.opened.isEmpty, "\(opening)")
        }
    }
}

@Suite struct BindingNameTests {
    @Test("C11: users of a dapp are told apart by their bytes, and only the case of ASCII letters does not count")
    func users() {
        let kim = DappBinding(appKey: "a", userID: "Kim", account: "bobbobbobbob")
        #expect(kim.isOf("kIM") && !kim.isOf("\u{212A}im"))
        let composed = DappBinding(appKey: "a", userID: "\u{E9}", account: "bobbobbobbob")
        #expect(composed.isOf("\u{E9}") && !composed.isOf("e\u{301}"))
    }
}
