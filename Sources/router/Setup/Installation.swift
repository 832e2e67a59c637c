import Glibc
import RouterCoins
import RouterConfiguration
import RouterDesktop
import RouterLinux
import RouterPluginPrograms
import RouterProcesses
import RouterStorage
import RouterWallet
import SchemeRouter

/// Puts the parts together: descriptors, the person's settings, wallet, networks, desktop.
struct Installation {
    let options: GlobalOptions
    let xdg: XDGDirectories
    let places: Places
    let routes: RouteTable
    let configuration: PersonalConfiguration
    let connections: Connections

    /// Reads descriptors and settings. Throws all mistakes in them (exit 78).
    /// - Parameter link: the link, if only one will be read: that is faster.
    init(_ options: GlobalOptions, for link: [UInt8]? = nil) throws {
        self.options = options
        (xdg, places) = try Self.places(options)
        let stack = try Self.stack(options, places)
        let routes: RouteTable
        // What the shipped descriptors name needs no program.
        if stack.isShippedOnly, let link, let scheme = try? LinkBytes(link).scheme {
            routes = try RouteTable.shipped(forLinksOf: link[scheme])
            configuration = try PersonalConfiguration.load(
                path: places.configuration, tightenedBy: places.tightening, routes: routes,
                networks: options.additions.networks)
        } else {
            routes = try RouteTable.load(
                stack,
                for: Self.plugins(options.additions, programs: try Self.programs(places, options.additions)))
            configuration = try PersonalConfiguration.load(
                path: places.configuration, tightenedBy: places.tightening, routes: routes,
                networks: options.additions.networks, besides: Self.plugins(options.additions).names)
        }
        self.routes = routes.moving(configuration.coinTypes)
        connections = Connections(
            configuration.connections, certificates: CertificateFiles(directory: places.servers), home: xdg.home)
    }

    /// Starts what will query the node of a link's coin, so that it is ready when the link is read. It connects to
    /// nothing until it gets a query (S13).
    func startConnections(for link: [UInt8]) {
        guard let name = try? LinkBytes(link).scheme, let scheme = routes.scheme(named: link[name]),
            scheme.coins.count == 1, let coin = scheme.coins.first
        else { return }
        networks.start(coin)
    }

    /// Counts a link before it is read, so that unreadable links count, too.
    func admission(of link: [UInt8]) throws(ServiceError) -> LinkAdmission {
        try LinkAdmission(counting: link, routes: routes, tally: try tally(), at: UnixTime(time(nil)))
    }

    private func tally() throws(ServiceError) -> LinkTallyFile {
        try PrivateDirectory.create(places.lock)
        return LinkTallyFile(directory: places.lock)
    }

    var networks: ConfiguredNetworks {
        ConfiguredNetworks(
            configuration: configuration, routes: routes, directory: places.sandbox, wallet: wallet,
            connections: connections)
    }

    /// The descriptors of this installation: the shipped ones, then those of the distribution, the administrator and
    /// the person.
    static func stack(_ options: GlobalOptions, _ places: Places) throws(DescriptorErrors) -> DescriptorStack {
        let shipped = try descriptors(options.schemes)
        var stack: DescriptorStack
        if options.additions.descriptors.isEmpty {
            stack = DescriptorStack(shipped, directories: DescriptorStack.systemDirectories)
        } else {
            stack = DescriptorStack([shipped] + options.additions.descriptors)
            for directory in DescriptorStack.systemDirectories { stack.add(directory: directory) }
        }
        stack.require(trusted: places.settings)
        // Report a mistake only once.
        if stack.refusals.isEmpty { stack.add(directory: places.schemes) }
        return stack
    }

    /// Where everything is. Throws ``ServiceError/Code/badConfiguration`` if there is no home directory.
    static func places(_ options: GlobalOptions) throws(ServiceError) -> (XDGDirectories, Places) {
        // Otherwise the person's settings would be looked for elsewhere, and what they forbid would be allowed.
        for name in XDGDirectories.ownVariables where Linux.hasEnvironment(name) && Linux.getenv(name) == nil {
            throw ServiceError(
                .badConfiguration, "The environment variable \(name) is not UTF-8.", hint: "Name a directory in UTF-8.")
        }
        do throws(XDGDirectories.NoHome) {
            let xdg = try XDGDirectories(variable: { Linux.getenv($0) })
            return (xdg, Places(directory: options.directory, xdg: xdg))
        } catch {
            throw ServiceError(
                .badConfiguration, "The home directory is unknown.", hint: "Set HOME to its absolute path.")
        }
    }

    /// Reads links on the networks of the person's settings.
    var router: Router {
        let networks = configuration.networks
        let plugins = Self.plugins(
            options.additions, programs: configuration.programs, rawPayloads: configuration.rawPayloads)
        return Router(routes: routes, plugins: plugins) { networks[$0]?.network ?? .main }
    }

