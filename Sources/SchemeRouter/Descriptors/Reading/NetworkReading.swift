extension DescriptorReader {
    /// Reads the networks of a coin; nil where anything is wrong with them, which is noted.
    /// - Parameter base: those of the coin it starts from. It has them too, each as far as it is not written.
    mutating func networks(in coin: Fields, like base: CoinNetworks?) -> CoinNetworks? {
        guard let fields = document.nested("networks", in: coin, known: NetworkKind.allCases.map(\.rawValue)) else {
            return nil
        }
        var networks = CoinNetworks()
        for kind in base?.keys ?? [] { networks[kind] = base?[kind]?.withoutGenesis }
        var isComplete = true
        // Those that are like another one come last, when that one is known.
        for isLike in [false, true] {
            for kind in NetworkKind.allCases {
                guard let entry = fields.entry(kind.rawValue), (entry.value.entry("like") != nil) == isLike else {
                    continue
                }
                networks[kind] = network(entry, kind, in: fields, others: networks)
                if networks[kind] == nil { isComplete = false }
            }
        }
        if isComplete, networks.count == 0 {
            document.note(.missingKey, at: fields.owner, in: fields.node, "a coin has at least one network")
            return nil
        }
        if let base, base[.main] != nil, fields["main"] == nil {
            // Its keys would be the other coin's (S12).
            document.note(
                .missingKey, at: fields.owner, in: fields.node, "the key 'main' is missing",
                hint: "a coin writes its own BIP44 coin type: main: { bip44: … }")
            return nil
        }
        return isComplete ? networks : nil
    }

    private mutating func network(
        _ entry: YAMLNode.Entry, _ kind: NetworkKind, in networks: Fields, others: CoinNetworks
    ) -> NetworkParameters? {
        guard let fields = document.fields(of: entry.value, owner: entry.mark, known: DescriptorKeys.network) else {
            return nil
        }
        guard let name = fields["like"] else {
            return network(fields, of: kind, like: others[kind], coinType: kind == .main ? nil : others[kind]?.coinType)
        }
        guard let other = model(name, of: kind, in: networks, others: others) else { return nil }
        // What is wrong with the other one is noted there.
        return others[other].flatMap { network(fields, of: kind, like: $0, coinType: $0.coinType) }
    }

    /// The network that another one is like: one of the same coin that is written out itself.
    private mutating func model(
        _ name: YAMLNode, of kind: NetworkKind, in networks: Fields, others: CoinNetworks
    ) -> NetworkKind? {
        let others = NetworkKind.allCases.filter {
            $0 != kind && (networks[$0.rawValue] != nil || others[$0] != nil)
        }
        guard let other = document.choice(name, of: "network", among: others, name: \.rawValue) else { return nil }
        guard networks[other.rawValue]?.entry("like") == nil else {
            document.note(
                .conflict, at: name.mark, in: name, "'\(other.rawValue)' is like another network itself",
                hint: "name a network that is written out")
            return nil
        }
        return other
    }

    /// Reads a network. What it does not say is taken from `base`; without one, some of it from the standards.
    private mutating func network(
        _ fields: Fields, of kind: NetworkKind, like base: NetworkParameters?, coinType: UInt32?
    ) -> NetworkParameters? {
        let p2pkh = field("p2pkh", in: fields, or: base?.p2pkh) { $0.version($1) }
        let p2sh = field("p2sh", in: fields, or: base?.p2sh) { $0.versions($1) }
        let wif = wif(in: fields, p2pkh: p2pkh, like: base)
        let keys = extendedKeyVersions(in: fields, of: kind, like: base)
        let bech32 = field("bech32", in: fields, orNone: base?.bech32) { $0.humanReadablePart($1) }
        // SLIP-44 has one coin type for the test networks of all coins.
        let coinType = field("bip44", in: fields, or: coinType ?? (kind == .main ? nil : 1)) { document, node in
            document.integer(node, in: DescriptorLimits.hardened).map { UInt32($0) }
        }
        let genesis = document.optional("genesis", in: fields) { $0.chainID($1, "a node says it: getblockhash 0") }
        guard let p2pkh, let p2sh, let wif, let keys, let coinType, genesis != nil || fields["genesis"] == nil else {
            return nil
        }
        checkDifferent(p2pkh: p2pkh, p2sh: p2sh, wif: wif, in: fields)
        return NetworkParameters(
            p2pkh: p2pkh, p2sh: p2sh, wif: wif, xpub: keys.xpub, xprv: keys.xprv, bech32: bech32, coinType: coinType,
            genesis: genesis)
    }

    /// The version of a private key. Bitcoin's is 128 more than that of an address, and nearly all coins kept that.
    private mutating func wif(in fields: Fields, p2pkh: UInt8?, like base: NetworkParameters?) -> UInt8? {
        // What is wrong with the address version is noted already.
        if fields["wif"] == nil, base == nil, p2pkh == nil, fields["p2pkh"] != nil { return nil }
        let standard = p2pkh.flatMap { $0 < 128 ? $0 + 128 : nil }
        return field("wif", in: fields, or: base?.wif ?? standard) { $0.version($1) }
    }

    /// The versions of extended keys, both or neither of them written; BIP32 has one pair for money and one for tests.
    private mutating func extendedKeyVersions(
        in fields: Fields, of kind: NetworkKind, like base: NetworkParameters?
    ) -> (xpub: UInt32, xprv: UInt32)? {
        guard fields["xpub"] != nil || fields["xprv"] != nil else {
            if let base { return (base.xpub, base.xprv) }
            return kind == .main ? (0x0488_B21E, 0x0488_ADE4) : (0x0435_87CF, 0x0435_8394)
        }
        let xpub = document.required("xpub", in: fields) { $0.extendedKeyVersion($1) }
        let xprv = document.required("xprv", in: fields) { $0.extendedKeyVersion($1) }
        guard let xpub, let xprv else { return nil }
        if xpub == xprv, let node = fields["xprv"] {
            document.note(.conflict, at: node.mark, in: node, "xpub and xprv must differ")
        }
        return (xpub, xprv)
    }

    /// One version byte with two meanings would let a script or a private key pass for an address.
    private mutating func checkDifferent(p2pkh: UInt8, p2sh: [UInt8], wif: UInt8, in fields: Fields) {
        let isP2SHWrong = p2sh.contains(p2pkh) || p2sh.first == p2sh.dropFirst().first
        guard isP2SHWrong || p2pkh == wif || p2sh.contains(wif),
            let node = fields[isP2SHWrong ? "p2sh" : "wif"] ?? fields["p2pkh"]
        else {
            return
        }
        let version = isP2SHWrong ? (p2sh.contains(p2pkh) ? p2pkh : p2sh[0]) : wif
        document.note(
            .conflict, at: node.mark, in: node, "the version \(version) stands twice: p2pkh, p2sh and wif must differ",
            hint: fields["wif"] == nil ? "wif is p2pkh + 128 where it is not written" : nil)
    }
}

