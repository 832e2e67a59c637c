/// One coin's network: what is read from it, and the one way to change it.
public protocol Chain: ChainReader {
    /// Sends a signed transaction. Returns only when the network took it, or already had it, and by whose word.
    ///
    /// Throws ``ServiceError/Code/networkRefused`` where everybody who was asked refuses it, and
    /// ``ServiceError/Code/answerUnknown`` where nobody knows. Whoever refuses may keep the bytes; `GivenUpPayments`
    /// guards against that.
    @discardableResult
    func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance
}

/// Reads from one coin's network (S13). A `core-rpc`, `electrum` or practice network implements it.
///
/// What a network says is not believed where it can be proved; amounts are, from whole transactions (S12).
public protocol ChainReader: Sendable {
    /// Makes the network ready for questions about an account. A node that knows only what it was told to watch is told
    /// the account's public key, and looks for it in all blocks, which may take long; other networks do nothing.
    func watch(_ account: WatchedAccount, progress: ProgressReport?) async throws(ServiceError)

    /// All unspent outputs that pay to one of `scripts`.
    func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput]

    /// Those of `scripts` that any transaction ever paid to.
    func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]>

    /// All transactions that pay to one of `scripts` or spend from it, in no order.
    func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction]

    /// The whole bytes of each of these transactions. Throws where the network does not have one of them.
    func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]]

    /// What the network knows of a transaction that the wallet signed.
    func state(of id: TransactionID) async throws(ServiceError) -> TransactionState

    /// Whether that is so of a transaction by the word of two who do not know of each other, or of one whom the person trusts
    /// as themselves: their own node. What ends the care for a payment needs it (S16). By default there is nobody else, and
    /// ``state(of:)`` decides.
    func agrees(
        on id: TransactionID, _ isSo: @escaping @Sendable (TransactionState) -> Bool
    ) async throws(ServiceError) -> Bool

    /// Whether outputs that the wallet can spend are spent. One the network says nothing about is missing.
    func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState]

    /// The fee the network asks for 1,000 bytes; nil where it gives no estimate.
    func feePerKB() async throws(ServiceError) -> Amount?

    /// The fee the network asks for 1,000 bytes of a payment that should be in a block that soon; nil where it gives no
    /// estimate. By default it is the same for all.
    func feePerKB(for level: FeeLevel) async throws(ServiceError) -> Amount?
}

extension ChainReader {
    /// Nothing: the network can be asked about any script.
    public func watch(_ account: WatchedAccount, progress: ProgressReport?) async throws(ServiceError) {}

    /// By the one word there is.
    public func agrees(
        on id: TransactionID, _ isSo: @escaping @Sendable (TransactionState) -> Bool
    ) async throws(ServiceError) -> Bool { isSo(try await state(of: id)) }

    /// One fee for all payments.
    public func feePerKB(for level: FeeLevel) async throws(ServiceError) -> Amount? { try await feePerKB() }
}

/// Who says that a network has a payment.
public enum Acceptance: String, Sendable, Hashable, CaseIterable {
    /// The network, as far as anybody can tell: several servers that do not know of each other, the person's own node, or
    /// the practice network.
    case network
    /// One server, and nobody else does. It is that server's word (S16).
    case oneServer = "one-server"
}
