import JournalConformance
import SchemeRouter

/// All services that the engine needs, in memory: for tests, demonstrations, and a first version of an app.
///
///     let world = MemoryServices(prompt: .agreeing(passcode: "1234"), programs: ["shop"])
///     let result = await LinkExecution(services: world.services).run(link)
///     print(result, world.network.payments, world.launcher.opened)
///
/// The money is practice money (S14): consents say so, and only the programs that you name get replies. Replace parts
/// with your own, by setting them here or in ``services``, until none of these is left. Everything is lost when the
/// process ends.
public struct MemoryServices: Sendable {
    /// Asks the person.
    public var prompt: MemoryPrompt
    /// The network of every coin, and the list of networks.
    public var network: MemoryNetwork
    /// The keys. The passcode is "passcode" by default.
    public var wallet: MemoryWallet
    /// The record of what was done.
    public var journal = MemoryJournal()
    /// Finds and starts the programs that receive replies.
    public var launcher: MemoryLauncher
    /// One prompt at a time.
    public var gate = MemoryGate()
    /// The programs that received replies before.
    public var receivers = MemoryReceivers()
    /// The accounts of dapps' users.
    public var bindings = MemoryBindings()
    /// The notifications to the person.
    public var notifier = MemoryNotifier()
    /// The servers of dapps.
    public var servers = MemoryServers()
    /// Other wallets.
    public var wallets = MemoryWalletPrograms()
    public var clipboard = MemoryClipboard()
    /// The person's decisions about other wallets.
    public var handOverRules = MemoryHandOverRules()
    /// The person's settings.
    public var settings: Settings
    /// The time, which does not advance unless you set it.
    public var now: @Sendable () -> UnixTime = { 1_700_000_000 }

    /// Services with a wallet that has 1,000 of each coin.
    /// - Parameters:
    ///   - prompt: the person's answers; by default they refuse everything.
    ///   - programs: the schemes of the installed programs that may receive replies.
    ///   - passcode: the correct passcode.
    ///   - isPractice: whether the network only looks like a real one.
    public init(
        prompt: MemoryPrompt = MemoryPrompt([]), programs: [String] = [], passcode: String = "passcode",
        isPractice: Bool = true
    ) {
        self.prompt = prompt
        network = MemoryNetwork(isPractice: isPractice)
        wallet = MemoryWallet(passcode: passcode)
        launcher = MemoryLauncher(programs)
        settings = Settings(practiceSenders: Set(programs))
    }

    /// All of them, for the engine.
    public var services: Services {
        var services = Services(
            networks: network, keyring: wallet, journal: journal, prompt: prompt, gate: gate, launcher: launcher,
            receivers: receivers, bindings: bindings, servers: servers, notifier: notifier, settings: settings, now: now
        )
        services.wallets = wallets
        services.clipboard = clipboard
        services.handOverRules = handOverRules
        // Nothing here takes long, but the computer may be busy.
        services.readTime = .seconds(3_600)
        return services
    }
}
