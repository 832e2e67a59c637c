/// The result of delivering the answer to a dapp.
public struct DappDelivery: Sendable, Equatable {
    /// Why its server did not accept the result; nil if it did, or receives nothing.
    public let serverProblem: String?
    /// The result of opening the link that wakes it.
    public let callback: CallbackDelivery
}
