/// What was read so far, over all files: coins, schemes, and who took which name.
///
/// Everything is kept in arrays, and in few types of them. Descriptors are few, and the first use of a dictionary or an
/// array of a new type costs more at every start than all comparisons.
struct Catalogue {
    /// The coins without mistakes, in the order of the files.
    var coins: [CoinDescriptor] = []
    var schemes: [SchemeDescriptor] = []
    private var claims: [Claim] = []

    private struct Claim {
        let kind: Kind
        let name: String
        let place: SourceLocation

        enum Kind { case coin, scheme }
    }

    /// The coins that are described. One with mistakes in it is here and not among `coins`, so that the schemes that
    /// name it are not called wrong too.
    var coinIDs: [CoinID] {
        claims.filter { $0.kind == .coin }.map { CoinID($0.name) }
    }

    /// Whether a coin is described, with mistakes or without.
    func hasCoin(_ id: CoinID) -> Bool {
        claims.contains { $0.kind == .coin && $0.name == id.name }
    }

    /// A coin without mistakes.
    func coin(_ id: CoinID) -> CoinDescriptor? {
        coins.first { $0.id == id }
    }

    /// Takes the name of a coin. Returns where it already stands, if it does.
    mutating func claim(coin: CoinID, at place: SourceLocation) -> SourceLocation? {
        claim(.coin, coin.name, at: place)
    }

    /// Takes a scheme, or another name of one. Returns where it already stands, if it does.
    mutating func claim(scheme: String, at place: SourceLocation) -> SourceLocation? {
        claim(.scheme, scheme, at: place)
    }

    private mutating func claim(_ kind: Claim.Kind, _ name: String, at place: SourceLocation) -> SourceLocation? {
        if let first = claims.first(where: { $0.kind == kind && $0.name == name }) { return first.place }
        claims.append(Claim(kind: kind, name: name, place: place))
        return nil
    }
}