extension DocumentReader {
    /// A Base58Check version byte.
    fileprivate mutating func version(_ node: YAMLNode) -> UInt8? {
        integer(node, in: DescriptorLimits.version).map { UInt8($0) }
    }

    /// A version byte, or two: the one that is written, and the one that is read too.
    fileprivate mutating func versions(_ node: YAMLNode) -> [UInt8]? {
        guard node.kind == .sequence else { return version(node).map { [$0] } }
        var count = 0
        for _ in node.items { count += 1 }
        guard DescriptorLimits.p2shVersions.contains(count) else {
            note(.outOfRange, at: node.mark, in: node, "expected one version or two")
            return nil
        }
        var versions: [UInt8] = []
        for item in node.items {
            if let version = version(item) { versions.append(version) }
        }
        return versions.count == count ? versions : nil
    }

    /// The four version bytes of an extended key (BIP32).
    fileprivate mutating func extendedKeyVersion(_ node: YAMLNode) -> UInt32? {
        integer(node, in: DescriptorLimits.extendedKeyVersion).map { UInt32($0) }
    }

    /// The first part of a segwit address (BIP173): 1 to 83 ASCII characters from `!` to `~`, without capitals.
    fileprivate mutating func humanReadablePart(_ node: YAMLNode) -> String? {
        guard let text = text(node) else { return nil }
        let isPart =
            DescriptorLimits.humanReadablePart.contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !(0x41...0x5A).contains($0) }
        guard isPart else {
            note(
                .invalidValue, at: node.mark, in: node, "\(quoted(text)) is no human-readable part of BIP173",
                hint: "1 to 83 ASCII characters without capitals", name: text, candidates: [text.lowercased()])
            return nil
        }
        return text
    }
}
