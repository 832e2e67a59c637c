import RouterNetworkBackend
import RouterNetworks
import RouterPluginPrograms
import SchemeRouter

/// The person's own settings, the only place that grants permissions (S7): `$XDG_CONFIG_HOME/schemerouter/config.yaml`.
public struct PersonalConfiguration: Sendable, Hashable {
    /// The network of each coin. A missing coin has none.
    package internal(set) var networks: [CoinID: CoinNetwork] = [:]
    /// How to reach servers.
    public internal(set) var connections = ConnectionSettings()
    /// The BIP44 coin types that the person changed (S12).
    public internal(set) var coinTypes: [CoinID: UInt32] = [:]
    /// Who may receive replies about practice money (S14): schemes of programs and hosts of servers, in lower case.
    public internal(set) var practiceSenders: Set<String> = []
    /// The coins for which the person switched InstantSend on or off.
    public internal(set) var instantSend: [CoinID: Bool] = [:]
    /// Whether revealing an address needs the passcode; if not, it needs a confirmation.
    public internal(set) var asksPasscodeForAddress = false
    /// Schemes, in lower case, whose requesting apps are told if a request that the person saw was not carried out.
    public internal(set) var failureCallbacks: Set<String> = []
    /// The limits on payments and senders.
    public internal(set) var policy = Policy()
    /// Dapps, by the lower-case schemes that open them, whose answers are not percent-encoded in the link: old Android
    /// SDKs read no others.
    public internal(set) var rawPayloads: Set<String> = []
    /// Which wallet receives a link. The first matching rule decides.
    public internal(set) var handOver: [HandOverRule] = []
    /// The fees that the person wants to pay, by coin.
    public internal(set) var fees: [CoinID: FeeChoice] = [:]
    /// The absolute path of the program that asks the person; nil to search for one.
    public internal(set) var pinentry: String?
    /// The plugin programs, in the order of the file.
    public internal(set) var programs: [PluginProgram] = []

    /// Reads the settings, and then the files that tighten them. Without a file there are no settings.
    ///
    /// The file must belong to the user or root, and nobody else may read, write or remove it.
    /// - Parameters:
    ///   - path: the file.
    ///   - directory: the directory of later files, which may only contain `limits` and `senders` that tighten the
    ///     settings; see ``DescriptorStack/add(directory:)``.
    ///   - routes: the coins and schemes of the descriptors.
    ///   - builtIn: the names of the built-in plugins.
    public static func load(
        path: String, tightenedBy directory: String? = nil, routes: RouteTable, besides builtIn: [String] = []
    ) throws(DescriptorErrors) -> PersonalConfiguration {
        try load(path: path, tightenedBy: directory, routes: routes, networks: [], besides: builtIn)
    }

    /// Reads the settings as ``load(path:tightenedBy:routes:)`` does; they can also use these networks.
    package static func load(
        path: String, tightenedBy directory: String?, routes: RouteTable, networks: [any NetworkUse.Type],
        besides builtIn: [String] = []
    ) throws(DescriptorErrors) -> PersonalConfiguration {
        var configuration = PersonalConfiguration()
        try TrustedPath.check(path)
        if let file = try DescriptorFile.read(path: path, trust: .ownedPrivate) {
            configuration = try read(file, routes: routes, networks: NetworkList.all + networks, besides: builtIn)
        }
        guard let directory else { return configuration }
        var later = DescriptorStack([])
        later.add(directory: directory)
        guard later.refusals.isEmpty else { throw DescriptorErrors(later.refusals) }
        for file in later.files { try configuration.tighten(by: file, routes: routes) }
        return configuration
    }

    /// Reads a later file. Throws all mistakes in it, such as a limit above an earlier one.
    mutating func tighten(by file: DescriptorFile, routes: RouteTable) throws(DescriptorErrors) {
        var reader = ConfigurationReader(document: try DocumentReader(file), routes: routes)
        let tightened = reader.tightening(policy)
        guard reader.document.isClean else { throw DescriptorErrors(reader.document.diagnostics) }
        policy = tightened
    }

    /// Reads settings that are already in memory. Throws every mistake in them.
    public static func read(
        _ file: DescriptorFile, routes: RouteTable
    ) throws(DescriptorErrors) -> PersonalConfiguration {
        try read(file, routes: routes, networks: NetworkList.all)
    }

    /// Reads settings that can use these networks.
    package static func read(
        _ file: DescriptorFile, routes: RouteTable, networks: [any NetworkUse.Type], besides builtIn: [String] = []
    ) throws(DescriptorErrors) -> PersonalConfiguration {
        var reader = ConfigurationReader(
            document: try DocumentReader(file), routes: routes, kinds: networks, builtIn: builtIn)
        let configuration = reader.configuration()
        guard reader.document.isClean else { throw DescriptorErrors(reader.document.diagnostics) }
        return configuration
    }

