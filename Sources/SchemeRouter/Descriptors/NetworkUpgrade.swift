/// The latest change of a network's rules: a node that does not know it stops at the last block before it.
public struct NetworkUpgrade: Sendable, Hashable {
    /// Its name under `softforks` of a node's `getblockchaininfo`.
    public let name: String
    /// The first version of the node's program that knows it, as `getnetworkinfo` writes `version`: 240000 is 24.0.0.
    public let nodeVersion: Int
    /// The first block that the new rules may apply to; nil if that is not known.
    public let height: BlockHeight?

    public init(name: String, nodeVersion: Int, height: BlockHeight?) {
        self.name = name
        self.nodeVersion = nodeVersion
        self.height = height
    }
}
