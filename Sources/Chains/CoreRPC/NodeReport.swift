/// What a node that passed all checks says of itself.
public struct NodeReport: Sendable, Hashable {
    /// Its program and version, safe to show: `/Dash Core:23.1.2/`.
    public let version: String
    /// The number of the newest block it has.
    public let height: Int
    /// How many other nodes it is connected to.
    public let connections: Int
}
