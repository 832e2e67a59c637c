import RouterAxe
import RouterBitcoinFamily
import RouterDash
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting

/// Runs links through the engine with fake services.
struct ExecutionFixture {
    var plugin: any ReadingPlugin = DashPlugin()
    var journal = FakeJournal()
    var prompt: FakePrompt
    var launcher = MemoryLauncher.demo()
    var receivers = MemoryReceivers.demo(["myapp": KnownReceiver(.demo)])
    var notifier = MemoryNotifier()
    var chain = FakeChain()
    var accounts = FakeAccountChain()
    var bindings = MemoryBindings()
    var servers = MemoryServers.confirming()
    var keyring = FakeKeyring(utxos: [.example(100_000_000)])
    var gate = MemoryGate()
    var settings = Settings()
    var wallets = MemoryWalletPrograms()
    var handedOver = MemoryHandOverMemory()
    var rules: MemoryHandOverRules?
    /// Whether a network is chosen for the coins.
    var hasNetwork = true
    var isPractice = false
    var now: UnixTime = 1_000

    static let address = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"
    static let pay = "dashwallet://pay=\(address)&amount=0.5&sender=myapp"
    static let passcode = FakePrompt.Answer.type("right passcode")

    init(_ answers: FakePrompt.Answer...) {
        self.init(answers)
    }

    init(_ answers: [FakePrompt.Answer]) {
        prompt = FakePrompt(answers)
    }

    func router(_ files: [DescriptorFile] = [.shipped]) throws -> Router {
        Router(
            routes: try RouteTable.load(DescriptorStack(files)),
            plugins: [
                DashPlugin.name: plugin, AxePlugin.name: AxePlugin(),
                BitcoinLikePlugin.name: BitcoinLikePlugin(replies: DashReplies.all),
            ])
    }

    func read(_ url: String) throws -> ReadLink {
        try router().read(Array(url.utf8))
    }

    func run(_ url: String, to target: HandOverRule.Target? = nil) async throws -> Outcome {
        await LinkExecution(services: services).run(try read(url), to: target).outcome
    }

    var services: Services {
        var services = Services(
            networks: hasNetwork
                ? FakeNetworks(chain: chain, isPractice: isPractice, accounts: accounts) : NoNetworks(),
            keyring: keyring,
            journal: journal,
            prompt: prompt, gate: gate, launcher: launcher, receivers: receivers,
            bindings: bindings, servers: servers, notifier: notifier,
            settings: settings,
            now: { [now] in now })
        // Tests share two threads: an answer that is there may be noticed late.
        services.readTime = .seconds(600)
        services.wallets = wallets
        services.handedOver = handedOver
        services.handOverRules = rules
        return services
    }

    var sent: [SignedTransaction] { chain.sent.withLock { $0 } }
    var opened: [String] { launcher.opened }
    var signed: [PaymentIntent] { keyring.signed.withLock { $0 } }
}
