import Glibc
import RouterConfiguration
import RouterCourierClient
import RouterCourierMessages
import RouterLinux
import RouterNetworkBackend
import RouterNetworks
import RouterStorage
import RouterWallet
import SchemeRouter
import Synchronization

/// The couriers, which open all connections: one for the node or the servers of each coin, and one for the servers of
/// dapps. Each starts when it is first needed. Each has its own name at a proxy, so that Tor keeps them apart.
final class Connections: NetworkConnections {
    private let settings: ConnectionSettings
    /// The directory that `~` means in the person's settings.
    private let home: String
    private let certificates: any CertificateMemory
    let habits: (any ServerHabitMemory)?
    private let nodes = Mutex<[(coin: CoinID, client: CourierClient)]>([])
    private let networks = Mutex<[(coin: CoinID, network: any Sendable)]>([])

    /// - Parameters:
    ///   - certificates: what servers with certificates of their own presented when they were first met.
    ///   - habits: how servers were found to answer.
    ///   - home: the person's home directory.
    init(
        _ settings: ConnectionSettings, certificates: any CertificateMemory,
        habits: (any ServerHabitMemory)? = nil, home: String
    ) {
        self.settings = settings
        self.habits = habits
        self.home = home
        self.certificates = certificates
    }

    /// Connects to the servers of dapps: public ones, and those on hosts that the person allowed.
    var servers: any NetworkClient {
        CourierClient(
            CourierConfiguration(proxy: settings.proxy, proxyUser: "dapps", allowedHosts: settings.allowedHosts))
    }

    func kept<Kept: Sendable>(
        of coin: CoinID, _ make: () throws(ServiceError) -> Kept
    ) throws(ServiceError) -> Kept {
        if let known = networks.withLock({ $0.first { $0.coin == coin } })?.network as? Kept { return known }
        let new = try make()
        return networks.withLock { networks in
            // Another caller may have added it meanwhile.
            if let known = networks.first(where: { $0.coin == coin })?.network as? Kept { return known }
            networks.append((coin, new))
            return new
        }
    }

    func node(
        at url: ServerAddress, of coin: CoinID, login: NodeLogin?, isNeededSoon: Bool
    ) -> any NetworkClient {
        let client = nodes.withLock { nodes in
            if let known = nodes.first(where: { $0.coin == coin }) { return known.client }
            let configuration = CourierConfiguration(
                proxy: url.namesThisComputer ? nil : settings.proxy, proxyUser: coin.name, allowedHosts: [url.bareHost],
                credentials: login.map { credentials($0, for: url) },
                sockets: sockets { url.text == $0 || url.text.hasPrefix("\($0)/") })
            let new = CourierClient(configuration)
            nodes.append((coin, new))
            return new
        }
        if isNeededSoon { client.start() }
        return client
    }

    /// The courier opens the file; this process only names it (S8).
    private func credentials(_ login: NodeLogin, for url: ServerAddress) -> CourierCredentials {
        switch login {
        case .cookie(let file): CourierCredentials(origin: url.origin, file: absolute(file))
        case .user(let user, let file): CourierCredentials(origin: url.origin, file: absolute(file), user: user)
        case .digest(let user, let file):
            CourierCredentials(origin: url.origin, file: absolute(file), user: user, isDigest: true)
        }
    }

    private func absolute(_ path: String) -> String {
        path.utf8.starts(with: "~/".utf8) ? home + String(path.utf8.dropFirst())! : path
    }

    func lines(to servers: [LineServer], of coin: CoinID) -> any LineNetwork {
        let near = CourierConfiguration(
            allowedHosts: servers.map(\.host),
            sockets: sockets { name in servers.contains { $0.certificate == nil && name == "tcp://\($0)" } })
        var far = near
        (far.proxy, far.proxyUser) = (settings.proxy, coin.name)
        return CoinServers(near: CourierClient(near), far: CourierClient(far), memory: certificates)
    }

