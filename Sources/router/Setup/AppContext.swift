import ExactJSON
import Glibc
import RouterCoins
import RouterConfiguration
import RouterDesktop
import RouterLinux
import RouterNetworks
import RouterPluginPrograms
import RouterStorage
import RouterWallet
import SchemeRouter
import Synchronization

/// Puts the parts together: descriptors, the person's settings, wallet, networks, desktop.
struct AppContext {
    let options: GlobalOptions
    let xdg: XDGDirectories
    let paths: FilePaths
    let routes: RouteTable
    let configuration: PersonalConfiguration
    let connections: Connections

    /// Reads descriptors and settings. Throws all mistakes in them (exit 78).
    /// - Parameter link: the link, if only one will be read: that is faster.
    init(_ options: GlobalOptions, for link: [UInt8]? = nil) throws {
        self.options = options
        (xdg, paths) = try Self.paths(options)
        let stack = try Self.stack(options, paths)
        let routes: RouteTable
        // What the shipped descriptors name needs no program.
        if stack.isShippedOnly, let link, let scheme = try? LinkBytes(link).scheme {
            routes = RouteTable.shipped(forLinksOf: link[scheme])
            configuration = try PersonalConfiguration.load(
                path: paths.configuration, tightenedBy: paths.tightening, routes: routes,
                networks: options.additions.networks)
        } else {
            // A mistake of the person's own stops only what it is about. Other people's files stay whole or do not count.
            let own = paths.schemes + "/"
            routes = try RouteTable.load(
                stack, for: Self.plugins(options.additions, programs: try Self.programs(paths, options.additions)),
                forgiving: { $0.hasPrefix(own) })
            Self.tell(of: routes.stoppedFiles)
            configuration = try PersonalConfiguration.load(
                path: paths.configuration, tightenedBy: paths.tightening, routes: routes,
                networks: options.additions.networks, besides: Self.plugins(options.additions).names)
        }
        self.routes = routes.moving(configuration.coinTypes)
        let servers = CertificateFiles(directory: paths.servers)
        connections = Connections(
            configuration.connections, certificates: servers, habits: servers, home: xdg.home)
    }

    private static let hasTold = Atomic(false)

    /// Notes, once, which of the person's descriptors do not count.
    private static func tell(of files: [StoppedFile]) {
        guard !files.isEmpty, !hasTold.exchange(true, ordering: .relaxed) else { return }
        for file in files {
            StandardStreams.complain(
                file.note, as: JSON(["note": file.note, "file": file.file, "stopped": file.schemes]))
        }
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
        try LinkAdmission(
            counting: link, routes: routes, openedBy: OpenerSearch(directories: xdg).opener(), tally: try tally(),
            at: UnixTime(time(nil)))
    }

    /// What counts links, and says when the person ended the lock.
    func tally() throws(ServiceError) -> LinkTallyFile {
        try PrivateDirectory.create(paths.lock)
        return LinkTallyFile(directory: paths.lock)
    }

    var networks: ConfiguredNetworks {
        ConfiguredNetworks(
            configuration: configuration, routes: routes, directory: paths.sandbox, wallet: wallet,
            connections: connections)
    }

    /// The descriptors of this installation: the shipped ones, then those of the distribution, the administrator and
    /// the person.
    static func stack(_ options: GlobalOptions, _ paths: FilePaths) throws(DescriptorErrors) -> DescriptorStack {
        let shipped = try descriptors(options.schemes)
        var stack: DescriptorStack
        if options.additions.descriptors.isEmpty {
            stack = DescriptorStack(shipped, directories: DescriptorStack.systemDirectories)
        } else {
            stack = DescriptorStack([shipped] + options.additions.descriptors)
            for directory in DescriptorStack.systemDirectories { stack.add(directory: directory) }
        }
        stack.require(trusted: paths.settings)
        // Report a mistake only once.
        if stack.refusals.isEmpty { stack.add(directory: paths.schemes) }
        return stack
    }