    /// The plugins of this program, by the names that descriptors use, and the person's own programs.
    static func plugins(
        _ additions: Additions, programs: [PluginProgram] = [], rawPayloads: Set<String> = []
    ) -> PluginTable {
        var plugins = PluginList.all(now: { UnixTime(time(nil)) }, rawPayloads: rawPayloads)
        // Collisions with our names were excluded when the program started or its settings were read.
        plugins.add(additions.plugins)
        for plugin in RunningPrograms.plugins(for: programs) { _ = plugins.add(plugin, named: plugin.program.name) }
        return plugins
    }

    /// The programs that the person's settings name as plugins.
    static func programs(_ places: Places, _ additions: Additions) throws(DescriptorErrors) -> [PluginProgram] {
        try PersonalConfiguration.programs(path: places.configuration, besides: plugins(additions).names)
    }

    var wallet: WalletFiles { WalletFiles(directory: places.wallet) }

    func prompt() throws(PromptError) -> any Prompt {
        try Self.prompt(options, configuration)
    }

    /// How to ask the person. Without settings, with the program that `--pinentry` names, or the desktop's.
    static func prompt(_ options: GlobalOptions, _ configuration: PersonalConfiguration?) throws(PromptError)
        -> any Prompt
    {
        try PromptSelection.prompt(
            program: options.pinentry ?? configuration?.pinentry,
            environment: ProcessEnvironment.current(), terminal: OwnTerminal.find())
    }

    /// Shows notifications, except if standard error is a terminal, where the person reads everything.
    static func notifier(_ places: Places) -> DesktopNotifier {
        DesktopNotifier(
            environment: isatty(STDERR_FILENO) == 0 ? ProcessEnvironment.current() : [:], directory: places.lock)
    }

    /// Finds and starts the programs that receive callbacks.
    var launcher: XDGLauncher { XDGLauncher(directories: xdg, environment: ProcessEnvironment.current()) }

    func services() throws -> Services {
        try PrivateDirectory.create(places.lock)
        if let state = places.state { try PrivateDirectory.restrict(state) }
        let journal = try SQLiteJournal(path: places.journal)
        var services = Services(
            networks: networks, keyring: WalletKeyring(files: wallet), journal: journal, prompt: try prompt(),
            gate: LockedPromptGate(directory: places.gate), launcher: launcher,
            receivers: SQLiteReceiverMemory(journal),
            bindings: SQLiteBindingMemory(journal), servers: connections.servers, notifier: Self.notifier(places),
            tally: try tally(),
            settings: Settings(
                passcodeActions: configuration.asksPasscodeForAddress ? [.address] : [],
                locksOff: Set(
                    configuration.instantSend.keys.compactMap(routes.coin)
                        .filter { !configuration.usesInstantSend($0) }.map(\.id)),
                practiceSenders: configuration.practiceSenders, failureCallbacks: configuration.failureCallbacks,
                policy: configuration.policy),
            now: { UnixTime(time(nil)) })
        services.settings.localServers = Set(configuration.connections.allowedHosts)
        services.settings.handOver = configuration.handOver
        services.settings.fees.byCoin = configuration.fees
        services.wallets = wallets
        services.clipboard = DesktopClipboard(environment: ProcessEnvironment.current())
        services.handedOver = HandOverFile(directory: places.lock)
        var rules = HandOverEditor(path: places.configuration, routes: routes)
        rules.networks = options.additions.networks
        services.handOverRules = rules
        return services
    }

    /// The coin with that id. The error lists the known ids.
    func coin(_ id: String) throws(UsageError) -> CoinDescriptor {
        if let coin = routes.coin(CoinID(id)) { return coin }
        let known = routes.coins.keys.sorted().map(\.name)
        // People also call a coin by its ticker.
        let named = routes.coinList.first { $0.ticker.lowercased() == id.lowercased() }?.id.name
        let suggestion = named.map { " Did you mean “\($0)”?" } ?? Suggestion.text(for: id, among: known)
        throw UsageError(
            "There is no coin \(Quoted(id, limit: 80)).\(suggestion)", hint: "Coins: \(known.joined(separator: ", ")).")
    }

    /// The base descriptors: the shipped ones, or those of `--schemes`.
    static func descriptors(_ path: String?) throws(DescriptorErrors) -> DescriptorFile {
        guard let path else { return .shipped }
        try TrustedPath.check(path)
        guard let file = try DescriptorFile.read(path: path, trust: .notWritableByOthers) else {
            throw DescriptorErrors([
                DescriptorDiagnostic(file: path, code: .unreadable, message: "there is no such file")
            ])
        }
        return file
    }
}
