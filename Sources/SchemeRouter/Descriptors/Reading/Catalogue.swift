/// What was read so far, over all files: coins, schemes, and who took which name.
///
/// Everything is kept in arrays, and in few types of them. Descriptors are few, and the first use of a dictionary or an
/// array of a new type costs more at every start than all comparisons.
struct Catalogue {
    /// The coins without mistakes, in the order of the files.
    private(set) var coins: [CoinDescriptor] = []
    /// The schemes without mistakes.
    private(set) var schemes: [SchemeDescriptor] = []
    /// Whether some file could not be read. A name that is not known may be described there.
    let isPartial: Bool

    private var coinClaims = Claims()
    private var schemeClaims = Claims()

    /// - Parameter isPartial: whether some file could not be read.
    init(isPartial: Bool = false) {
        self.isPartial = isPartial
    }

    /// What can have a name.
    enum Kind { case coin, scheme }

    /// Who took a name. A coin with mistakes in it is claimed and not among `coins`, so that the schemes that name it are
    /// not called wrong too.
    subscript(kind: Kind, name: String) -> Claim? {
        switch kind {
        case .coin: coinClaims[name]
        case .scheme: schemeClaims[name]
        }
    }

    /// Takes a name, or notes how far its reading is.
    mutating func set(_ claim: Claim, _ kind: Kind, _ name: String) {
        switch kind {
        case .coin: coinClaims.set(claim, name)
        case .scheme: schemeClaims.set(claim, name)
        }
    }

    /// Changes what is known of a name that was taken.
    mutating func change(_ kind: Kind, _ name: String, _ body: (inout Claim) -> Void) {
        guard var claim = self[kind, name] else { return }
        body(&claim)
        set(claim, kind, name)
    }

    /// The names that were taken, for suggestions.
    func names(_ kind: Kind) -> [String] {
        switch kind {
        case .coin: coinClaims.names
        // An alias cannot be extended.
        case .scheme: schemeClaims.names.filter { schemeClaims[$0]?.owner == $0 }
        }
    }

    /// A coin without mistakes.
    func coin(_ id: CoinID) -> CoinDescriptor? {
        coinClaims[id.name]?.position.map { coins[$0] }
    }

    /// A scheme without mistakes, not by an alias.
    func scheme(_ name: String) -> SchemeDescriptor? {
        guard let claim = schemeClaims[name], claim.owner == name else { return nil }
        return claim.position.map { schemes[$0] }
    }

    /// Puts a coin in, or in the place of the one of its name.
    mutating func set(_ coin: CoinDescriptor) {
        guard var claim = coinClaims[coin.id.name] else { return }
        if let position = claim.position {
            coins[position] = coin
        } else {
            claim.position = coins.count
            coinClaims.set(claim, coin.id.name)
            coins.append(coin)
        }
    }

    /// Puts a scheme in, or in the place of the one of its name.
    mutating func set(_ scheme: SchemeDescriptor) {
        guard var claim = schemeClaims[scheme.name] else { return }
        if let position = claim.position {
            schemes[position] = scheme
        } else {
            claim.position = schemes.count
            schemeClaims.set(claim, scheme.name)
            schemes.append(scheme)
        }
    }

    /// Gives up the aliases of a scheme whose place another description takes.
    mutating func releaseAliases(of scheme: SchemeDescriptor) {
        for alias in scheme.aliases { schemeClaims.remove(alias) }
    }
}
