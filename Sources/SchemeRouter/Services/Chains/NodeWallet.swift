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

    /// Whether it obeys ``NodeOrder/level``. Optional; by default it chooses the fee itself.
    var takesFeeLevels: Bool { get }

    /// An address of its own at which nobody was paid yet; nil if its addresses are not for this program, as by default. It may
    /// make one, so a link's app gets it only after the person agreed.
    /// - Parameter app: the scheme of the app that asks for it, which no other app's address is given to; nil if the person
    ///   asks.
    func newAddress(for app: String?) async throws(ServiceError) -> String?

    /// A proof for whoever knows the message that an address got its amount in a payment that was sent. It shows nothing else,
    /// and contains no key. Nil if the wallet makes none, as by default.
    func proof(of payment: SignedTransaction, to address: String, message: String) async throws(ServiceError) -> String?

    /// Its payments and what it received, newest first; nil if it does not tell, as by default.
    func transfers(_ count: Int) async throws(ServiceError) -> [NodeTransfer]?
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

    /// It chooses the fee.
    public var takesFeeLevels: Bool { false }

    /// Nil.
    public func newAddress(for app: String?) async throws(ServiceError) -> String? { nil }

    /// Nil.
    public func proof(
        of payment: SignedTransaction, to address: String, message: String
    ) async throws(ServiceError) -> String? { nil }

    /// Nil.
    public func transfers(_ count: Int) async throws(ServiceError) -> [NodeTransfer]? { nil }
}

/// The network of a wallet that has all keys itself: nobody asks it about scripts, and outputs need not exist there. What
/// it says of a payment is the wallet's word (S16).
public protocol NodeWalletChain: Chain {}

extension NodeWalletChain {
    /// None: only the wallet knows its money.
    public func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] { [] }

    /// None.
    public func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> { [] }

    /// None.
    public func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] { [] }

    /// Refuses, unless none is wanted.
    public func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        guard ids.isEmpty else {
            throw ServiceError(.unsupported, "This network does not show whole transactions.")
        }
        return [:]
    }

    /// Nothing is said about any.
    public func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] { [:] }

    /// None: the wallet chooses.
    public func feePerKB() async throws(ServiceError) -> Amount? { nil }
}

/// A payment that a node's wallet made or received.
public struct NodeTransfer: Sendable, Hashable {
    public let id: TransactionID
    /// Whether the wallet paid; if not, it received.
    public let isOutgoing: Bool
    /// The amount, without the fee.
    public let amount: Amount
    /// The fee; nil if the wallet did not pay one.
    public let fee: Amount?
    /// Its state; nil if the wallet gave up waiting for it.
    public let state: TransactionState?
    /// When it was seen or mined; nil if unknown.
    public let time: UnixTime?

    public init(
        id: TransactionID, isOutgoing: Bool, amount: Amount, fee: Amount?, state: TransactionState?, time: UnixTime?
    ) {
        self.id = id
        self.isOutgoing = isOutgoing
        self.amount = amount
        self.fee = fee
        self.state = state
        self.time = time
    }
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
    /// Everybody that the same transaction pays, if there are several; the first is ``recipient``. Otherwise empty.
    public let list: [Payee]
    /// How soon it should be confirmed; nil if the person chose nothing.
    public let level: FeeLevel?

    /// Creates an order for one recipient.
    public init(recipient: String, amount: Amount, mustSpend: [Outpoint] = [], level: FeeLevel? = nil) {
        self.recipient = recipient
        self.amount = amount
        self.mustSpend = mustSpend
        self.level = level
        list = []
    }

    /// Creates an order for several recipients, at least two; nil if their sum is no amount.
    public init?(_ list: [Payee], mustSpend: [Outpoint] = [], level: FeeLevel? = nil) {
        guard list.count > 1 else { return nil }
        self.recipient = list[0].address
        self.amount = list[0].amount
        self.mustSpend = mustSpend
        self.level = level
        self.list = list
        guard Amount.sum(list.map(\.amount)) != nil else { return nil }
    }

    /// Everybody that is paid.
    public var payees: [Payee] { list.isEmpty ? [Payee(address: recipient, amount: amount)] : list }

    /// What all of them receive together.
    public var total: Amount { Amount.sum(payees.map(\.amount)) ?? amount }
}
