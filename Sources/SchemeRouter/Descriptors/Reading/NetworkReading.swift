extension DescriptorReader {
    /// Reads the networks of a coin; nil if they have a mistake, which is noted. The coin inherits the networks of the
    /// coin that it extends, and each value that it does not set itself.
    mutating func networks(in coin: Fields) -> CoinNetworks? {
        guard let fields = nested("networks", in: coin, .networks) else { return nil }
        func isInherited(_ kind: NetworkKind) -> Bool { fields.below?.says(kind.rawValue) == true }
        var networks = CoinNetworks()
        var isComplete = true
        // Networks with `like` come last, when the others are known.
        for isLike in [false, true] {
            for kind in NetworkKind.allCases {
                let entry = fields.node.entry(kind.rawValue)
                guard entry != nil ? (entry?.value.entry("like") != nil) == isLike : !isLike && isInherited(kind)
                else { continue }
                networks[kind] = network(entry, kind, in: fields, others: networks)
                if networks[kind] == nil { isComplete = false }
            }
        }
        if isComplete, networks.count == 0 {
            document.note(.missingKey, at: fields.owner, in: fields.node, "a coin needs at least one network")
            return nil
        }
        if isInherited(.main), fields.node.entry(NetworkKind.main.rawValue) == nil {
            // It would use the other coin's keys (S12).
            document.note(
                .missingKey, at: fields.owner, in: fields.node, "the key “main” is missing",
                hint: "give the coin its own BIP44 coin type: main: { bip44: … }")
            return nil
        }
        return isComplete && haveOwnKeys(networks, in: fields) ? networks : nil
    }

    /// With the coin type of another coin, a test network would use that coin's real keys (S12).
    private mutating func haveOwnKeys(_ networks: CoinNetworks, in fields: Fields) -> Bool {
        for kind in networks.keys where kind != .main {
            let coinType = networks[kind]?.coinType
            if coinType == 1 || coinType == networks[.main]?.coinType { continue }
            let entry = fields.node.entry(kind.rawValue)
            let place = entry?.value.entry("bip44")?.value
            document.note(
                .coinTypeInUse, at: place?.mark ?? entry?.mark ?? fields.owner, in: place ?? fields.node,
                "the BIP44 coin type of a test network must be 1 or that of “main”", hint: "leave “bip44” out")
            return false
        }
        return true
    }

    /// - Parameter entry: the coin's own description of it; nil if the network is inherited.
    private mutating func network(
        _ entry: YAMLNode.Entry?, _ kind: NetworkKind, in networks: Fields, others: CoinNetworks
    ) -> NetworkParameters? {
        if let entry {
            guard document.checkKeys(of: entry.value, known: DescriptorSection.network.names) else { return nil }
            if let name = entry.value.entry("like")?.value {
                guard let other = model(name, of: kind, in: networks.node, others: others) else { return nil }
                // Mistakes in the other network are reported there.
                guard others[other] != nil else { return nil }
            }
        }
        guard let (fields, root) = Self.fields(of: kind, in: networks) else { return nil }
        return network(fields, of: kind, root: root, isOwn: entry != nil)
    }

    /// The layers of a network: the coin's own values, then those of the network named by `like`, then those of the
    /// coin that it extends. Returned with the kind of the bottom layer.
    private static func fields(of kind: NetworkKind, in coin: Fields) -> (Fields, root: NetworkKind)? {
        guard let entry = coin.node.entry(kind.rawValue) else { return coin.below.flatMap { fields(of: kind, in: $0) } }
        let other = entry.value.entry("like").flatMap { NetworkKind(rawValue: $0.value.text) }
        // Cannot loop, because a network named by `like` has no `like` itself.
        let below = (other != nil ? coin : coin.below).flatMap { fields(of: other ?? kind, in: $0) }
        let own = Fields(entry.value, owner: entry.mark, section: .network, above: below?.0)
        return (own, below?.root ?? kind)
    }

    /// The network named by `like`: one of the same coin that has its own values.
    private mutating func model(
        _ name: YAMLNode, of kind: NetworkKind, in networks: YAMLNode, others: CoinNetworks
    ) -> NetworkKind? {
        let others = NetworkKind.allCases.filter {
            $0 != kind && (networks.entry($0.rawValue) != nil || others[$0] != nil)
        }
        guard let other = document.choice(name, of: "network", among: others, name: \.rawValue) else { return nil }
        guard networks.entry(other.rawValue)?.value.entry("like") == nil else {
            document.note(
                .conflict, in: name, "“\(other.rawValue)” itself uses “like”",
                hint: "name a network that has its own values")
            return nil
        }
        return other
    }

    /// Reads a network. The defaults are those of the standards.
    /// - Parameter root: the kind of network whose defaults apply.
    private mutating func network(
        _ fields: Fields, of kind: NetworkKind, root: NetworkKind, isOwn: Bool
    ) -> NetworkParameters? {
        let encoding = encoding(fields, of: kind, root: root)
        let coinType = coinType(in: fields, of: kind)
        let hasGenesis = isOwn && fields["genesis"] != nil
        let genesis = hasGenesis ? hash("genesis", in: fields) : nil
        let hasUpgrade = isOwn && fields.node.entry("upgrade") != nil
        let upgrade = hasUpgrade ? upgrade(in: fields) : nil
        guard let encoding, let coinType, !hasGenesis || genesis != nil, !hasUpgrade || upgrade != nil else {
            return nil
        }
        return NetworkParameters(encoding, coinType: coinType, genesis: genesis, upgrade: upgrade)
    }

    /// The kinds of addresses, if any layer has them, or else Bitcoin's numbers.
    private mutating func encoding(
        _ fields: Fields, of kind: NetworkKind, root: NetworkKind
    ) -> AddressEncoding? {
        guard let kinds = fields["addresses"] else {
            return numbers(fields, root: root).map { .numbers($0) }
        }
        for key in DescriptorSection.numbersOfAddresses {
            guard let entry = fields.node.entry(key) else { continue }
            document.note(
                .conflict, at: entry.mark, in: fields.node, "a network with “addresses” has no “\(key)”",
                hint: "leave it out: the kinds of addresses determine it")
        }
        return addressForms(kinds, network: kind).map { .kinds($0) }
    }

    private mutating func numbers(_ fields: Fields, root: NetworkKind) -> AddressNumbers? {
        let p2pkh = integer("p2pkh", in: fields).map { UInt8($0) }
        let p2sh = versions("p2sh", in: fields)
        let wif = wif(in: fields, p2pkh: p2pkh)
        let keys = extendedKeyVersions(in: fields, of: root)
        let bech32 = fields["bech32"] == nil ? nil : text("bech32", in: fields)
        guard let p2pkh, let p2sh, let wif, let keys else { return nil }
        checkDifferent(p2pkh: p2pkh, p2sh: p2sh, wif: wif, in: fields.node)
        return AddressNumbers(p2pkh: p2pkh, p2sh: p2sh, wif: wif, xpub: keys.xpub, xprv: keys.xprv, bech32: bech32)
    }

    private mutating func upgrade(in network: Fields) -> NetworkUpgrade? {
        guard let fields = nested("upgrade", in: network, .upgrade) else { return nil }
        let (name, version) = (text("name", in: fields), integer("version", in: fields))
        let hasHeight = fields["height"] != nil
        let height = hasHeight ? integer("height", in: fields).flatMap { BlockHeight(Int($0)) } : nil
        guard let name, let version, !hasHeight || height != nil else { return nil }
        return NetworkUpgrade(name: name, nodeVersion: Int(version), height: height)
    }

    /// A coin inherits the networks of the coin that it extends, but never the coin type (S12). SLIP-44 has a single
    /// coin type for the test networks of all coins.
    private mutating func coinType(in fields: Fields, of kind: NetworkKind) -> UInt32? {
        let isOwn = kind == .main && fields.node.entry("like") == nil
        let fields = isOwn ? Fields(fields.node, owner: fields.owner, section: .network) : fields
        return integer("bip44", in: fields, or: kind == .main ? nil : 1).map { UInt32($0) }
    }

    private mutating func versions(_ key: String, in fields: Fields) -> [UInt8]? {
        guard case .integers(let range) = fields.table[key].kind else { return nil }
        return document.required(key, in: fields) { $0.integers($1, in: range) }?.map { UInt8($0) }
    }

    /// The version of a private key. Bitcoin's is 128 above that of an address, and nearly all coins kept that
    /// distance, so it is the default unless this coin or one that it extends sets another.
    private mutating func wif(in fields: Fields, p2pkh: UInt8?) -> UInt8? {
        if fields["wif"] != nil { return integer("wif", in: fields).map { UInt8($0) } }
        // A mistake in the address version is already noted.
        if fields.below == nil, p2pkh == nil, fields["p2pkh"] != nil { return nil }
        let first = fields.below == nil ? p2pkh : integer("p2pkh", in: fields.root).map { UInt8($0) }
        return integer("wif", in: fields, or: first.flatMap { $0 < 128 ? Int64($0) + 128 : nil }).map { UInt8($0) }
    }

    /// The versions of extended keys, which must be set together or not at all; BIP32 has one pair for real money and
    /// one for tests.
    private mutating func extendedKeyVersions(
        in fields: Fields, of kind: NetworkKind
    ) -> (xpub: UInt32, xprv: UInt32)? {
        var statement = Optional(fields)
        while let said = statement, said.node.entry("xpub") == nil, said.node.entry("xprv") == nil {
            statement = said.below
        }
        if let statement {
            let own = Fields(statement.node, owner: statement.owner, section: .network)
            let (xpub, xprv) = (integer("xpub", in: own), integer("xprv", in: own))
            guard let xpub, let xprv else { return nil }
            if xpub == xprv, statement === fields, let node = own["xprv"] {
                document.note(.conflict, in: node, "xpub and xprv must differ")
            }
            return (UInt32(xpub), UInt32(xprv))
        }
        return kind == .main ? (0x0488_B21E, 0x0488_ADE4) : (0x0435_87CF, 0x0435_8394)
    }

    /// If one version byte had two meanings, a script or a private key could pass for an address.
    private mutating func checkDifferent(p2pkh: UInt8, p2sh: [UInt8], wif: UInt8, in network: YAMLNode) {
        let isP2SHWrong = p2sh.contains(p2pkh) || p2sh.first == p2sh.dropFirst().first
        guard isP2SHWrong || p2pkh == wif || p2sh.contains(wif),
            let node = (network.entry(isP2SHWrong ? "p2sh" : "wif") ?? network.entry("p2pkh"))?.value
        else {
            return
        }
        let version = isP2SHWrong ? (p2sh.contains(p2pkh) ? p2pkh : p2sh[0]) : wif
        document.note(
            .conflict, in: node, "the version \(version) is repeated: p2pkh, p2sh and wif must differ",
            hint: isP2SHWrong || network.entry("wif") != nil ? nil : "wif is p2pkh + 128 unless specified")
    }
}