    /// Where everything is. Throws ``ServiceError/Code/badConfiguration`` if there is no home directory.
    static func paths(_ options: GlobalOptions) throws(ServiceError) -> (XDGDirectories, FilePaths) {
        // Otherwise the person's settings would be looked for elsewhere, and what they forbid would be allowed.
        for name in XDGDirectories.ownVariables where Linux.hasEnvironment(name) && Linux.getenv(name) == nil {
            throw ServiceError(
                .badConfiguration, "The environment variable \(name) is not UTF-8.", hint: "Name a directory in UTF-8.")
        }
        do throws(XDGDirectories.NoHome) {
            let xdg = try XDGDirectories(variable: { Linux.getenv($0) })
            return (xdg, FilePaths(directory: options.directory, xdg: xdg))
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
    static func programs(_ paths: FilePaths, _ additions: Additions) throws(DescriptorErrors) -> [PluginProgram] {
        try PersonalConfiguration.programs(path: paths.configuration, besides: plugins(additions).names)
    }

    var wallet: WalletFiles { WalletFiles(directory: paths.wallet) }

    func prompt() throws(PromptError) -> any Prompt {
        try Self.prompt(options, configuration)
    }

    /// How to ask the person. Without settings, with the program that `--pinentry` names, or the desktop's.
    static func prompt(_ options: GlobalOptions, _ configuration: PersonalConfiguration?) throws(PromptError)
        -> any Prompt
    {
        try PromptSelection.prompt(
            program: options.pinentry ?? configuration?.pinentry,
            environment: ProcessEnvironment.current(), terminal: OwnTerminal.find()
        ) { StandardStreams.complain($0) }
    }

    /// Shows notifications, except if standard error is a terminal, where the person reads everything.
    static func notifier(_ paths: FilePaths) -> DesktopNotifier {
        DesktopNotifier(
            environment: isatty(STDERR_FILENO) == 0 ? ProcessEnvironment.current() : [:], directory: paths.lock)
    }

    /// Finds and starts the programs that receive callbacks.
    var launcher: XDGLauncher { XDGLauncher(directories: xdg, environment: ProcessEnvironment.current()) }

    func services() throws -> Services {
        try PrivateDirectory.create(paths.lock)
        if let state = paths.state { try PrivateDirectory.restrict(state) }
        let journal = try SQLiteJournal(path: paths.journal)
        var services = Services(
            networks: networks, keyring: WalletKeyring(files: wallet), journal: journal, prompt: try prompt(),
            gate: LockedPromptGate(directory: paths.gate), launcher: launcher,
            receivers: SQLiteReceiverMemory(journal),
            bindings: SQLiteBindingMemory(journal), servers: connections.servers, notifier: Self.notifier(paths),
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
        services.opener = OpenerSearch(directories: xdg).opener()
        services.wallets = wallets
        services.clipboard = DesktopClipboard(environment: ProcessEnvironment.current())
        services.handedOver = HandOverFile(directory: paths.lock)
        var rules = HandOverEditor(path: paths.configuration, routes: routes)
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

extension AppContext {
    /// The coin with that id, or the only one that has a network.
    func coinWithNetwork(_ id: String?) throws -> CoinDescriptor {
        if let id { return try coin(id) }
        let configured = configuration.networks.keys.sorted()
        guard configured.count == 1, let only = configured.first else {
            guard !configured.isEmpty else { throw ServiceError.noCoinHasNetwork }
            let names = configured.map(\.name).joined(separator: ", ")
            throw UsageError("Several coins have a network: \(names). Say which one.")
        }
        return try coin(only.name)
    }

    /// The coins of the wallet that have a network and addresses, in order.
    var coinsWithAddresses: [CoinDescriptor] {
        configuration.networks.keys.sorted().compactMap { routes.coins[$0] }
            .filter { $0.accountChain == nil && !$0.isForeign }
    }

    /// An account of a coin. Asks for the passcode once if its public key is not known yet.
    /// - Parameter gap: the number of unused addresses that ends a search for used ones; nil for the usual 20.
    func account(
        _ name: AccountName, of coin: CoinDescriptor, gap: UInt32? = nil
    ) async throws -> any AccountReader {
        let keyring = WalletKeyring(files: wallet, gap: gap)
        let network = try networks.network(of: coin)
        do throws(ServiceError) {
            return try keyring.account(name, of: coin, on: network)
        } catch {
            guard error.code == .accountNotKnown else { throw error }
            let passcode = try await SecretQuestions(prompt: try prompt()).passcode(
                "The addresses of \(name.text) of \(coin.title) are computed for the first time. Type your passcode.")
            try wallet.unlock(with: passcode).note(name, of: coin, on: network.id)
            return try keyring.account(name, of: coin, on: network)
        }
    }

    /// One account of a coin, or all known ones if none is named.
    func accounts(
        _ name: AccountName?, of coin: CoinDescriptor, gap: UInt32? = nil
    ) async throws -> [any AccountReader] {
        let account = try await account(name ?? .number(0), of: coin, gap: gap)
        guard name == nil else { return [account] }
        return try WalletKeyring(files: wallet, gap: gap).accounts(of: coin, on: try networks.network(of: coin))
    }

    /// Surveys accounts one at a time, so that progress is about one of them.
    static func surveys(
        of accounts: [any AccountReader], _ report: @escaping ProgressReport
    ) async throws(ServiceError) -> [WholeSurvey] {
        var surveys: [WholeSurvey] = []
        for account in accounts { surveys.append(try await account.wholeSurvey(progress: report)) }
        return surveys
    }

    /// The money that payments on a chain keep the next ones from spending.
    func boundMoney(on chain: ChainID) throws(ServiceError) -> BoundMoney {
        // Without a journal nothing is bound; reading must not create one.
        guard Linux.access(paths.journal, F_OK) == 0 else { return BoundMoney() }
        let journal = try SQLiteJournal(path: paths.journal)
        return BoundMoney(
            outputs: Set((try journal.undecidedPayments() + journal.followedPayments()).flatMap(\.inputs)),
            givenUp: Set(
                try journal.givenUpPayments().filter { $0.request.chain == chain }.compactMap(\.transaction?.id)))
    }

    /// The newest payments that a network accepted, oldest first, without those that became final: those that are followed,
    /// and others of the last 30 days.
    func sentPayments(on chain: ChainID) throws(ServiceError) -> [(
        entry: JournalEntry, payment: TransactionHistory.SentPayment
    )] {
        // Without a journal nothing was sent; reading must not create one.
        guard Linux.access(paths.journal, F_OK) == 0 else { return [] }
        let journal = try SQLiteJournal(path: paths.journal)
        let newest = try journal.newest(1_000)
        let now = UnixTime(time(nil))
        var sent: [(entry: JournalEntry, payment: TransactionHistory.SentPayment)] = []
        for entry in newest.reversed() {
            guard entry.wasTaken, entry.settlement == nil, entry.request.chain == chain,
                entry.isFollowed || !entry.isOld(at: now), let transaction = entry.transaction
            else { continue }
            sent.append((entry, .init(transaction, at: entry.seen, besides: try journal.rivals(of: entry))))
        }
        return sent
    }

    /// The key that signs for accounts of a coin. Asks for the passcode once if it is not known yet.
    func accountKey(of coin: CoinDescriptor) async throws -> String {
        let keyring = WalletKeyring(files: wallet)
        let chain = ChainID(coin: coin.id, network: .main, isPractice: practises(coin))
        do throws(ServiceError) {
            return try keyring.accountKey(of: coin, on: chain)
        } catch {
            guard error.code == .accountNotKnown, let coinType = coin.accountChain?.coinType else { throw error }
            let passcode = try await SecretQuestions(prompt: try prompt()).passcode(
                "Your key for accounts of \(coin.title) is used for the first time. Type your passcode.")
            try wallet.unlock(with: passcode).addAccount(
                0, coinType: coinType, isPractice: chain.isPractice)
            return try keyring.accountKey(of: coin, on: chain)
        }
    }

    /// The person's account on the practice chain of a coin. Its key becomes the wallet's, whatever it was before.
    func practiceAccount(of coin: CoinDescriptor) async throws -> PracticeAccount {
        let key = try await accountKey(of: coin)
        let network = try networks.accountNetwork(of: coin)
        let practice = try PracticeAccount(of: coin, signer: network.signer, in: paths.sandbox)
        if try await network.chain.authority(of: network.signer)?.keys.contains(key) != true {
            try practice.ledger.setAccount(practice.name, key: key)
        }
        return practice
    }

    func receiveAddress(of coin: CoinDescriptor) async throws -> String {
        try await account(.number(0), of: coin).receiveAddress(progress: nil).text
    }

    /// The coin types of all coins on all their networks without segwit: their first accounts are known from the start.
    var coinTypes: Set<UInt32> {
        Set(
            routes.coinList.flatMap { coin in
                coin.networks.values.filter { $0.numbers != nil && $0.bech32 == nil }.map(\.coinType)
                    + [coin.accountChain?.coinType].compactMap(\.self)
            })
    }

    /// The same for networks with segwit.
    var witnessTypes: Set<UInt32> {
        Set(routes.coinList.flatMap { $0.networks.values.filter { $0.bech32 != nil }.map(\.coinType) })
    }

    /// Throws if there is a wallet: it is never replaced.
    func refuseSecondWallet() throws(ServiceError) {
        guard wallet.exists else { return }
        throw ServiceError(
            .refusedByPolicy, "There is already a wallet in \(paths.wallet).",
            hint: "It is never replaced. To make another one, use “--config DIR”.")
    }
}

extension ServiceError {
    /// A command that needs a coin with a network found none.
    static var noCoinHasNetwork: ServiceError {
        ServiceError(
            .noNetwork, "No coin has a network yet.", hint: "“router sandbox on dash” practises without real money.")
    }
}

extension StoppedFile {
    /// What every answer says while the file has mistakes.
    var note: String {
        let what =
            schemes.isEmpty ? "nothing in it counts" : "these links are refused: \(schemes.joined(separator: ", "))"
        return "note: \(file.printable) has mistakes, so \(what). “router check” shows them."
    }
}
