import RouterNetworkBackend
import RouterNetworks
import RouterPluginPrograms
import SchemeRouter

/// Reads the settings from their YAML.
struct ConfigurationReader {
    private static let keys =
        [
            "networks", "allow-hosts", "proxy", "sockets", "sandbox", "paths", "instant-send", "ask-passcode",
            "error-callbacks", "raw-payload", "hand-over", "fees", "pinentry", "plugins",
        ] + policyKeys

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
        checkKeysAreApart(networks, coinTypes, in: fields)
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
        _ = document.coinID(
            entry.key, at: entry.mark, in: section ?? entry.value, known: routes.coinList.map(\.id))
        return nil
    }

    private mutating func practiceSenders(in fields: Fields) -> Set<String> {
        guard let entry = fields.entry("sandbox"), !entry.value.isEmpty,
            let sandbox = document.fields(of: entry.value, owner: entry.mark, known: ["senders"])
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
