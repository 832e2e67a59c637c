import RouterBitcoinFormat
import RouterStorage
import SchemeRouter

/// What a payment replaces on the practice network, by the rules of real nodes (BIP125): unconfirmed payments that
/// signal replaceability and pay less, together with their descendants.
struct Replacement {
    /// The fees of the removed payments.
    private var fees: Int64 = 0
    private var highestRate: (fee: Int64, size: Int64)?
    private var count = 0

    /// The most payments that a replacement may remove, as in real nodes.
    private static let most = 100

    /// Removes the replaceable payments that spend the inputs of `transaction`. Throws if there are too many.
    static func makeRoom(
        for transaction: Transaction, _ connection: Connection
    ) throws(ServiceError) -> Replacement {
        var replacement = Replacement()
        for input in transaction.inputs {
            let rows = try connection.execute(
                """
                SELECT tx.txid, raw, height FROM output JOIN tx ON tx.txid = spent_by
                WHERE output.txid = ? AND vout = ?
                """, .text(input.outpoint.transaction.hex), .integer(Int64(input.outpoint.index)))
            // Mined payments stay, and so do those that are not replaceable; then the output counts as spent.
            guard let row = rows.first, row.count == 3, row[2] == .null, let id = row[0].text, let raw = row[1].blob,
                let other = try? Transaction(bytes: raw), other.isReplaceable
            else { continue }
            let fee = try fee(of: id, connection)
            replacement.note(fee: fee, size: Int64(other.virtualSize))
            try replacement.remove(id, fee: fee, connection)
        }
        return replacement
    }

    private static func fee(of id: String, _ connection: Connection) throws(ServiceError) -> Int64 {
        let rows = try connection.execute(
            """
            SELECT (SELECT SUM(amount) FROM output WHERE spent_by = ?1) - (SELECT SUM(amount) FROM output WHERE txid = ?1)
            """, .text(id))
        return rows.first?.first?.integer ?? 0
    }

    private mutating func note(fee: Int64, size: Int64) {
        guard let highest = highestRate else {
            highestRate = (fee, size)
            return
        }
        let (left, right) = (fee.multipliedFullWidth(by: highest.size), highest.fee.multipliedFullWidth(by: size))
        if (left.high, left.low) > (right.high, right.low) { highestRate = (fee, size) }
    }

    /// Removes a payment, after its descendants.
    private mutating func remove(_ id: String, fee: Int64, _ connection: Connection) throws(ServiceError) {
        count += 1
        guard count <= Self.most else { throw .rejection("too many potential replacements") }
        let spenders = try connection.execute(
            "SELECT DISTINCT spent_by FROM output WHERE txid = ? AND spent_by IS NOT NULL", .text(id))
        for spender in spenders.compactMap({ $0.first?.text }) {
            try remove(spender, fee: try Self.fee(of: spender, connection), connection)
        }
        let (sum, overflow) = fees.addingReportingOverflow(fee)
        guard !overflow else { throw .rejection("insufficient fee") }
        fees = sum
        try connection.execute("UPDATE output SET spent_by = NULL WHERE spent_by = ?", .text(id))
        try connection.execute("DELETE FROM output WHERE txid = ?", .text(id))
        try connection.execute("DELETE FROM tx WHERE txid = ?", .text(id))
    }

    /// Throws if `transaction` does not pay more than all it replaces, plus the relay fee for its own size.
    func check(
        _ transaction: Transaction, spending outputs: [Transaction.Output], of coin: CoinDescriptor
    ) throws(ServiceError) {
        guard let highestRate else { return }
        let size = Int64(transaction.virtualSize)
        guard let spent = Amount.sum(outputs.map(\.amount)), let paid = Amount.sum(transaction.outputs.map(\.amount)),
            let fee = spent.subtracting(paid)?.units
        else { throw .rejection("bad-txns-in-belowout") }
        let (left, right) = (
            fee.multipliedFullWidth(by: highestRate.size), highestRate.fee.multipliedFullWidth(by: size)
        )
        guard (left.high, left.low) > (right.high, right.low) else { throw .rejection("insufficient fee") }
        let more = fee.subtractingReportingOverflow(fees)
        guard !more.overflow, more.partialValue >= 0 else { throw .rejection("insufficient fee") }
        let offered = more.partialValue.multipliedFullWidth(by: 1_000)
        let required = coin.feePerKB.min.units.multipliedFullWidth(by: size)
        guard (offered.high, offered.low) >= (required.high, required.low) else { throw .rejection("insufficient fee") }
    }
}
