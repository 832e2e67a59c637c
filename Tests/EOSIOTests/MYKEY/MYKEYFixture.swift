import RouterMYKEY
import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// Requests of dapps, through the engine with fake services.
struct MYKEYFixture {
    var execution: FakeAccountChain = FakeAccountChain()
    var journal = FakeJournal()
    var prompt: FakePrompt
    var launcher = MemoryLauncher.demo()
    var keyring = FakeKeyring()
    var bindings = MemoryBindings([DappBinding(appKey: "9mDxSbyR", userID: Self.userID, account: "bobbobbobbob")])
    var servers = MemoryServers.confirming()
    var notifier = MemoryNotifier()
    var settings = Settings()
    var isPractice = false

    static let userID = "7143c696-94eb-4cc4-a8bd-b7309579ac01"
    static let passcode = FakePrompt.Answer.type("right passcode")
    static let now: UnixTime = 1_700_000_000

    static let coin = CoinDescriptor.eos(chainID: [UInt8](repeating: 7, count: 32), plugin: MYKEYPlugin.name)

    static let routes: RouteTable = {
        let origin = SourceLocation(file: "test", line: 1, column: 1)
        let actions: ActionRules = [
            .login: [], .transfer: [], .transaction: [], .sign: [], .openHome: [], .openDapp: [],
        ]
        return RouteTable(
            coins: [coin],
            schemes: ["mykey", "simplewallet"].map {
                SchemeDescriptor(
                    name: $0, title: $0, coins: ["eos"], grammar: .jsonParameter, callbacks: "simplewallet",
                    isEnabled: true, actions: actions, examples: [], origin: origin)
            })
    }()

    init(_ answers: FakePrompt.Answer...) {
        prompt = FakePrompt(answers)
    }

    static func router() -> Router {
        Router(routes: routes, plugins: [MYKEYPlugin.name: MYKEYPlugin(now: { now })])
    }

    static func read(_ link: String) throws(RequestError) -> ReadLink {
        try router().read(Array(link.utf8))
    }

    /// A link with a clear request, as the SDK would write it.
    static func link(_ json: String, scheme: String = "mykey") -> String {
        let param = PercentEncoding.encode(json)
        return scheme == "mykey"
            ? "mykey://mykey.org/protocol?param=\(param)&appKey=9mDxSbyR&userId=\(userID)"
            : "simplewallet://eos.io?param=\(param)"
    }

    func run(_ link: String) async throws -> Outcome {
        await LinkExecution(services: services).run(try Self.read(link)).outcome
    }

    var services: Services {
        var services = Services(
            networks: FakeNetworks(chain: FakeChain(), isPractice: isPractice, accounts: execution), keyring: keyring,
            journal: journal, prompt: prompt, gate: MemoryGate(), launcher: launcher,
            receivers: MemoryReceivers.demo(["simple": KnownReceiver(.demo)]), bindings: bindings, servers: servers,
            notifier: notifier, settings: settings, now: { Self.now })
        // Tests share two threads: an answer that is there may be noticed late.
        services.readTime = .seconds(600)
        return services
    }

    var opened: [String] { launcher.opened }
    var posted: [NetworkRequest] { servers.requests }
}
