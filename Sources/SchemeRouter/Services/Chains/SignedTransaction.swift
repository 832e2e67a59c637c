/// A payment, signed and ready to send.
public struct SignedTransaction: Sendable, Hashable {
    /// Its id.
    public let id: TransactionID
    /// The bytes that go to the network.
    public let bytes: [UInt8]
    /// Until when the network takes it, by the network's own time; nil for ever.
    public let expires: UnixTime?

    /// A transaction as given.
    public init(id: TransactionID, bytes: [UInt8], expires: UnixTime? = nil) {
        self.id = id
        self.bytes = bytes
        self.expires = expires
    }
}
