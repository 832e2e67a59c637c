import JournalConformance
import SchemeRouter

/// Everything that the engine needs from outside, in memory: for tests, demonstrations, and the first day of an app.
///
///     let world = MemoryServices(prompt: .agreeing(passcode: "1234"), programs: ["shop"])
///     let result = await LinkExecution(services: world.services).run(link)
///     print(result, world.network.payments, world.launcher.opened)
///
/// The money is practice money (S14): consents say so, and only the programs that you name hear of it. Replace parts by your own, by
/// setting them here or in ``services``, until none of these is left. All of it ends with the process.
public struct MemoryServices: Sendable {
    /// Asks the person.
    public var prompt: MemoryPrompt
    /// The network of every coin, and the list of networks.
    public var network: MemoryNetwork
    /// The keys. The passcode is "passcode" unless you say another one.
    public var wallet: MemoryWallet
    /// What was done.
    public var journal = MemoryJournal()
    /// Finds and starts those who are answered.
    public var launcher: MemoryLauncher
    /// One prompt at a time.
    public var gate = MemoryGate()
    /// Who was answered before.
    public var receivers = MemoryReceivers()
    /// Which users of dapps are which accounts.
    public var bindings = MemoryBindings()
    /// What the person was told without being asked.
    public var notifier = MemoryNotifier()
    /// The servers of dapps.
    public var servers = MemoryServers()
    /// Other wallets.
    public var wallets = MemoryWalletPrograms()
    /// The clipboard.
    public var clipboard = MemoryClipboard()
    /// What the person decided about other wallets.
    public var handOverRules = MemoryHandOverRules()
    /// What the person decided once and for all.
    public var settings: Settings
    /// The time, which stands still unless you set it.
    public var now: @Sendable () -> UnixTime = { 1_700_000_000 }

    /// Services with a wallet that has 1,000 of each coin.
    /// - Parameters:
    ///   - prompt: what the person answers; by default they refuse everything.
    ///   - programs: the schemes of the programs that are installed and may be answered.
    ///   - passcode: the right one.
    ///   - isPractice: whether the money only looks like that of a network.
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

    /// All of it, as the engine takes it.
    public var services: Services {
        var services = Services(
            networks: network, keyring: wallet, journal: journal, prompt: prompt, gate: gate, launcher: launcher,
            receivers: receivers, bindings: bindings, servers: servers, notifier: notifier, settings: settings, now: now
        )
        services.wallets = wallets
        services.clipboard = clipboard
        services.handOverRules = handOverRules
        // Nothing here takes long; a computer that is busy may.
        services.readTime = .seconds(3_600)
        return services
    }
}
