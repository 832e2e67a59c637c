/// A connection to one coin's network: reading, and the only way to change its state.
public protocol Chain: ChainReader {
    /// Sends a signed transaction. Returns only when the network has accepted it or already had it, and says who
    /// confirmed that.
    ///
    /// Throws ``ServiceError/Code/networkRefused`` if all servers refuse it, and ``ServiceError/Code/answerUnknown`` if
    /// that is unknown. A server that refuses may keep the bytes; `GivenUpPayments` guards against that.
    @discardableResult
    func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance
}

/// Reads from one coin's network (S13). A `core-rpc`, `electrum` or practice network implements it.
///
/// A network's claims are not trusted if they can be verified; amounts are verified from full transactions (S12).
public protocol ChainReader: Sendable {
    /// Prepares the network for questions about an account. A node that knows only what it watches receives the
    /// account's public key and scans all blocks, which may take long; other networks do nothing.
    func watch(_ account: WatchedAccount, progress: ProgressReport?) async throws(ServiceError)

    /// All unspent outputs that pay to one of `scripts`.
    func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput]

    /// The unspent outputs to `scripts` that cannot be spent yet or at all, and withdrawals among those that can be. A
    /// balance asks for them, a payment does not. By default there are none.
    func notableOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [NotableOutput]

    /// A warning about the node or server that gave the last answers, as whole sentences: that it is too old for its
    /// network, or left behind by it. Nil if there is nothing to warn of; by default there is not.
    func warning() async -> String?

    /// The scripts of all unspent outputs, whoever has them, if there are at most `most`; nil if there are more, or if the
    /// network is asked about scripts instead. A wallet with many addresses finds its own among few outputs faster than
    /// by asking about each address. Outputs that cannot be spent yet may be among them. By default nil.
    func scriptsWithMoney(atMost most: Int) async throws(ServiceError) -> [[UInt8]]?

    /// Those of `scripts` that any transaction ever paid to.
    func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]>

    /// All transactions that pay to one of `scripts` or spend from it, in no order.
    func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction]

    /// The full bytes of each of these transactions. Throws if the network does not have one of them.
    func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]]

    /// The state of a transaction that the wallet signed.
    func state(of id: TransactionID) async throws(ServiceError) -> TransactionState

    /// Whether two independent servers report this state of a transaction, or one that the person trusts as themselves:
    /// their own node. Following a payment ends only with this (S16). By default there is no other server, and
    /// ``state(of:)`` decides.
    func agrees(
        on id: TransactionID, _ isSo: @escaping @Sendable (TransactionState) -> Bool
    ) async throws(ServiceError) -> Bool

    /// How many confirmations make a payment final; 6 by default.
    var finalConfirmations: Int { get }

    /// Whether outputs of the wallet are spent. Outputs about which the network says nothing are missing.
    func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState]

    /// The network's fee estimate per 1,000 bytes; nil if it gives none.
    func feePerKB() async throws(ServiceError) -> Amount?

    /// The network's fee estimate per 1,000 bytes for a payment that should be confirmed that soon; nil if it gives
    /// none. By default it is the same for all levels.
    func feePerKB(for level: FeeLevel) async throws(ServiceError) -> Amount?
}

extension ChainReader {
    /// As many as wallets of most coins wait for.
    public var finalConfirmations: Int { 6 }

    /// Does nothing: the network can be asked about any script.
    public func watch(_ account: WatchedAccount, progress: ProgressReport?) async throws(ServiceError) {}

    /// None.
    public func notableOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [NotableOutput] { [] }

    /// Nil.
    public func warning() async -> String? { nil }

    /// Nil: the network is asked about scripts.
    public func scriptsWithMoney(atMost most: Int) async throws(ServiceError) -> [[UInt8]]? { nil }

    /// Decides by the only report available.
    public func agrees(
        on id: TransactionID, _ isSo: @escaping @Sendable (TransactionState) -> Bool
    ) async throws(ServiceError) -> Bool { isSo(try await state(of: id)) }

    /// One fee for all payments.
    public func feePerKB(for level: FeeLevel) async throws(ServiceError) -> Amount? { try await feePerKB() }
}

/// Who confirmed that a network has a payment.
public enum Acceptance: String, Sendable, Hashable, CaseIterable {
    /// The network, as far as anybody can tell: several independent servers, the person's own node, or the practice
    /// network.
    case network
    /// Only one server: it is that server's word (S16).
    case oneServer = "one-server"
}

/// The public key of an account, for a network that watches only given addresses. It reveals every address of the
/// account and cannot spend.
public struct WatchedAccount: Sendable, Hashable {
    /// Fingerprint of the wallet's master key (BIP32).
    public let masterFingerprint: UInt32
    /// The account's path, such as `m/44'/5'/0'`. Its addresses are at `0/index` and `1/index` below it.
    public let path: DerivationPath
    /// The account's extended public key, with the version bytes of the network.
    public let xpub: String

    public init(masterFingerprint: UInt32, path: DerivationPath, xpub: String) {
        self.masterFingerprint = masterFingerprint
        self.path = path
        self.xpub = xpub
    }
}
