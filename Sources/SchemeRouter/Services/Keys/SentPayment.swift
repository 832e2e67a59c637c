/// A payment that an account sent, read from its bytes and proved from the transactions that it spends (S12).
public struct SentPayment: Sendable, Hashable {
    /// What it spends, in the order of its inputs. All of it is the account's.
    public let inputs: [OwnedUTXO]
    /// The whole transactions of these outputs.
    public let previous: [TransactionID: [UInt8]]
    /// What comes back to the account; nil where nothing does.
    public let change: PaymentIntent.Change?
    /// The output of change; nil where there is none.
    public let changeOutpoint: Outpoint?
    /// What the network gets.
    public let fee: Amount
    /// Its sizes.
    public let size: Size
    /// Whether it says that one with a higher fee may take its place (BIP125).
    public let isReplaceable: Bool

    /// Virtual bytes.
    public struct Size: Sendable, Hashable {
        /// As it was signed.
        public let signed: Int64
        /// As it could be with other signatures, at most.
        public let largest: Int64
        /// Of the output of change; 0 where there is none.
        public let change: Int64

        /// Creates sizes.
        public init(signed: Int64, largest: Int64, change: Int64) {
            self.signed = signed
            self.largest = largest
            self.change = change
        }
    }

    /// Creates a payment.
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
