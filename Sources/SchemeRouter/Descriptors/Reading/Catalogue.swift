/// The claim on a name, and the state of its reading.
struct Claim {
    /// The scheme if the name is an alias, otherwise the name itself.
    let owner: String
    /// The number of the file that described it last.
    var layer: Int
    var place: SourceLocation
    /// The merged fields of all files read so far; nil before the first, and for an alias.
    var fields: Fields?
    /// Whether the current file has a description of it that has not been read yet.
    var state = State.settled
    /// Its index among the descriptors; nil before it is added, or if it has a mistake.
    var position: Int?

    enum State {
        case pending
        case reading
        case settled
    }
}

extension Claim {
    init(_ entry: YAMLNode.Entry, owner: String) {
        self.init(owner: owner, layer: entry.value.tree.layer, place: entry.location, state: .pending)
    }
}

/// Everything read so far from all files: coins, schemes, and who claimed which name.
struct Catalogue {
    /// The coins without mistakes, in file order.
    private(set) var coins: [CoinDescriptor] = []
    private(set) var schemes: [SchemeDescriptor] = []
    /// Whether some file could not be read. Unknown names may be described there.
    let isPartial: Bool

    /// The positions of the coins by coin type.
    private var coinTypes: [UInt32: [Int]] = [:]
    private var coinClaims: [String: Claim] = [:]
    private var schemeClaims: [String: Claim] = [:]

    enum Kind { case coin, scheme }

    init(isPartial: Bool) {
        self.isPartial = isPartial
    }

    /// The claim on a name. A coin with mistakes is claimed but not in `coins`, so that schemes that name it are not
    /// reported, too.
    subscript(kind: Kind, name: String) -> Claim? {
        get { kind == .coin ? coinClaims[name] : schemeClaims[name] }
        _modify {
            switch kind {
            case .coin: yield &coinClaims[name]
            case .scheme: yield &schemeClaims[name]
            }
        }
    }

    /// Claims the name of a description that has not been read yet, unless an earlier file did so.
    mutating func announce(_ entry: YAMLNode.Entry, _ kind: Kind, _ name: String) {
        if self[kind, name] == nil {
            self[kind, name] = Claim(entry, owner: name)
        } else {
            self[kind, name]?.state = .pending
        }
    }

    /// The claimed names that can be extended, for suggestions: aliases cannot.
    func names(_ kind: Kind) -> [String] {
        (kind == .coin ? coinClaims : schemeClaims).filter { $0 == $1.owner }.keys.sorted()
    }

    func coin(_ id: CoinID) -> CoinDescriptor? { self[.coin, id.name]?.position.map { coins[$0] } }

    /// The first coin with a coin type (SLIP-44) on its main network that `isMeant` accepts.
    func coin(ofType type: UInt32, where isMeant: (CoinDescriptor) -> Bool) -> CoinDescriptor? {
        coinTypes[type]?.lazy.map { coins[$0] }.first { $0.realCoinType == type && isMeant($0) }
    }

    /// A scheme without mistakes, by its name but not by an alias.
    func scheme(_ name: String) -> SchemeDescriptor? {
        guard let claim = self[.scheme, name], claim.owner == name else { return nil }
        return claim.position.map { schemes[$0] }
    }

    /// Adds a coin, or replaces the one with its name.
    mutating func set(_ coin: CoinDescriptor) {
        guard let claim = self[.coin, coin.id.name] else { return }
        let position = claim.position ?? coins.count
        if claim.position == nil { coins.append(coin) } else { coins[position] = coin }
        self[.coin, coin.id.name]?.position = position
        if let type = coin.realCoinType { coinTypes[type, default: []].append(position) }
    }

    /// Adds a scheme, or replaces the one with its name.
    mutating func set(_ scheme: SchemeDescriptor) {
        guard let claim = self[.scheme, scheme.name] else { return }
        if let position = claim.position { return schemes[position] = scheme }
        let position = schemes.count
        self[.scheme, scheme.name]?.position = position
        schemes.append(scheme)
    }

    /// Releases the aliases of a scheme that another description replaces.
    mutating func releaseAliases(of scheme: SchemeDescriptor) {
        for alias in scheme.aliases { schemeClaims[alias] = nil }
    }
}

extension CoinDescriptor {
    /// Its coin type on the main network or chain.
    var realCoinType: UInt32? { accountChain?.coinType ?? networks[.main]?.coinType }
}
