/// What was read so far, over all files: coins, schemes, and who took which name.
///
/// Names are kept in arrays. Descriptors are few, and the first use of a dictionary of a new type costs more at every
/// start than all comparisons.
struct Catalogue {
    var coins: [CoinID: CoinDescriptor] = [:]
    var schemes: [SchemeDescriptor] = []

    /// The coins that are described. One with mistakes in it is here and not among `coins`, so that the schemes that
    /// name it are not called wrong too.
    private(set) var coinIDs: [CoinID] = []
    private var coinClaims: [Claim] = []
    private var schemeClaims: [Claim] = []
    private var coinTypes: [(number: UInt32, coin: CoinID, file: String)] = []

    private struct Claim {
        let name: String
        let place: SourceLocation
    }

    /// Takes the name of a coin. Returns where it already stands, if it does.
    mutating func claim(coin: CoinID, at place: SourceLocation) -> SourceLocation? {
        if let first = coinClaims.first(where: { $0.name == coin.name }) { return first.place }
        coinClaims.append(Claim(name: coin.name, place: place))
        coinIDs.append(coin)
        return nil
    }

    /// Takes a scheme, or another name of one. Returns where it already stands, if it does.
    mutating func claim(scheme: String, at place: SourceLocation) -> SourceLocation? {
        if let first = schemeClaims.first(where: { $0.name == scheme }) { return first.place }
        schemeClaims.append(Claim(name: scheme, place: place))
        return nil
    }

    /// Takes the coin type of a coin's main network. Returns the coin of another file that uses it, if one does.
    mutating func claim(coinType: UInt32, for coin: CoinID, in file: String) -> CoinID? {
        if let first = coinTypes.first(where: { $0.number == coinType && $0.file != file }) { return first.coin }
        coinTypes.append((coinType, coin, file))
        return nil
    }
}
