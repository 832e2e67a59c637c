import RouterNetworkBackend
import RouterPluginPrograms
import SchemeRouter

extension ConfigurationReader {
    /// How to reach servers: `proxy`, `allow-hosts`, and `sockets`.
    mutating func connections(in fields: Fields) -> ConnectionSettings {
        var hosts: [String] = []
        if let node = fields["allow-hosts"], !node.isEmpty {
            for item in document.items(of: node) ?? [] {
                if let host = document.host(item) { hosts.append(host) }
            }
        }
        let proxy = document.optional("proxy", in: fields) { $0.proxy($1) }
        var sockets: [ConnectionSettings.LocalServer] = []
        for entry in section("sockets", in: fields) {
            if let server = document.localServer(entry) { sockets.append(server) }
        }
        return ConnectionSettings(proxy: proxy, allowedHosts: hosts, sockets: sockets)
    }
}

extension DocumentReader {
    /// A host without brackets or port, in lower case.
    fileprivate mutating func host(_ node: YAMLNode) -> String? {
        guard let text = text(node) else { return nil }
        let bytes = text.lowercased().utf8
        let isName = bytes.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-._".utf8.contains($0) }
        let isIPv6 =
            bytes.count { $0 == UInt8(ascii: ":") } > 1
            && bytes.allSatisfy { $0.isASCIIDigit || (0x61...0x66).contains($0) || ":.".utf8.contains($0) }
        guard !bytes.isEmpty, bytes.count <= 253, isName || isIPv6 else {
            note(
                .invalidValue, in: node, "\(quoted(text)) is not a host",
                hint: "write only its name or address, such as \"127.0.0.1\", \"::1\" or node.home")
            return nil
        }
        return text.lowercased()
    }

    /// A Unix socket and its alias: `http://localhost:8888: /run/nodeos.sock`.
    fileprivate mutating func localServer(_ entry: YAMLNode.Entry) -> ConnectionSettings.LocalServer? {
        let rest = ["http://", "tcp://"].first(where: entry.key.hasPrefix).map { entry.key.dropFirst($0.count) }
        guard let rest, !rest.utf8.contains(where: { "/?".utf8.contains($0) }), ServerAddress("http://" + rest) != nil
        else {
            note(
                .invalidValue, at: entry.mark, in: entry.value,
                "\(quoted(entry.key)) is not a server on this computer",
                hint: "write http:// or tcp://, a host and a port, as where the server is configured")
            return nil
        }
        guard let path = label(entry.value, limit: 107) else { return nil }
        guard path.utf8.first == UInt8(ascii: "/") else {
            note(
                .invalidValue, in: entry.value, "\(quoted(path)) is not the path of a file",
                hint: "write an absolute path, such as /run/nodeos.sock")
            return nil
        }
        return ConnectionSettings.LocalServer(name: entry.key, path: path)
    }

    /// A proxy: scheme, host and port.
    fileprivate mutating func proxy(_ node: YAMLNode) -> String? {
        guard let text = text(node) else { return nil }
        let schemes = ["socks5h://", "http://", "https://"]
        let rest = schemes.first(where: text.hasPrefix).map { text.dropFirst($0.count) }
        if let rest, !rest.utf8.contains(where: { "/?".utf8.contains($0) }), ServerAddress("https://" + rest) != nil {
            return text
        }
        note(
            .invalidValue, in: node, "\(quoted(text)) is not a proxy",
            hint: "write socks5h://, http:// or https://, a host and a port, such as \"socks5h://127.0.0.1:9050\"")
        return nil
    }
}

extension ConfigurationReader {
    /// The person's choice for a coin; nil if anything is wrong with it, which is reported.
    mutating func network(_ entry: YAMLNode.Entry, of coin: CoinDescriptor) -> CoinNetwork? {
        let keys = kinds.keys
        guard let fields = document.fields(of: entry.value, owner: entry.mark, known: ["use"] + keys),
            let kind = kind(in: fields, of: coin)
        else { return nil }
        var network: NetworkKind?
        if kind.choosesNetworkOfCoin {
            let networks = NetworkKind.allCases.filter { coin.networks[$0] != nil }
            network = document.optional(kind.networkKey, in: fields) { document, node in
                document.choice(node, of: "network of \(coin.title)", among: networks, name: \.rawValue)
            }
        }
        refuse(keys.filter { !kind.keys.contains($0) }, of: kind, in: fields)
        return kind.read(fields, of: coin, on: network ?? .main, &document)
    }

    /// The kind of network, which must fit the coin: addresses or named accounts.
    private mutating func kind(in fields: Fields, of coin: CoinDescriptor) -> (any NetworkUse.Type)? {
        let use = document.required("use", in: fields) { document, node in
            document.choice(node, of: "network", among: kinds.names, name: \.self)
        }
        guard let use, let node = fields["use"] else { return nil }
        let fitting = kinds.filter {
            $0.servesAccounts == (coin.accountChain != nil) && (!$0.servesForeign || coin.isForeign)
        }
        if let kind = fitting.first(where: { $0.name == use }) { return kind }
        let place = coin.accountChain == nil ? "at addresses" : "in named accounts"
        document.note(
            .conflict, in: node, "“\(use)” does not support \(coin.title), whose money is kept \(place)",
            hint: "one of: \(fitting.map { $0.name }.joined(separator: ", "))")
        return nil
    }

