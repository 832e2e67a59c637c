import RouterNetworkBackend
import RouterNetworks
import RouterPluginPrograms
import SchemeRouter

/// The person's own settings, the only place that grants permissions (S7): `$XDG_CONFIG_HOME/schemerouter/config.yaml`.
public struct PersonalConfiguration: Sendable, Hashable {
    /// The network of each coin. A coin that is missing here has no network.
    package internal(set) var networks: [CoinID: CoinNetwork] = [:]
    /// How servers are reached.
    public internal(set) var connections = ConnectionSettings()
    /// The BIP44 coin types of the coins whose keys the person moved (S12).
    public internal(set) var coinTypes: [CoinID: UInt32] = [:]
    /// Who may receive replies about practice money (S14): schemes of programs and hosts of servers, in lower case.
    public internal(set) var practiceSenders: Set<String> = []
    /// The coins whose InstantSend the person switched on or off.
    public internal(set) var instantSend: [CoinID: Bool] = [:]
    /// Whether sharing an address needs the passcode; otherwise the person only confirms it.
    public internal(set) var asksPasscodeForAddress = false
    /// Schemes whose requesting apps are told that a request the person saw was not carried out, in lower case.
    public internal(set) var failureCallbacks: Set<String> = []
    /// What is forbidden for all senders.
    public internal(set) var policy = Policy()
    /// Dapps, by the schemes that open them in lower case, whose replies are put into the link unencoded instead of
    /// percent-encoded: old Android SDKs cannot read anything else.
    public internal(set) var rawPayloads: Set<String> = []
    /// Which wallet receives a link. The first matching rule decides.
    public internal(set) var handOver: [HandOverRule] = []
    /// The fees that the person wants to pay, by coin.
    public internal(set) var fees: [CoinID: FeeChoice] = [:]
    /// The absolute path of the prompt program; nil to search for one.
    public internal(set) var pinentry: String?
    /// The plugin programs, in the order of the file.
    public internal(set) var programs: [PluginProgram] = []

    /// Reads the settings, and then the files that tighten them. A missing file means no settings.
    ///
    /// The file must belong to the user or root, and nobody else may read, write or remove it.
    /// - Parameters:
    ///   - path: the file.
    ///   - directory: the directory of later files, which may contain only `limits` and `senders` and can only tighten
    ///     them; see ``DescriptorStack/add(directory:)``.
    ///   - routes: the coins and schemes that descriptors name.
    ///   - builtIn: the names of the built-in plugins.
    public static func load(
        path: String, tightenedBy directory: String? = nil, routes: RouteTable, besides builtIn: [String] = []
    ) throws(DescriptorErrors) -> PersonalConfiguration {
        try load(path: path, tightenedBy: directory, routes: routes, networks: [], besides: builtIn)
    }

    /// Reads the settings like ``load(path:tightenedBy:routes:)``, but they can name these networks, too.
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

    /// Reads settings that are already loaded. Throws all mistakes in them.
    public static func read(
        _ file: DescriptorFile, routes: RouteTable
    ) throws(DescriptorErrors) -> PersonalConfiguration {
        try read(file, routes: routes, networks: NetworkList.all)
    }

    /// Reads settings that can name these networks.
    package static func read(
        _ file: DescriptorFile, routes: RouteTable, networks: [any NetworkUse.Type], besides builtIn: [String] = []
    ) throws(DescriptorErrors) -> PersonalConfiguration {
        var reader = ConfigurationReader(
            document: try DocumentReader(file), routes: routes, kinds: networks, builtIn: builtIn)
        let configuration = reader.configuration()
        guard reader.document.isClean else { throw DescriptorErrors(reader.document.diagnostics) }
        return configuration
    }

    /// Whether the person uses InstantSend for a coin: as switched, otherwise if the coin has it.
    public func usesInstantSend(_ coin: CoinDescriptor) -> Bool {
        coin.hasLock && instantSend[coin.id, default: true]
    }
}