    /// The person's sockets that are used for this connection.
    private func sockets(_ isUsed: (_ name: String) -> Bool) -> [CourierSocket] {
        settings.sockets.filter { isUsed($0.name) }.map { server in
            let isHTTP = server.name.hasPrefix("http://")
            return CourierSocket(origin: isHTTP ? server.name : "http" + server.name.dropFirst(3), path: server.path)
        }
    }
}

extension CertificateFiles: ServerHabitMemory {}

extension ServerAddress {
    /// Scheme, host and port: what a password is for.
    fileprivate var origin: String {
        let schemeEnd = text.utf8.dropFirst(isPlain ? 7 : 8).startIndex
        let end = text[schemeEnd...].firstIndex(of: "/") ?? text.endIndex
        return String(text[..<end])
    }
}

/// The networks of the person's settings.
struct ConfiguredNetworks: NetworkDirectory {
    let configuration: PersonalConfiguration
    let routes: RouteTable
    /// Where the practice ledgers are.
    let directory: String
    let wallet: WalletFiles
    let connections: Connections

    func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork {
        let chosen = try chosen(for: coin)
        guard coin.accountChain == nil else {
            throw ServiceError(.unsupported, "The money of \(coin.title) is in named accounts, not at addresses.")
        }
        return try chosen.use.network(context(of: coin, chosen))
    }

    func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork {
        let chosen = try chosen(for: coin)
        guard chosen.signer != nil else {
            throw ServiceError(.unsupported, "The money of \(coin.title) is at addresses, not in named accounts.")
        }
        return try chosen.use.accountNetwork(context(of: coin, chosen))
    }

    /// Starts what will query the network of a coin, so that it is ready when a link is read.
    func start(_ id: CoinID) {
        guard let coin = routes.coin(id), let chosen = configuration.networks[id] else { return }
        chosen.use.start(context(of: coin, chosen))
    }

    /// How long the checks of a coin may take, and how long they take without a word.
    private static let (patience, silence) = (Duration.seconds(5), Duration.seconds(1))

    /// Whether payments over these networks would work, in the order of the coins. None takes longer than five seconds.
    /// - Parameter wait: told of a coin whose network does not answer at once.
    func checks(_ wait: @escaping @Sendable (_ coin: String) -> Void) async -> [HealthCheck] {
        var checks: [HealthCheck] = []
        for (id, chosen) in configuration.networks.sorted(by: { $0.key < $1.key }) {
            guard let coin = routes.coin(id) else { continue }
            checks += await Self.inTime(coin.title, wait) { await chosen.use.checks(context(of: coin, chosen)) }
        }
        return checks
    }

    private static func inTime(
        _ coin: String, _ wait: @escaping @Sendable (_ coin: String) -> Void,
        _ body: @escaping @Sendable () async -> [HealthCheck]
    ) async -> [HealthCheck] {
        await withTaskGroup(of: [HealthCheck]?.self) { group in
            group.addTask { await body() }
            group.addTask {
                guard (try? await Task.sleep(for: silence)) != nil else { return nil }
                wait(coin)
                try? await Task.sleep(for: patience - silence)
                return nil
            }
            defer { group.cancelAll() }
            return (await group.next() ?? nil) ?? [
                HealthCheck(
                    "network", .failure, "The network of \(coin) did not answer within 5 seconds.",
                    advice: "Is the node or server that config.yaml names running, and can it be reached?")
            ]
        }
    }

    private func context(of coin: CoinDescriptor, _ chosen: CoinNetwork) -> NetworkContext {
        NetworkContext(
            coin, chosen, connections: connections, ledgers: directory, keyring: WalletKeyring(files: wallet),
            now: { UnixTime(time(nil)) })
    }

