// The types of links and of connections have modules of their own: apps that ask need the former, and the program that opens
// the sockets the latter, and neither anything else of the engine. Importing the engine imports both.
@_exported import RouterConnections
@_exported import RouterDialogue
@_exported import RouterLinks

/// Everything that the engine needs from outside, provided by the program that embeds it.
public struct Services: Sendable {
    /// The networks the person configured.
    public var networks: any NetworkDirectory
    /// The wallet.
    public var keyring: any Keyring
    /// The record of what was done.
    public var journal: any Journal
    /// The way to ask the person.
    public var prompt: any Prompt
    /// Allows one prompt at a time.
    public var gate: any PromptGate
    /// Finds and starts the programs that receive callbacks.
    public var launcher: any Launcher
    /// Finds the person's wallet programs and hands links over to them.
    public var wallets: any WalletPrograms = NoWalletPrograms()
    /// Remembers which links they received in the last minutes.
    public var handedOver: any HandOverMemory = MemoryHandOverMemory()
    /// The clipboard, for wallets that cannot open links; nil if there is none.
    public var clipboard: (any Clipboard)?
    /// Stores the person's rules about them; nil if rules cannot be written.
    public var handOverRules: (any HandOverRules)?
    /// Remembers which programs received callbacks.
    public var receivers: any ReceiverMemory
    /// Remembers which account belongs to which user of a dapp.
    public var bindings: any BindingMemory
    /// Connects to dapps' servers; nil if that is not available.
    public var servers: (any NetworkClient)?
    /// Counts the links of each scheme.
    public var tally: any LinkTally
    /// Who opened the link that is answered, as far as the desktop knows; nil if that is unknown.
    public var opener: Opener?
    /// Shows messages that need no answer.
    public var notifier: any Notifier
    /// The person's permanent decisions.
    public var settings: Settings
    public var now: @Sendable () -> UnixTime
    /// The total time for reading from networks before the person is asked (S13).
    public var readTime: Duration = .seconds(5)

    /// Creates services. A program without named accounts needs no `bindings` and no `servers`.
    public init(
        networks: any NetworkDirectory, keyring: any Keyring, journal: any Journal, prompt: any Prompt,
        gate: any PromptGate, launcher: any Launcher, receivers: any ReceiverMemory,
        bindings: any BindingMemory = NoBindings(), servers: (any NetworkClient)? = nil, notifier: any Notifier,
        tally: any LinkTally = MemoryLinkTally(), settings: Settings, now: @escaping @Sendable () -> UnixTime
    ) {
        self.networks = networks
        self.keyring = keyring
        self.journal = journal
        self.prompt = prompt
        self.gate = gate
        self.launcher = launcher
        self.receivers = receivers
        self.bindings = bindings
        self.servers = servers
        self.notifier = notifier
        self.tally = tally
        self.settings = settings
        self.now = now
    }

    /// Whether the person uses practice money for a coin (S14); false if it has no network.
    func isPractice(_ coin: CoinDescriptor) -> Bool {
        guard coin.accountChain != nil else { return (try? networks.network(of: coin))?.id.isPractice ?? false }
        return (try? networks.accountNetwork(of: coin))?.id.isPractice ?? false
    }
}