    /// Whether a coin uses InstantSend: as the person set it, by default if the coin has it.
    public func usesInstantSend(_ coin: CoinDescriptor) -> Bool {
        coin.hasLock && instantSend[coin.id, default: true]
    }
}

/// Reads the settings from their YAML.
struct ConfigurationReader {
    private static let keys = SettingTable.file.names

    var document: DocumentReader
    let routes: RouteTable
    /// The networks allowed after `use:`.
    var kinds: [any NetworkUse.Type] = NetworkList.all
    /// The built-in plugins.
    var builtIn: [String] = []

    /// The settings; mistakes are reported in `document`.
    mutating func configuration() -> PersonalConfiguration {
        guard let fields = document.fields(of: document.root, owner: .start, known: Self.keys) else {
            return PersonalConfiguration()
        }
        let networks = networks(in: fields)
        let coinTypes = coinTypes(in: fields)
        checkDisjointKeyPaths(networks, coinTypes, in: fields)
        return PersonalConfiguration(
            networks: networks, connections: connections(in: fields), coinTypes: coinTypes,
            practiceSenders: practiceSenders(in: fields),
            instantSend: instantSend(in: fields), asksPasscodeForAddress: asksPasscodeForAddress(in: fields),
            failureCallbacks: failureCallbacks(in: fields), policy: policy(in: fields),
            rawPayloads: senders(fields["raw-payload"]) ?? [], handOver: handOver(in: fields),
            fees: fees(in: fields),
            pinentry: pinentry(in: fields), programs: programs(in: fields))
    }

    /// Only the programs that are plugins.
    mutating func programsAlone() -> [PluginProgram] {
        document.fields(of: document.root, owner: .start, known: Self.keys).map { programs(in: $0) } ?? []
    }

    /// The entries of a section; none if it is missing or empty.
    mutating func section(_ key: String, in fields: Fields) -> [YAMLNode.Entry] {
        guard let node = fields[key], !node.isEmpty else { return [] }
        return document.entries(of: node) ?? []
    }

    private mutating func networks(in fields: Fields) -> [CoinID: CoinNetwork] {
        var networks: [CoinID: CoinNetwork] = [:]
        for entry in section("networks", in: fields) {
            guard let coin = coin(entry, in: fields["networks"]) else { continue }
            networks[coin.id] = network(entry, of: coin)
        }
        return networks
    }

    mutating func coin(_ entry: YAMLNode.Entry, in section: YAMLNode?) -> CoinDescriptor? {
        if let coin = routes.coin(CoinID(entry.key)) { return coin }
        // Its file has a mistake, and its links are refused: what is set here is about nothing for now.
        if routes.isStopped(entry.key) { return nil }
        _ = document.coinID(
            entry.key, at: entry.mark, in: section ?? entry.value, known: routes.coinList.map(\.id))
        return nil
    }

    private mutating func practiceSenders(in fields: Fields) -> Set<String> {
        guard let entry = fields.entry("sandbox"), !entry.value.isEmpty,
            let sandbox = document.fields(
                of: entry.value, owner: entry.mark, known: SettingTable.file["sandbox"].keys.names)
        else { return [] }
        return senders(sandbox["senders"], servers: true) ?? []
    }

    /// A list of senders, in lower case; nil if there is none.
    /// - Parameter servers: whether it may also contain servers, as `https://` and a host
    ///   (``WalletRequest/receiverNames``).
    mutating func senders(_ list: YAMLNode?, servers: Bool = false) -> Set<String>? {
        guard let list, !list.isEmpty, let items = document.items(of: list) else { return nil }
        var senders: Set<String> = []
        for item in items {
            guard let name = document.text(item) else { continue }
            if Sender.isScheme(name.utf8) || (servers && Self.isServer(name)) {
                senders.insert(name.lowercased())
            } else {
                document.note(
                    .invalidValue, in: item, "\(quoted(name)) is not a sender",
                    hint: "a sender is an app's URL scheme: at most 64 letters, digits, “+”, “-” and “.”"
                        + (servers ? "; a server is https:// and a host, such as \"https://dapp.example\"" : ""))
            }
        }
        return senders
    }

    private mutating func instantSend(in fields: Fields) -> [CoinID: Bool] {
        var switches: [CoinID: Bool] = [:]
        for entry in section("instant-send", in: fields) {
            guard let coin = coin(entry, in: fields["instant-send"]) else { continue }
            let isOn = document.choice(entry.value, of: "switch", among: [true, false]) { $0 ? "on" : "off" }
            if isOn == true, !coin.hasLock {
                document.note(.conflict, in: entry.value, "\(coin.title) has no InstantSend")
            }
            switches[coin.id] = isOn
        }
        return switches
    }

