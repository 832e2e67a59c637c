import RouterNetworkBackend
import RouterStorage
import SchemeRouter

/// The practice network behind the engine's chain interface.
public struct SandboxChain: Chain {
    private let ledger: SandboxLedger

    /// The network of `ledger`.
    public init(_ ledger: SandboxLedger) {
        self.ledger = ledger
    }

    /// All unspent outputs that pay one of `scripts`, without block rewards that cannot be spent yet.
    public func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] {
        try ledger.database.read { (connection) throws(ServiceError) in
            let tip = try SandboxLedger.height(connection)
            let mature = DatabaseValue.integer(tip - Int64(ledger.addressLedger.coinbaseMaturity))
            var found: [UnspentOutput] = []
            var seen: Set<[UInt8]> = []
            for script in scripts where seen.insert(script).inserted {
                let rows = try connection.execute(
                    """
                    SELECT output.txid, vout, amount, height FROM output JOIN tx ON tx.txid = output.txid
                    WHERE script = ? AND spent_by IS NULL AND NOT (reward = 1 AND height > ?)
                    ORDER BY output.txid, vout
                    """, .blob(script), mature)
                found += rows.compactMap { Self.output($0, script: script, tip: tip) }
            }
            return found
        }
    }

    /// The scripts of all unspent outputs, in one pass over them.
    public func scriptsWithMoney(atMost most: Int) async throws(ServiceError) -> [[UInt8]]? {
        try ledger.database.read { (connection) throws(ServiceError) in
            let rows = try connection.execute(
                "SELECT script FROM output WHERE spent_by IS NULL LIMIT ?", .integer(Int64(most) + 1))
            return rows.count > most ? nil : rows.compactMap { $0.first?.blob }
        }
    }

    /// The `scripts` that any transaction ever paid.
    public func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> {
        try ledger.database.read { (connection) throws(ServiceError) in
            var used: Set<[UInt8]> = []
            for script in scripts {
                let rows = try connection.execute("SELECT 1 FROM output WHERE script = ? LIMIT 1", .blob(script))
                if !rows.isEmpty { used.insert(script) }
            }
            return used
        }
    }

    /// All transactions that pay one of `scripts` or spend from it. The practice network has no clock.
    public func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] {
        try ledger.database.read { (connection) throws(ServiceError) in
            let tip = try SandboxLedger.height(connection)
            var found: Set<HistoricTransaction> = []
            for script in Set(scripts) {
                let rows = try connection.execute(
                    """
                    SELECT tx.txid, height FROM tx WHERE txid IN (
                        SELECT txid FROM output WHERE script = ?1
                        UNION SELECT spent_by FROM output WHERE script = ?1 AND spent_by IS NOT NULL)
                    """, .blob(script))
                for row in rows {
                    guard let id = row[0].text.flatMap({ TransactionID(hex: $0) }) else { continue }
                    found.insert(
                        HistoricTransaction(
                            id: id, confirmations: Self.confirmations(row[1].integer, tip: tip), time: nil))
                }
            }
            return Array(found)
        }
    }

    /// The whole bytes of each of these transactions.
    public func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        try ledger.database.read { (connection) throws(ServiceError) in
            var transactions: [TransactionID: [UInt8]] = [:]
            for id in ids {
                let rows = try connection.execute("SELECT raw FROM tx WHERE txid = ?", .text(id.hex))
                guard let bytes = rows.first?.first?.blob else {
                    throw ServiceError(.networkRefused, "The practice network has no transaction \(id.hex).")
                }
                transactions[id] = bytes
            }
            return transactions
        }
    }

    /// The state of a transaction. Every accepted payment is final here, reported as a lock if the coin's network has
    /// locks.
    public func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        try ledger.database.read { (connection) throws(ServiceError) in
            let rows = try connection.execute("SELECT height FROM tx WHERE txid = ?", .text(id.hex))
            guard let row = rows.first else { return .unknown }
            let confirmations = Self.confirmations(row[0].integer, tip: try SandboxLedger.height(connection))
            let isLocked = ledger.addressLedger.hasLock
            return confirmations == 0
                ? .waiting(isLocked: isLocked) : .confirmed(confirmations, isLocked: isLocked)
        }
    }

    /// Whether outputs are spent.
    public func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] {
        try ledger.database.read { (connection) throws(ServiceError) in
            var states: [Outpoint: OutputState] = [:]
            for output in outputs {
                let rows = try connection.execute(
                    """
                    SELECT spent_by, tx.height FROM output LEFT JOIN tx ON tx.txid = output.spent_by
                    WHERE output.txid = ? AND vout = ?
                    """, .text(output.transaction.hex), .integer(Int64(output.index)))
                guard let row = rows.first else { continue }
                guard let spender = row[0].text.flatMap({ TransactionID(hex: $0) }) else {
                    states[output] = .unspent
                    continue
                }
                states[output] = row[1].integer == nil ? .spentByWaiting(spender) : .spent(spender)
            }
            return states
        }
    }

    /// No estimate: the coin's normal fee is used.
    public func feePerKB() async throws(ServiceError) -> Amount? { nil }

    /// Accepts the payment, or refuses with a node's words. Nothing is ever lost on the way, so no answer is unknown.
    @discardableResult
    public func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance {
        try ledger.accept(transaction.bytes)
        return .network
    }

    private static func output(_ row: [DatabaseValue], script: [UInt8], tip: Int64) -> UnspentOutput? {
        guard row.count == 4, let id = row[0].text.flatMap({ TransactionID(hex: $0) }),
            let index = row[1].integer.flatMap({ UInt32(exactly: $0) }),
            let amount = row[2].integer.flatMap({ Amount(units: $0) })
        else { return nil }
        return UnspentOutput(
            outpoint: Outpoint(transaction: id, index: index), amount: amount, script: script,
            confirmations: confirmations(row[3].integer, tip: tip))
    }

    private static func confirmations(_ height: Int64?, tip: Int64) -> Int {
        guard let height, (0...tip).contains(height) else { return 0 }
        return Int(tip - height) + 1
    }
}

/// `use: sandbox` for a coin with addresses: the embedded practice ledger (S14).
package struct SandboxUse: NetworkUse {
    package static let (name, servesAccounts, isPractice) = ("sandbox", false, true)
    package static var keys: [String] { [networkKey] }

    package init() {}

    /// It has no further settings.
    package static func read(
        _ fields: Fields, of coin: CoinDescriptor, on network: NetworkKind, _ document: inout DocumentReader
    ) -> CoinNetwork? { CoinNetwork(use: SandboxUse(), network: network) }

    package func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork {
        let ledger = try SandboxLedger(of: context.coin, network: context.network, in: context.ledgers)
        return ConfiguredNetwork(id: context.id(isPractice: true), chain: SandboxChain(ledger))
    }
}