    private func chosen(for coin: CoinDescriptor) throws(ServiceError) -> CoinNetwork {
        if let chosen = configuration.networks[coin.id] {
            guard !coin.isForeign || chosen.use.servesForeign else {
                throw ServiceError(
                    .unsupported, "No wallet here holds \(coin.title), although config.yaml names a network for it.",
                    hint: "Remove “\(coin.id)” from “networks”; “router sandbox off \(coin.id)” does that for practice."
                )
            }
            return chosen
        }
        let others = coin.isForeign ? ", which no wallet here holds: its links are handed to other programs" : ""
        throw ServiceError(
            .noNetwork, "No network is chosen for \(coin.title)\(others).",
            hint: coin.isForeign
                ? NetworkList.all.lazy.compactMap { $0.advice(for: coin) }.first
                : "“router sandbox on \(coin.id)” lets you practise without real money; "
                    + "config.yaml names other networks, such as your own node.")
    }
}

/// A coin's servers that speak in lines: those on this computer directly, the others through the person's proxy.
struct CoinServers: LineNetwork {
    /// Connects to this computer.
    let near: CourierClient
    /// Connects to everything else.
    let far: CourierClient
    /// What servers with the rule ``RouterConnections/CertificateRule/any`` presented when they were first met.
    let memory: any CertificateMemory

    /// Connects. The certificate of a server whose rule is ``RouterConnections/CertificateRule/any`` is trusted on first use.
    func connect(
        to server: LineServer, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> any LineConnection {
        let isNear = ServerAddress("http://\(server)")?.namesThisComputer == true
        return try await FirstUseNetwork(isNear ? near : far, memory: memory).connect(to: server, until: deadline)
    }
}

/// Work that waits for networks and may take long: it shows its progress, and Ctrl-C ends it at a point where nothing
/// is half done.
enum LongWork {
    /// Whether Ctrl-C was pressed. Global, because a signal handler can reach nothing else.
    private static let isInterrupted = Atomic<Bool>(false)
    /// How often to check for Ctrl-C.
    static let pause = Duration.milliseconds(50)

    /// Runs `body`. Ctrl-C cancels its task, and ends the command with 130 when the task is over; pressed again, it ends
    /// this process at once.
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable (@escaping ProgressReport) async throws -> Value
    ) async throws -> Value {
        let line = ProgressLine()
        defer { line.end() }
        let previous = listen(to: [SIGINT])
        defer { Linux.restore(previous) }
        let work = Task { try await body(line.report) }
        let watch = Task {
            while !Task.isCancelled {
                if isInterrupted.load(ordering: .relaxed) { return work.cancel() }
                try? await Task.sleep(for: pause)
            }
        }
        defer { watch.cancel() }
        let result = await work.result
        guard !isInterrupted.load(ordering: .relaxed) else {
            line.end()
            StandardStreams.complain("You stopped it. What was found so far is kept.")
            throw CommandEnd(code: .refused)
        }
        return try result.get()
    }

    /// Runs `body`, which checks after every ``pause`` whether to stop: on Ctrl-C, or when the terminal is closed. The
    /// command then ends with 130, after `body` has cleaned up.
    static func stoppable<Value>(_ body: (_ isStopped: () -> Bool) throws -> Value) throws -> Value {
        let previous = listen(to: [SIGINT, SIGTERM, SIGHUP])
        defer { Linux.restore(previous) }
        let result = try body { isInterrupted.load(ordering: .relaxed) }
        guard !isInterrupted.load(ordering: .relaxed) else { throw CommandEnd(code: .refused) }
        return result
    }

    private static func listen(to signals: [Int32]) -> [Linux.Action] {
        let previous = Linux.handle(signals, exceptIgnored: true) { _ in
            if LongWork.isInterrupted.exchange(true, ordering: .relaxed) { _exit(ExitCode.refused.rawValue) }
        }
        // Threads of a Swift program block signals; the one that handles this one must not.
        Linux.mask(SIG_UNBLOCK, signals)
        return previous
    }
}
