/// A payment from an account, decoded from its bytes and verified with the transactions that it spends (S12).
public struct SentPayment: Sendable, Hashable {
    /// The outputs that it spends, in the order of its inputs. All of them are the account's.
    public let inputs: [OwnedUTXO]
    /// The full transactions of these outputs.
    public let previous: [TransactionID: [UInt8]]
    /// The change; nil if there is none.
    public let change: PaymentIntent.Change?
    /// The change output; nil if there is none.
    public let changeOutpoint: Outpoint?
    /// The network's fee.
    public let fee: Amount
    /// Its sizes.
    public let size: Size
    /// Whether it signals that a payment with a higher fee may replace it (BIP125).
    public let isReplaceable: Bool

    /// Sizes in virtual bytes.
    public struct Size: Sendable, Hashable {
        /// The size as signed.
        public let signed: Int64
        /// The largest possible size with other signatures.
        public let largest: Int64
        /// The size of the change output; 0 if there is none.
        public let change: Int64

        public init(signed: Int64, largest: Int64, change: Int64) {
            self.signed = signed
            self.largest = largest
            self.change = change
        }
    }

    public init(
        inputs: [OwnedUTXO], previous: [TransactionID: [UInt8]], change: PaymentIntent.Change?,
        changeOutpoint: Outpoint?, fee: Amount, size: Size, isReplaceable: Bool
    ) {
        self.inputs = inputs
        self.previous = previous
        self.change = change
        self.changeOutpoint = changeOutpoint
        self.fee = fee
        self.size = size
        self.isReplaceable = isReplaceable
    }
}
