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
    /// The id of the transaction without signatures, which is also that of the signed one if all its signatures are in
    /// witnesses. With it, the journal has the payment before the wallet is asked to sign it (S6): a node could send it then.
    /// Nil if whoever signs it cannot send anything.
    public let id: TransactionID?

    /// Creates a payment.
    public init(bytes: [UInt8], inputs: [Outpoint], fee: Amount, size: Int, id: TransactionID? = nil) {
        self.id = id
        self.bytes = bytes
        self.inputs = inputs
        self.fee = fee
        self.size = size
    }
}