    private mutating func asksPasscodeForAddress(in fields: Fields) -> Bool {
        guard let node = fields["ask-passcode"], !node.isEmpty, let items = document.items(of: node) else {
            return false
        }
        var asks = false
        for item in items {
            // Payments and keys always need the passcode, whatever is set here.
            let action = document.choice(item, of: "request", among: [Action.address], name: \.descriptorKey)
            asks = asks || action != nil
        }
        return asks
    }

    private mutating func failureCallbacks(in fields: Fields) -> Set<String> {
        var shown: Set<String> = []
        for entry in section("error-callbacks", in: fields) {
            if routes.scheme(named: entry.key.utf8) == nil, routes.isStopped(entry.key) { continue }
            guard let scheme = routes.scheme(named: entry.key.utf8), scheme.name == entry.key,
                Self.hasFailureCallbacks(scheme)
            else {
                document.note(
                    .unknownName, at: entry.mark, in: fields["error-callbacks"] ?? entry.value,
                    "\(quoted(entry.key)) is not a scheme with error callbacks", name: entry.key,
                    candidates: routes.schemes.filter(Self.hasFailureCallbacks).map(\.name))
                continue
            }
            let isShown = document.choice(entry.value, of: "setting", among: [false, true]) { $0 ? "shown" : "off" }
            if isShown == true { shown.insert(entry.key) }
        }
        return shown
    }

    /// Whether the requesting apps of a scheme can be told that a request was not carried out. Dapps always are.
    private static func hasFailureCallbacks(_ scheme: SchemeDescriptor) -> Bool {
        scheme.callbacks != nil && scheme.grammar != .jsonParameter
    }

    private mutating func pinentry(in fields: Fields) -> String? {
        guard let node = fields["pinentry"], let path = document.label(node, limit: 1_024) else { return nil }
        guard path.utf8.first == UInt8(ascii: "/") else {
            document.note(
                .invalidValue, in: node, "\(quoted(path)) is not an absolute path",
                hint: "write the full path, such as /usr/bin/pinentry-gnome3")
            return nil
        }
        return path
    }

    /// Whether it is a scheme and a host, with nothing after it.
    private static func isServer(_ name: String) -> Bool {
        ServerAddress(name)?.receiverName == name.lowercased()
    }
}

/// How to reach the servers of networks and dapps (S7).
public struct ConnectionSettings: Sendable, Hashable {
    /// The proxy for all connections that leave this computer, such as `socks5h://127.0.0.1:9050`; nil for none.
    public internal(set) var proxy: String?
    /// Hosts that may be on a private network, in lower case. Without this restriction, a dapp could have results
    /// posted to any server on this computer or its local network.
    public internal(set) var allowedHosts: [String] = []

    /// The Unix sockets of servers on this computer.
    public internal(set) var sockets: [LocalServer] = []

    /// A Unix socket of a server.
    public struct LocalServer: Sendable, Hashable {
        /// Its alias in server URLs: `http` or `tcp`, host and port, such as `http://localhost:8888`.
        public let name: String
        /// Its absolute path.
        public let path: String
    }
}

/// The content of a YAML text, without positions, comments and the order of keys: texts with the same content are
/// equal.
enum NormalizedYAML: Hashable {
    case scalar(String, isQuoted: Bool)
    case sequence([NormalizedYAML])
    case mapping([String: NormalizedYAML])

    init(_ node: YAMLNode) {
        switch node.content {
        case .scalar(let text, let isQuoted):
            self = .scalar(text, isQuoted: isQuoted)
        case .sequence(let items):
            self = .sequence(items.map { NormalizedYAML($0) })
        case .mapping(let entries, _):
            self = .mapping(Dictionary(entries.map { ($0.key, NormalizedYAML($0.value)) }) { first, _ in first })
        }
    }

    /// The content of a practice network's entry.
    static let sandbox = NormalizedYAML.mapping(["use": .scalar("sandbox", isQuoted: false)])

    /// A copy with the entry of `coin` in the section `networks` set or removed. An empty section and a missing one are
    /// equal.
    func settingNetwork(of coin: CoinID, to network: NormalizedYAML?) -> NormalizedYAML {
        guard case .mapping(var sections) = self else { return self }
        var networks: [String: NormalizedYAML] = [:]
        if case .mapping(let entries)? = sections["networks"] { networks = entries }
        networks[coin.name] = network
        sections["networks"] = networks.isEmpty ? nil : .mapping(networks)
        return .mapping(sections)
    }
}
