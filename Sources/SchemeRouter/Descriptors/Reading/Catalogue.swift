/// What was read so far, over all files: coins, schemes, and who took which name.
///
/// Everything is kept in arrays, and in few types of them. Descriptors are few, and the first use of a dictionary or an
/// array of a new type costs more at every start than all comparisons.
struct Catalogue {
    /// The coins without mistakes, in the order of the files.
    private(set) var coins: [CoinDescriptor] = []
    private(set) var schemes: [SchemeDescriptor] = []
    /// Whether some file could not be read. A name that is not known may be described there.
    let isPartial: Bool

    /// The positions of the coins by their coin types; nil while the coins are so few that they are looked through.
    private var coinTypes: [UInt32: [Int]]?
    private static let fewCoins = 48

    /// By the raw values of ``Kind``.
    private(set) var claims = [Claims(), Claims()]

    enum Kind: Int { case coin, scheme }

    init(isPartial: Bool) {
        self.isPartial = isPartial
    }

    /// Who took a name. A coin with mistakes in it is claimed and not among `coins`, so that the schemes that name it are
    /// not called wrong too.
    subscript(kind: Kind, name: String) -> Claim? { claims[kind.rawValue][name] }

    /// Takes a name, or notes how far its reading is.
    mutating func set(_ claim: Claim, _ kind: Kind, _ name: String) { claims[kind.rawValue].set(claim, name) }

    mutating func change(_ kind: Kind, _ name: String, _ body: (inout Claim) -> Void) {
        guard var claim = self[kind, name] else { return }
        body(&claim)
        set(claim, kind, name)
    }

    /// The names that were taken, for suggestions.
    func names(_ kind: Kind) -> [String] {
        // An alias cannot be extended.
        claims[kind.rawValue].names.filter { self[kind, $0]?.owner == $0 }
    }

    func coin(_ id: CoinID) -> CoinDescriptor? { self[.coin, id.name]?.position.map { coins[$0] } }

    /// The first coin with a coin type (SLIP-44) on its main network that `isMeant` accepts.
    func coin(ofType type: UInt32, where isMeant: (CoinDescriptor) -> Bool) -> CoinDescriptor? {
        guard let coinTypes else { return coins.first { $0.realCoinType == type && isMeant($0) } }
        for position in coinTypes[type] ?? [] where coins[position].realCoinType == type && isMeant(coins[position]) {
            return coins[position]
        }
        return nil
    }

    /// A scheme without mistakes, not by an alias.
    func scheme(_ name: String) -> SchemeDescriptor? {
        guard let claim = self[.scheme, name], claim.owner == name else { return nil }
        return claim.position.map { schemes[$0] }
    }

    /// Adds a coin, or replaces the one of its name.
    mutating func set(_ coin: CoinDescriptor) {
        guard let claim = self[.coin, coin.id.name] else { return }
        if let position = claim.position {
            coins[position] = coin
        } else {
            change(.coin, coin.id.name) { [count = coins.count] in $0.position = count }
            coins.append(coin)
        }
        guard coins.count > Self.fewCoins else { return }
        if coinTypes == nil {
            coinTypes = [:]
            for position in coins.indices { noteCoinType(at: position) }
        } else {
            noteCoinType(at: claim.position ?? coins.count - 1)
        }
    }

    private mutating func noteCoinType(at position: Int) {
        guard let type = coins[position].realCoinType else { return }
        coinTypes?[type, default: []].append(position)
    }

    /// Adds a scheme, or replaces the one of its name.
    mutating func set(_ scheme: SchemeDescriptor) {
        guard let claim = self[.scheme, scheme.name] else { return }
        if let position = claim.position { return schemes[position] = scheme }
        change(.scheme, scheme.name) { [count = schemes.count] in $0.position = count }
        schemes.append(scheme)
    }

    /// Gives up the aliases of a scheme whose place another description takes.
    mutating func releaseAliases(of scheme: SchemeDescriptor) {
        for alias in scheme.aliases { claims[Kind.scheme.rawValue].remove(alias) }
    }
}

extension CoinDescriptor {
    /// Its coin type where its money is real.
    var realCoinType: UInt32? { accountChain?.coinType ?? networks[.main]?.coinType }
}
