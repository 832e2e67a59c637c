/// Whether the request wants the network to lock the payment within seconds.
public struct LockWish: Sendable, Hashable {
    /// Whether it is requested.
    public let isRequested: Bool
    /// Whether a payment without it would be wrong (`req-`).
    public let isRequired: Bool

    public init(isRequested: Bool, isRequired: Bool) {
        self.isRequested = isRequested
        self.isRequired = isRequired
    }
}
