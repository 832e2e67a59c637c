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
