/// A wallet with keys of its own, on a node or in another program. It builds a payment, waits while the person is asked,
/// and signs exactly that one; then the engine records the bytes and sends them, as it does with payments from the
/// person's own keys (S6). So the wallet itself never sends anything.
///
/// For each payment the engine calls ``balance()``, ``prepare(_:)``, ``sign(_:)``, ``reserve(_:)``, and then
/// `Chain/broadcast(_:)` of the network.
public protocol NodeWallet: Sendable {
    /// Its name on the node, as in the person's configuration.
    var name: String { get }

    /// What it can spend. Throws if it cannot pay: it is locked, has no keys, or the node is not ready.
    func balance() async throws(ServiceError) -> NodeBalance

    /// The outputs that it can spend now. The engine asks only if a payment that was given up must be replaced (S16).
    /// Optional: without it, the recipients of such payments are not paid again.
    func coins() async throws(ServiceError) -> Set<Outpoint>

    /// Its outputs that cannot be spent yet or at all, and withdrawals among those that can be, as
    /// ``ChainReader/notableOutputs(payingTo:)``. A balance asks for them. Optional.
    func notableOutputs() async throws(ServiceError) -> [NotableOutput]

    /// Builds a payment, without signing, reserving or sending anything (S13): the person has not been asked yet.
    func prepare(_ order: NodeOrder) async throws(ServiceError) -> PreparedPayment

    /// Signs exactly this payment, and sends nothing.
    func sign(_ payment: PreparedPayment) async throws(ServiceError) -> SignedTransaction

    /// Keeps the wallet from spending these outputs otherwise while the payment that spends them is undecided. A courtesy
    /// without promise: the network takes only one payment that spends them. Optional.
    func reserve(_ outputs: [Outpoint]) async

    /// Ends ``reserve(_:)`` for a payment that will not be made. Optional.
    func release(_ outputs: [Outpoint]) async
}

extension NodeWallet {
    /// None.
    public func coins() async throws(ServiceError) -> Set<Outpoint> { [] }

    /// None.
    public func notableOutputs() async throws(ServiceError) -> [NotableOutput] { [] }

    /// Does nothing.
    public func reserve(_ outputs: [Outpoint]) async {}

    /// Does nothing.
    public func release(_ outputs: [Outpoint]) async {}
}

/// The money in a node's wallet.
public struct NodeBalance: Sendable, Hashable {
    /// What payments from here can spend.
    public let spendable: Amount
    /// What they cannot spend.
    public let unspendable: Amount
    /// Why not, as a whole sentence; nil if everything can be spent.
    public let reason: String?

    /// Creates a balance; by default all of it can be spent.
    public init(spendable: Amount, unspendable: Amount = .zero, reason: String? = nil) {
        self.spendable = spendable
        self.unspendable = unspendable
        self.reason = reason
    }
}

/// What a node's wallet is asked to pay.
public struct NodeOrder: Sendable, Hashable {
    /// The address paid to.
    public let recipient: String
    /// The amount that the recipient receives.
    public let amount: Amount
    /// Outputs from ``NodeWallet/coins()`` that the payment must spend, because it replaces payments that were given up.
    public let mustSpend: [Outpoint]

    public init(recipient: String, amount: Amount, mustSpend: [Outpoint] = []) {
        self.recipient = recipient
        self.amount = amount
        self.mustSpend = mustSpend
    }
}
