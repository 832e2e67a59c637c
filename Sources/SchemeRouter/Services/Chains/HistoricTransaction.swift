/// A transaction in which addresses of the wallet had a part.
public struct HistoricTransaction: Sendable, Hashable {
    /// Its id.
    public let id: TransactionID
    /// How many blocks confirm it; 0 while it waits for one.
    public let confirmations: Int
    /// When it was seen or mined, in seconds since 1970; nil where the network does not say.
    public let time: UnixTime?

    /// A transaction as given.
    public init(id: TransactionID, confirmations: Int, time: UnixTime?) {
        self.id = id
        self.confirmations = confirmations
        self.time = time
    }
}
