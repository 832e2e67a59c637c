import RouterBitcoinFormat
import RouterNetworkBackend
import SchemeRouter
import Synchronization

/// A network behind Electrum servers that the person chose (S7), using version 1.4 of the protocol, or 1.6 with servers
/// that speak nothing older.
///
/// A server is trusted about what is in the chain, and about nothing that can be proved: it must name the first block
/// of the right network, and each transaction it returns must have the requested id (S12). It learns which addresses
/// belong together.
public struct ElectrumChain: Chain {
    /// How long to wait for a second server once one has accepted a payment.
    var witnessTime = Duration.seconds(5)

    private let coin: CoinDescriptor
    private let addressLedger: AddressLedger
    private let servers: [LineServer]
    private let connecting: ServerConnecting
    private let pool: ServerPool
    private let clock: BlockClock
    /// How long to wait for other servers' fees.
    var feePatience = FeeComparison.patience

    /// A network behind `servers`, which are tried in this order.
    /// - Parameter lines: connects to them. Under the rule ``RouterConnections/CertificateRule/any`` it decides by
    ///   itself which certificate is the right one: most of these servers have self-signed certificates.
    ///   - habits: what earlier programs learned of the servers; nil if nothing is kept.
    ///   - now: the time, by which the age of a server's newest block is judged; nil if it is not judged.
    ///
    /// Throws `ServiceError/Code/unsupportedNetwork` if the coin's descriptor does not give the network's first block.
    public init(
        of coin: CoinDescriptor, network: NetworkKind, servers: [LineServer], lines: any LineNetwork,
        habits: (any ServerHabitMemory)? = nil, now: (@Sendable () -> UnixTime)? = nil
    ) throws(ServiceError) {
        guard let addressLedger = coin.addressLedger, let parameters = addressLedger.networks[network],
            let genesis = parameters.genesis, !servers.isEmpty
        else {
            throw ServiceError(
                .unsupportedNetwork,
                "Electrum servers of \(coin.title) (\(network.rawValue)) cannot be told from those of other networks.",
                hint: "Add the network's “genesis” to the coin's descriptor: a node's “getblockhash 0” returns it.")
        }
        self.coin = coin
        self.addressLedger = addressLedger
        self.servers = servers
        connecting = ServerConnecting(
            network: lines, genesis: genesis, form: addressLedger.transactions,
            addressText: { Address(script: $0)?.text(on: parameters) ?? $0.hex }, habits: ServerHabits(habits))
        pool = ServerPool(servers, connecting: connecting, coin: coin.title)
        clock = BlockClock(coin: coin, kind: network, now: now)
    }

