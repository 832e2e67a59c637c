/// A payment as it will be signed: one recipient, perhaps data, change to the wallet itself, and the rest is the fee.
///
/// It identifies keys by path and recipients by address. The wallet makes scripts and signatures from it, so that a
/// plugin cannot cause a difference between what is shown and what is signed.
public struct PaymentIntent: Sendable, Hashable {
    /// The coin and network of the payment.
    public let chain: ChainID
    /// The UTXOs that are spent, in the order of the transaction's inputs. Empty if a node's wallet chooses them.
    public let inputs: [OwnedUTXO]
    /// The recipient's address, exactly as in the request.
    public let recipient: String
    /// The amount that the recipient receives.
    public let amount: Amount
    /// What it records on the chain, in an output without money; nil if nothing. Then the outputs have this order – the
    /// recipient, the data, the change – and the change returns to the address of the first input: services that read the
    /// data refund there.
    public let data: PaymentData?
    /// The change; nil if there is none.
    public let change: Change?
    /// What the node's wallet built and will sign; nil if the person's own keys pay.
    public let prepared: PreparedPayment?
    /// Everybody that is paid, if the node's wallet pays several; then ``recipient`` is the first, and ``amount`` the sum.
    /// Otherwise empty.
    public let list: [Payee]

    /// The output that returns the rest to the wallet.
    public struct Change: Sendable, Hashable {
        /// The path of the change output's key.
        public let path: DerivationPath
        /// The amount of the change.
        public let amount: Amount

        public init(path: DerivationPath, amount: Amount) {
            self.path = path
            self.amount = amount
        }
    }

    /// Creates an intent; the engine compares it with the request (S11).
    public init(
        chain: ChainID, inputs: [OwnedUTXO], recipient: String, amount: Amount, data: PaymentData? = nil,
        change: Change?
    ) {
        self.data = data
        self.chain = chain
        self.inputs = inputs
        self.recipient = recipient
        self.amount = amount
        self.change = change
        prepared = nil
        list = []
    }

    /// Creates a payment by a node's wallet, which chose the inputs. No key of this program signs it.
    public init(
        chain: ChainID, recipient: String, amount: Amount, list: [Payee] = [], prepared: PreparedPayment
    ) {
        self.list = list
        self.chain = chain
        self.recipient = recipient
        self.amount = amount
        self.prepared = prepared
        inputs = []
        data = nil
        change = nil
    }

    /// The network's fee: inputs minus outputs, or what the node's wallet says. Nil if the outputs exceed the inputs.
    public var fee: Amount? {
        if let prepared { return prepared.fee }
        return Amount.sum(inputs.map(\.amount))?.subtracting(amount)?.subtracting(
            change?.amount ?? .zero)
    }
}

/// Somebody who is paid, and how much.
public struct Payee: Sendable, Hashable {
    public let address: String
    public let amount: Amount

    public init(address: String, amount: Amount) {
        self.address = address
        self.amount = amount
    }
}

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
    /// Which wallet pays, in words, if only asking it tells; nil if its name in the person's settings says it.
    public let payer: String?

    public init(
        bytes: [UInt8], inputs: [Outpoint], fee: Amount, size: Int, id: TransactionID? = nil, payer: String? = nil
    ) {
        self.id = id
        self.payer = payer
        self.bytes = bytes
        self.inputs = inputs
        self.fee = fee
        self.size = size
    }
}
