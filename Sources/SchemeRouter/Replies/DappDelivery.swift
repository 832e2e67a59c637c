/// What became of the answer to a dapp.
public struct DappDelivery: Sendable, Equatable {
    /// Why its server did not take what it got; nil where it did, or gets nothing.
    public let serverProblem: String?
    /// What became of the link that wakes it.
    public let callback: CallbackDelivery
}
