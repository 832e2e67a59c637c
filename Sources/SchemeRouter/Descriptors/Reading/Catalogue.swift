/// What was read so far, over all files: coins, schemes, and who took which name.
struct Catalogue {
    var coins: [CoinID: CoinDescriptor] = [:]
    var schemes: [SchemeDescriptor] = []

    /// Where each coin stands. A coin with mistakes in it is here and not among `coins`, so that the schemes that name
    /// it are not called wrong too.
    private(set) var coinPlaces: [CoinID: SourceLocation] = [:]
    private var schemePlaces: [String: SourceLocation] = [:]
    private var coinTypes: [UInt32: (coin: CoinID, file: String)] = [:]

    /// Takes the name of a coin. Returns where it already stands, if it does.
    mutating func claim(coin: CoinID, at place: SourceLocation) -> SourceLocation? {
        if let first = coinPlaces[coin] { return first }
        coinPlaces[coin] = place
        return nil
    }

    /// Takes a scheme, or another name of one. Returns where it already stands, if it does.
    mutating func claim(scheme: String, at place: SourceLocation) -> SourceLocation? {
        if let first = schemePlaces[scheme] { return first }
        schemePlaces[scheme] = place
        return nil
    }

    /// Takes the coin type of a coin's main network. Returns the coin of another file that uses it already, if one does.
    mutating func claim(coinType: UInt32, for coin: CoinID, in file: String) -> CoinID? {
        guard let first = coinTypes[coinType] else {
            coinTypes[coinType] = (coin, file)
            return nil
        }
        return first.file == file ? nil : first.coin
    }
}
