/// An unspent output that a key of the wallet can spend.
public struct OwnedUTXO: Sendable, Hashable {
    /// The output.
    public let outpoint: Outpoint
    public let amount: Amount
    /// The path of the key that spends it.
    public let path: DerivationPath
    /// The number of its confirmations; 0 if unconfirmed.
    public let confirmations: Int
    /// Whether the wallet made the transaction itself: its keys signed every input, so nobody else can double-spend
    /// them.
    public let isFromOwnPayment: Bool

    /// Whether the network has locked the withdrawal that it belongs to, which spends nothing.
    public let isLocked: Bool

    /// Whether it may be spent now: it is confirmed or locked, or nobody else can double-spend the inputs.
    public var isSpendable: Bool { confirmations > 0 || isFromOwnPayment || isLocked }

    public init(
        outpoint: Outpoint, amount: Amount, path: DerivationPath, confirmations: Int, isFromOwnPayment: Bool = false,
        isLocked: Bool = false
    ) {
        self.outpoint = outpoint
        self.amount = amount
        self.path = path
        self.confirmations = confirmations
        self.isFromOwnPayment = isFromOwnPayment
        self.isLocked = isLocked
    }
}

/// An address of the wallet.
public struct OwnAddress: Sendable, Hashable {
    /// The address.
    public let text: String
    /// The path of its key.
    public let path: DerivationPath

    public init(text: String, path: DerivationPath) {
        self.text = text
        self.path = path
    }
}

extension InputsWeight {
    /// Inputs that spend these UTXOs.
    public init(spending utxos: some Sequence<OwnedUTXO>) {
        self.init()
        for utxo in utxos { add(utxo.path.keyScript) }
    }
}