    /// Reports settings that the network does not use: ignoring a setting would be a broken promise.
    private mutating func refuse(_ keys: [String], of kind: any NetworkUse.Type, in fields: Fields) {
        for key in keys {
            guard let entry = fields.entry(key) else { continue }
            document.note(
                .conflict, at: entry.mark, in: fields.node,
                kind.isPractice ? "the sandbox has no “\(key)”" : "this network has no “\(key)”",
                hint: kind.isPractice
                    ? "remove it: the sandbox is part of this program and uses no network" : "remove it")
        }
    }
}

extension ConfigurationReader {
    /// The settings that later files may also contain.
    static let policyKeys = ["limits", "senders"]

    /// The restrictions: `limits` and `senders`.
    mutating func policy(in fields: Fields) -> Policy { tightening(Policy(), in: fields) }

    /// The restrictions after a later file, which contains nothing else.
    mutating func tightening(_ policy: Policy) -> Policy {
        guard let fields = document.fields(of: document.root, owner: .start, known: Self.policyKeys) else {
            return policy
        }
        var tightened = tightening(policy, in: fields)
        tightened.laterLimits.formUnion(
            tightened.limits.keys.filter { policy.limits[$0]?.isEmpty != false })
        return tightened
    }

    private mutating func tightening(_ earlier: Policy, in fields: Fields) -> Policy {
        var policy = earlier
        for entry in section("limits", in: fields) {
            guard let coin = coin(entry, in: fields["limits"]) else { continue }
            guard coin.accountChain == nil else {
                document.note(
                    .conflict, at: entry.mark, in: fields["limits"] ?? fields.node, "\(coin.title) has no limits",
                    hint: "remove this: its contracts can move money in ways that limits cannot see")
                continue
            }
            policy.limits[coin.id] = limits(entry, of: coin, tightening: earlier.limits[coin.id] ?? SpendingLimits())
        }
        policy.senders = allowedSenders(in: fields, tightening: earlier.senders)
        return policy
    }

    private mutating func limits(
        _ entry: YAMLNode.Entry, of coin: CoinDescriptor, tightening earlier: SpendingLimits
    ) -> SpendingLimits {
        guard
            let fields = document.fields(
                of: entry.value, owner: entry.mark, known: SettingTable.file["limits"].keys.names)
        else {
            return earlier
        }
        return SpendingLimits(
            payment: limit("payment", in: fields, of: coin, atMost: earlier.payment),
            day: limit("day", in: fields, of: coin, atMost: earlier.day))
    }

    /// A limit in whole coins. One above an earlier limit is refused, because it would silently have no effect.
    private mutating func limit(
        _ key: String, in fields: Fields, of coin: CoinDescriptor, atMost earlier: Amount?
    ) -> Amount? {
        guard let node = fields[key], let limit = document.coins(node, decimals: coin.decimals, max: coin.maxMoney)
        else { return earlier }
        guard let earlier, limit > earlier else { return limit }
        document.note(
            .conflict, in: node, "an earlier file limits this to \(coin.text(earlier))",
            hint: "later files can only lower limits: write a lower limit, or remove it")
        return earlier
    }

    /// The allowed apps and servers: `senders: { allow: [shop, "https://dapp.example"] }`.
    private mutating func allowedSenders(in fields: Fields, tightening earlier: Set<String>?) -> Set<String>? {
        guard let entry = fields.entry("senders"), !entry.value.isEmpty,
            let section = document.fields(
                of: entry.value, owner: entry.mark, known: SettingTable.file["senders"].keys.names),
            let list = section["allow"], let allowed = senders(list, servers: true)
        else { return earlier }
        guard let earlier else { return allowed }
        if let more = allowed.subtracting(earlier).min() {
            document.note(
                .conflict, in: list, "an earlier file does not let \(quoted(more)) ask",
                hint: "later files can only remove senders, not add them")
        }
        return allowed.intersection(earlier)
    }
}

extension ConfigurationReader {
    /// The programs that are plugins: `plugins: { tally: /usr/lib/tally/plugin }`. No other file can add any (S7).
    /// Whether one is usable is checked when a link needs it.
    mutating func programs(in fields: Fields) -> [PluginProgram] {
        var programs: [PluginProgram] = []
        for entry in section("plugins", in: fields) {
            guard document.identifier(entry.key, at: entry.mark, in: fields["plugins"] ?? entry.value),
                let path = document.label(entry.value, limit: 1_024)
            else { continue }
            guard !builtIn.contains(entry.key) else {
                document.note(
                    .conflict, at: entry.mark, in: fields["plugins"] ?? entry.value,
                    "the plugin \(quoted(entry.key)) is part of this program", hint: "give yours another name")
                continue
            }
            guard path.utf8.first == UInt8(ascii: "/") else {
                document.note(
                    .invalidValue, in: entry.value, "\(quoted(path)) is not an absolute path",
                    hint: "write the whole path of the program, such as /usr/lib/NAME/plugin")
                continue
            }
            programs.append(PluginProgram(name: entry.key, path: path))
        }
        return programs
    }
}

