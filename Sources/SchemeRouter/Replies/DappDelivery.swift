/// What became of the answer to a dapp.
public struct DappDelivery: Sendable, Equatable {
    /// Why its server did not accept what it received; nil if it did, or receives nothing.
    public let serverProblem: String?
    /// What became of the link that wakes it.
    public let callback: CallbackDelivery
}
