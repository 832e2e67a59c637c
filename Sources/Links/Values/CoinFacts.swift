/// How amounts and addresses of a coin look: all that a requesting app must know about it.
public protocol CoinFacts: Sendable {
    /// Its id, `dash`.
    var id: CoinID { get }
    /// Name for people, `Dash`.
    var title: String { get }
    /// Short name shown after amounts, `DASH`.
    var ticker: String { get }
    /// Fraction digits of one whole coin, 0…18.
    var decimals: Int { get }
    /// The largest amount that can exist.
    var maxMoney: Amount { get }
    /// The smallest output that nodes relay; zero if there is no limit.
    var dust: Amount { get }
    /// Whether the coin's network locks payments within seconds.
    var hasLock: Bool { get }
}

extension CoinFacts {
    /// `0.5 DASH`.
    public func text(_ amount: Amount) -> String { "\(amount.text(decimals: decimals)) \(ticker)" }
}