extension PersonalConfiguration {
    /// Reads only the plugin programs from the person's settings: descriptors can name them, and all other settings
    /// need the descriptors. Throws the mistakes in them; everything else is read later.
    /// - Parameters:
    ///   - path: the file; without it there are none.
    ///   - builtIn: the names of the built-in plugins.
    public static func programs(
        path: String, besides builtIn: [String]
    ) throws(DescriptorErrors) -> [PluginProgram] {
        try TrustedPath.check(path)
        guard let file = try DescriptorFile.read(path: path, trust: .ownedPrivate) else { return [] }
        var reader = ConfigurationReader(
            document: try DocumentReader(file), routes: try RouteTable.load(DescriptorStack([])), builtIn: builtIn)
        let programs = reader.programsAlone()
        guard reader.document.isClean else { throw DescriptorErrors(reader.document.diagnostics) }
        return programs
    }
}

extension ConfigurationReader {
    /// The fees that the person wants to pay: `fees: { bitcoin: slow, litecoin: 2000 }`.
    mutating func fees(in fields: Fields) -> [CoinID: FeeChoice] {
        var fees: [CoinID: FeeChoice] = [:]
        for entry in section("fees", in: fields) {
            guard let coin = coin(entry, in: fields["fees"]) else { continue }
            guard coin.accountChain == nil else {
                document.note(
                    .conflict, at: entry.mark, in: fields["fees"] ?? fields.node, "\(coin.title) has no fees",
                    hint: "remove this")
                continue
            }
            guard let text = document.text(entry.value) else { continue }
            guard let choice = FeeChoice(text) else {
                document.note(
                    .invalidValue, in: entry.value, "\(quoted(text)) is not a fee", hint: "write \(FeeChoice.forms)",
                    name: text, candidates: FeeLevel.allCases.map(\.rawValue))
                continue
            }
            if coin.isForeign, case .rate = choice {
                document.note(
                    .conflict, in: entry.value, "the wallet program of \(coin.title) chooses the rate",
                    hint: "write slow, normal or fast")
                continue
            }
            if let complaint = choice.complaint(for: coin) {
                document.note(.outOfRange, in: entry.value, complaint)
                continue
            }
            fees[coin.id] = choice
        }
        return fees
    }
}

extension ConfigurationReader {
    /// The coin types that the person changed: `paths: { axe: "44'/4242'" }`.
    mutating func coinTypes(in fields: Fields) -> [CoinID: UInt32] {
        var coinTypes: [CoinID: UInt32] = [:]
        for entry in section("paths", in: fields) {
            guard let coin = coin(entry, in: fields["paths"]), let text = document.text(entry.value) else { continue }
            let path = DerivationPath("m/" + text)
            guard let steps = path?.steps, steps.count == 2, steps[0] == 44 | DerivationPath.hardened,
                steps[1] >= DerivationPath.hardened
            else {
                document.note(
                    .invalidValue, in: entry.value, "\(quoted(text)) is not a BIP44 path",
                    hint: "write purpose and coin type, both hardened, such as \"44'/4242'\"")
                continue
            }
            coinTypes[coin.id] = steps[1] & ~DerivationPath.hardened
        }
        return coinTypes
    }

    /// A key belongs to one coin (S12). Two coins with real networks and the same derivation path would share all keys:
    /// a signature for one could then be sent to the other. This does not apply to practice money.
    mutating func checkDisjointKeyPaths(
        _ networks: [CoinID: CoinNetwork], _ coinTypes: [CoinID: UInt32], in fields: Fields
    ) {
        // A section that is not a mapping was already reported, and nothing was read from it.
        guard networks.count > 1 else { return }
        var taken: [(coin: CoinDescriptor, coinType: UInt32)] = []
        for entry in section("networks", in: fields) {
            let id = CoinID(entry.key)
            guard let chosen = networks[id], !chosen.use.isPractice, let coin = routes.coin(id),
                let coinType = coinTypes[id] ?? coin.accountChain?.coinType
                    ?? coin.networks[chosen.network]?.coinType
            else { continue }
            if let other = taken.first(where: { $0.coinType == coinType })?.coin {
                document.note(
                    .conflict, at: entry.mark, in: fields["networks"] ?? fields.node,
                    "\(other.title) and \(coin.title) would share the keys at m/44'/\(coinType)'",
                    hint: "move one of them in this file, such as: paths: { \(coin.id): \"44'/…'\" }")
            }
            taken.append((coin, coinType))
        }
    }
}
