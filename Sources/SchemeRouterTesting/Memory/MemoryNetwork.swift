import SchemeRouter
import Synchronization

/// A network for any coin, in memory: it accepts each payment of a ``MemoryWallet`` once, and records it.
///
/// It is its own directory: all coins share this network. ``mine()`` adds a block.
public final class MemoryNetwork: Chain, NetworkDirectory {
    private struct State {
        var payments: [Payment] = []
        var fee: Amount?
        var refusal: ServiceError?
    }

    private let state = Mutex(State())
    private let kind: NetworkKind
    private let isPractice: Bool
    private let accounts: AccountNetwork?

    /// An empty network.
    /// - Parameters:
    ///   - kind: the kind of network that it is or imitates; a `Router` must read links for the same kind.
    ///   - isPractice: whether it only imitates that network.
    ///   - accounts: the network of coins with named accounts; nil if the person has none.
    public init(_ kind: NetworkKind = .main, isPractice: Bool = true, accounts: AccountNetwork? = nil) {
        self.kind = kind
        self.isPractice = isPractice
        self.accounts = accounts
    }

    /// The payments, oldest first.
    public var payments: [Payment] { state.withLock { $0.payments } }

    /// The payment of that transaction; nil if the network has none.
    public func payment(_ id: TransactionID) -> Payment? { payments.first { $0.id == id } }

    /// Adds a block, which confirms all payments.
    public func mine() {
        state.withLock { state in
            for position in state.payments.indices { state.payments[position].confirmations += 1 }
        }
    }

    /// Sets the fee estimate for 1,000 bytes; nil for no estimate.
    public func ask(feePerKB fee: Amount?) { state.withLock { $0.fee = fee } }

    /// Refuses every payment with this error from now on; nil accepts them again.
    public func refuse(with error: ServiceError?) { state.withLock { $0.refusal = error } }

    /// This network, as the network of the coin.
    public func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork {
        ConfiguredNetwork(id: ChainID(coin: coin.id, network: kind, isPractice: isPractice), chain: self)
    }

    /// The network of named accounts; throws if there is none.
    public func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork {
        if let accounts { return accounts }
        throw ServiceError(.noNetwork, "No network is chosen for \(coin.title).")
    }

    /// Accepts a payment of a ``MemoryWallet``, once.
    public func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance {
        guard let payment = Payment(transaction) else {
            throw ServiceError(.networkRefused, "The network in memory takes only payments of a wallet in memory.")
        }
        let problem: ServiceError? = state.withLock { state in
            if let refusal = state.refusal { return refusal }
            if state.payments.contains(where: { $0.id == transaction.id }) { return nil }
            let spent = state.payments.flatMap(\.inputs)
            guard !payment.inputs.contains(where: spent.contains) else {
                return ServiceError(.networkRefused, "The payment spends what another one spent.")
            }
            state.payments.append(payment)
            return nil
        }
        if let problem { throw problem }
        return .network
    }

    /// Always empty: it has no scripts.
    public func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] { [] }
    /// Always empty: it has no scripts.
    public func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> { [] }
    /// Always empty: it has no scripts.
    public func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] { [] }
    /// Always empty: payments here have no real transaction bytes.
    public func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] { [:] }

    /// Whether the network has the payment, and how many blocks confirm it.
    public func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        guard let payment = payment(id) else { return .unknown }
        return payment.confirmations == 0
            ? .waiting(isLocked: false) : .confirmed(payment.confirmations, isLocked: false)
    }

    /// The payment that spends each output.
    public func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] {
        let payments = payments
        var states: [Outpoint: OutputState] = [:]
        for output in outputs {
            let spender = payments.first { $0.inputs.contains(output) }
            states[output] = spender.map { $0.confirmations == 0 ? .spentByWaiting($0.id) : .spent($0.id) } ?? .unspent
        }
        return states
    }

    /// The estimate set by ``ask(feePerKB:)``.
    public func feePerKB() async throws(ServiceError) -> Amount? { state.withLock { $0.fee } }
}

extension MemoryNetwork {
    /// A payment that the network accepted.
    public struct Payment: Sendable, Hashable {
        public let id: TransactionID
        public let coin: CoinID
        public let recipient: String
        /// The amount that the recipient gets.
        public let amount: Amount
        /// The outputs that it spends.
        public let inputs: [Outpoint]
        /// How many blocks confirm it.
        public fileprivate(set) var confirmations = 0

        /// A payment signed by a wallet.
        init(id: TransactionID, _ intent: PaymentIntent) {
            self.id = id
            coin = intent.chain.coin
            recipient = intent.recipient
            amount = intent.amount
            inputs = intent.inputs.map(\.outpoint)
        }

        /// A substitute for the transaction's bytes: coin, recipient, amount and inputs, each on a line.
        var bytes: [UInt8] {
            let lines = [coin.name, recipient, String(amount.units)] + inputs.map(\.description)
            return Array(lines.joined(separator: "\n").utf8)
        }

        /// Reads such bytes; nil if they are anything else.
        init?(_ transaction: SignedTransaction) {
            let lines = String(decoding: transaction.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            guard lines.count > 3, let amount = Int64(lines[2]).flatMap({ Amount(units: $0) }) else { return nil }
            inputs = lines[3...].compactMap { line in
                let parts = line.split(separator: ":")
                guard parts.count == 2, let id = TransactionID(hex: String(parts[0])), let index = UInt32(parts[1])
                else { return nil }
                return Outpoint(transaction: id, index: index)
            }
            guard inputs.count == lines.count - 3 else { return nil }
            id = transaction.id
            coin = CoinID(lines[0])
            recipient = lines[1]
            self.amount = amount
        }
    }
}
