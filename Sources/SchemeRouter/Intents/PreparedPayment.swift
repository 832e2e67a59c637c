/// A payment that a node's wallet has built and not signed.
public struct PreparedPayment: Sendable, Hashable {
    /// Whatever identifies it to the wallet: a node's is the transaction without signatures.
    public let bytes: [UInt8]
    /// The outputs that it spends.
    public let inputs: [Outpoint]
    /// The network's fee.
    public let fee: Amount
    /// The largest possible size of the signed transaction, in bytes.
    public let size: Int

    public init(bytes: [UInt8], inputs: [Outpoint], fee: Amount, size: Int) {
        self.bytes = bytes
        self.inputs = inputs
        self.fee = fee
        self.size = size
    }
}
