/// Everything read so far from all files: coins, schemes, and who claimed which name.
///
/// Stored in arrays of few types: descriptors are few, and the first use of a dictionary or of an array of a new type
/// costs more at every start than all comparisons.
struct Catalogue {
    /// The coins without mistakes, in file order.
    private(set) var coins: [CoinDescriptor] = []
    private(set) var schemes: [SchemeDescriptor] = []
    /// Whether some file could not be read. Unknown names may be described there.
    let isPartial: Bool

    /// The positions of the coins by coin type; nil while there are few enough to search linearly.
    private var coinTypes: [UInt32: [Int]]?
    private static let fewCoins = 48

    private var claimedCoins = Claims()
    private var claimedSchemes = Claims()

    enum Kind { case coin, scheme }

    init(isPartial: Bool) {
        self.isPartial = isPartial
    }

    /// The claim on a name. A coin with mistakes is claimed but not in `coins`, so that schemes that name it are not
    /// reported, too.
    subscript(kind: Kind, name: String) -> Claim? { claims(kind)[name] }

    private func claims(_ kind: Kind) -> Claims {
        switch kind {
        case .coin: claimedCoins
        case .scheme: claimedSchemes
        }
    }

    private mutating func update(_ kind: Kind, _ body: (inout Claims) -> Void) {
        switch kind {
        case .coin: body(&claimedCoins)
        case .scheme: body(&claimedSchemes)
        }
    }

    /// Whether a name is claimed.
    func isClaimed(_ name: String, as kind: Kind) -> Bool { claims(kind).contains(name) }

    /// Claims the name of a description that has not been read yet.
    mutating func announce(_ entry: YAMLNode.Entry, _ kind: Kind, _ name: String) {
        update(kind) { $0.announce(entry, name) }
    }

    /// Claims a name, or updates the state of its reading.
    mutating func set(_ claim: Claim, _ kind: Kind, _ name: String) { update(kind) { $0.set(claim, name) } }

    mutating func change(_ kind: Kind, _ name: String, _ body: (inout Claim) -> Void) {
        update(kind) { $0.change(name, body) }
    }

    /// The claimed names, for suggestions.
    func names(_ kind: Kind) -> [String] {
        // Aliases cannot be extended.
        claims(kind).names.filter { self[kind, $0]?.owner == $0 }
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

    /// A scheme without mistakes, by its name but not by an alias.
    func scheme(_ name: String) -> SchemeDescriptor? {
        guard let claim = self[.scheme, name], claim.owner == name else { return nil }
        return claim.position.map { schemes[$0] }
    }

    /// Adds a coin, or replaces the one with its name.
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

    /// Adds a scheme, or replaces the one with its name.
    mutating func set(_ scheme: SchemeDescriptor) {
        guard let claim = self[.scheme, scheme.name] else { return }
        if let position = claim.position { return schemes[position] = scheme }
        change(.scheme, scheme.name) { [count = schemes.count] in $0.position = count }
        schemes.append(scheme)
    }

    /// Adds the coins and schemes of another catalogue whose names are not claimed here, but not their claims.
    mutating func addDescriptors(of other: Catalogue) {
        coins.reserveCapacity(coins.count + other.coins.count)
        for coin in other.coins where !isClaimed(coin.id.name, as: .coin) { coins.append(coin) }
        schemes.reserveCapacity(schemes.count + other.schemes.count)
        for scheme in other.schemes where !isClaimed(scheme.name, as: .scheme) { schemes.append(scheme) }
    }

    /// Forgets what was written in the files, after the last one.
    mutating func forgetFields() {
        claimedCoins.forgetFields()
        claimedSchemes.forgetFields()
    }

    /// Releases the aliases of a scheme that another description replaces.
    mutating func releaseAliases(of scheme: SchemeDescriptor) {
        for alias in scheme.aliases { claimedSchemes.remove(alias) }
    }
}

extension CoinDescriptor {
    /// Its coin type on the main network or chain.
    var realCoinType: UInt32? { accountChain?.coinType ?? networks[.main]?.coinType }
}