    /// All unspent outputs that pay one of `scripts`, without block rewards that cannot be spent yet.
    public func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] {
        let (scripts, maxMoney, maturity) = (
            Self.unique(scripts), addressLedger.maxMoney, addressLedger.coinbaseMaturity
        )
        guard !scripts.isEmpty else { return [] }
        return try await pool.ask { (session) throws(ElectrumFailure) in
            try await session.unspentOutputs(payingTo: scripts, maxMoney: maxMoney, maturity: maturity)
        }
    }

    /// New money that cannot be spent yet, withdrawals, and outputs that the server does not show. That a withdrawal is
    /// locked counts only if two servers say so (S16).
    public func notableOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [NotableOutput] {
        let (scripts, maxMoney, maturity) = (
            Self.unique(scripts), addressLedger.maxMoney, addressLedger.coinbaseMaturity
        )
        guard !scripts.isEmpty else { return [] }
        let found = try await pool.ask { (session) throws(ElectrumFailure) in
            try await session.notableOutputs(payingTo: scripts, maxMoney: maxMoney, maturity: maturity)
        }
        var notable: [NotableOutput] = []
        for (entry, mayBeLocked) in found {
            guard mayBeLocked,
                (try? await agrees(on: entry.output.outpoint.transaction, { $0 == .waiting(isLocked: true) })) == true
            else {
                notable.append(entry)
                continue
            }
            notable.append(NotableOutput(entry.output, .withdrawal(isLocked: true)))
        }
        return notable
    }

    /// That the server that gave the last answer may be left behind by its network, and what was left out of answers
    /// because it cannot be read or is too long.
    public func warning() async -> String? {
        let age = pool.latestAnswer.flatMap { clock.warning(about: $0.server, $0.block) }
        return [age, pool.warning].sentences
    }

    /// The `scripts` that any transaction ever paid.
    public func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> {
        let scripts = Self.unique(scripts)
        guard !scripts.isEmpty else { return [] }
        return try await pool.ask { (session) throws(ElectrumFailure) in
            try await session.usedScripts(among: scripts)
        }
    }

    /// All transactions that pay one of `scripts` or spend from it. The newest ones have the times of their blocks.
    public func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] {
        let scripts = Self.unique(scripts)
        guard !scripts.isEmpty else { return [] }
        return try await pool.ask { (session) throws(ElectrumFailure) in try await session.history(of: scripts) }
    }

    /// The whole bytes of each of these transactions, checked against their ids (S12).
    public func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        guard !ids.isEmpty else { return [:] }
        let found = try await pool.ask { (session) throws(ElectrumFailure) in try await session.transactions(ids) }
        return found.mapValues(\.bytes)
    }

    /// The state of a transaction. All servers are asked before it counts as unknown.
    public func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        try await pool.state(of: id).possible(for: coin)
    }

    /// Whether two independent servers report it. Two ports of one computer count as one server; if the person lists no
    /// other one, there is no agreement.
    public func agrees(
        on id: TransactionID, _ isSo: @escaping @Sendable (TransactionState) -> Bool
    ) async throws(ServiceError) -> Bool {
        guard Set(servers.map(\.computer)).count > 1 else { return false }
        let computers = Mutex<Set<String>>([])
        let coin = coin
        return try await pool.ask(isFinal: { $0 }) { (session) throws(ElectrumFailure) in
            let state = try await session.state(of: id).possible(for: coin)
            return computers.withLock { computers in
                if isSo(state) { computers.insert(session.server.computer) }
                return computers.count > 1
            }
        }
    }

    /// Whether outputs are spent, and by which transaction.
    public func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] {
        let maxMoney = coin.maxMoney
        guard !outputs.isEmpty else { return [:] }
        // If a server does not know an output or its spender, the next one is asked.
        return try await pool.ask { states in
            outputs.allSatisfy { states[$0]?.isTold ?? false }
        } _: { (session) throws(ElectrumFailure) in
            try await session.states(of: outputs, maxMoney: maxMoney)
        }
    }

    /// The fee to be in one of the next six blocks; nil if no server knows one. If there are several servers, some are
    /// asked, and the median counts.
    public func feePerKB() async throws(ServiceError) -> Amount? { try await feePerKB(for: .normal) }

    /// The same for a payment that can wait longer, or should not wait.
    public func feePerKB(for level: FeeLevel) async throws(ServiceError) -> Amount? {
        let decimals = coin.decimals
        let comparison = FeeComparison(
            connecting: connecting, decimals: decimals, blocks: level.blocks, patience: feePatience)
        // The first server is usually the one in use.
        async let others = comparison.answers(of: FeeComparison.others(of: servers))
        let used = try await pool.ask { (session) throws(ElectrumFailure) in
            (server: session.server, fee: try await session.feePerKB(decimals: decimals, blocks: level.blocks))
        }
        let fees =
            [used.fee].compactMap(\.self)
            + (await others).filter { $0.server.computer != used.server.computer }.map(\.fee)
        return FeeComparison.median(fees)
    }

    /// Sends a signed transaction to one server after another until one accepts it, and then to the others until a
    /// second one has it too. Throws as documented at `Chain/broadcast(_:)`, and `ServiceError/Code/networkUnreachable`
    /// if it certainly arrived nowhere.
    @discardableResult
    public func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance {
        try await ElectrumBroadcast(pool: pool, witnessTime: witnessTime).send(transaction)
    }

    /// The condition of each server, in order. All are asked at once, and only for the greeting.
    public func examine() async -> [ServerCondition] {
        await withTaskGroup(of: (Int, ServerCondition).self) { group in
            for (number, server) in servers.enumerated() {
                group.addTask { (number, await connecting.condition(of: server, clock)) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private static func unique(_ scripts: [[UInt8]]) -> [[UInt8]] {
        var seen: Set<[UInt8]> = []
        return scripts.filter { seen.insert($0).inserted }
    }
}

extension OutputState {
    /// Whether the state is known: unspent, or spent by a known transaction.
    fileprivate var isTold: Bool {
        switch self {
        case .unspent, .spent(.some), .spentByWaiting(.some): true
        case .spent(nil), .spentByWaiting(nil): false
        }
    }
}
