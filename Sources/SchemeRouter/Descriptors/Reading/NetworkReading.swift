extension DescriptorReader {
    private static let networkKeys = ["p2pkh", "p2sh", "wif", "xpub", "xprv", "bech32", "bip44"]

    /// Reads the networks of a coin; nil where anything is wrong with them, which is noted.
    mutating func networks(in coin: Fields) -> CoinNetworks? {
        guard let fields = document.nested("networks", in: coin, known: NetworkKind.allCases.map(\.rawValue)) else {
            return nil
        }
        var networks = CoinNetworks()
        var isWhole = true
        var isEmpty = true
        for kind in NetworkKind.allCases {
            guard let entry = fields.entry(kind.rawValue) else { continue }
            isEmpty = false
            if let network = network(entry) { networks[kind] = network } else { isWhole = false }
        }
        guard !isEmpty else {
            document.note(.missingKey, at: fields.owner, in: fields.node, "a coin has at least one network")
            return nil
        }
        return isWhole ? networks : nil
    }

    private mutating func network(_ entry: YAMLNode.Entry) -> NetworkParameters? {
        guard let fields = document.fields(of: entry.value, owner: entry.mark, known: Self.networkKeys) else {
            return nil
        }
        let p2pkh = document.required("p2pkh", in: fields) { $0.version($1) }
        let p2sh = document.required("p2sh", in: fields) { $0.versions($1) }
        let wif = document.required("wif", in: fields) { $0.version($1) }
        let xpub = document.required("xpub", in: fields) { $0.extendedKeyVersion($1) }
        let xprv = document.required("xprv", in: fields) { $0.extendedKeyVersion($1) }
        let bech32 = document.optional("bech32", in: fields) { $0.humanReadablePart($1) }
        let coinType = document.required("bip44", in: fields) { $0.integer($1, in: 0...0x7FFF_FFFF) }
        guard let p2pkh, let p2sh, let wif, let xpub, let xprv, let coinType else { return nil }
        checkDifferent(p2pkh: p2pkh, p2sh: p2sh, wif: wif, in: fields)
        if xpub == xprv, let node = fields["xprv"] {
            document.note(.conflict, at: node.mark, in: node, "xpub and xprv must differ")
        }
        return NetworkParameters(
            p2pkh: p2pkh, p2sh: p2sh, wif: wif, xpub: xpub, xprv: xprv, bech32: bech32, coinType: UInt32(coinType))
    }

    /// One version byte with two meanings would let a script or a private key pass for an address.
    private mutating func checkDifferent(p2pkh: UInt8, p2sh: [UInt8], wif: UInt8, in fields: Fields) {
        let isP2SHWrong = p2sh.contains(p2pkh) || p2sh.first == p2sh.dropFirst().first
        guard isP2SHWrong || p2pkh == wif || p2sh.contains(wif), let node = fields[isP2SHWrong ? "p2sh" : "wif"] else {
            return
        }
        let version = isP2SHWrong ? (p2sh.contains(p2pkh) ? p2pkh : p2sh[0]) : wif
        document.note(
            .conflict, at: node.mark, in: node, "the version \(version) stands twice: p2pkh, p2sh and wif must differ")
    }
}

extension DocumentReader {
    /// A Base58Check version byte.
    fileprivate mutating func version(_ node: YAMLNode) -> UInt8? {
        integer(node, in: 0...255).map { UInt8($0) }
    }

    /// A version byte, or two: the one that is written, and the one that is read too.
    fileprivate mutating func versions(_ node: YAMLNode) -> [UInt8]? {
        guard node.kind == .sequence else { return version(node).map { [$0] } }
        let items = Array(node.items)
        guard (1...2).contains(items.count) else {
            note(.outOfRange, at: node.mark, in: node, "expected one version or two")
            return nil
        }
        let versions = items.compactMap { version($0) }
        return versions.count == items.count ? versions : nil
    }

    /// The four version bytes of an extended key (BIP32).
    fileprivate mutating func extendedKeyVersion(_ node: YAMLNode) -> UInt32? {
        integer(node, in: 0...0xFFFF_FFFF).map { UInt32($0) }
    }

    /// The first part of a segwit address (BIP173): 1 to 83 ASCII characters from `!` to `~`, without capitals.
    fileprivate mutating func humanReadablePart(_ node: YAMLNode) -> String? {
        guard let text = text(node) else { return nil }
        let isPart =
            (1...83).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !(0x41...0x5A).contains($0) }
        guard isPart else {
            note(
                .invalidValue, at: node.mark, in: node, "\(quoted(text)) is no human-readable part of BIP173",
                hint: "1 to 83 ASCII characters without capitals")
            return nil
        }
        return text
    }
}
