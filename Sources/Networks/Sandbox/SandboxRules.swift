import RouterBitcoinFormat
import RouterStorage
import SchemeRouter

/// The practice network's rules: it accepts payments that real nodes relay, and nothing else.
struct SandboxRules {
    let ledger: AddressLedger
    /// Whether the coin's network supports witness programs.
    let hasSegwit: Bool
    let height: Int64

    /// The largest transaction that nodes relay, in virtual bytes.
    static let maxSize = 100_000
    /// The outpoint of a coinbase transaction's input.
    static let nothing = Outpoint(transaction: TransactionID(digest: [UInt8](repeating: 0, count: 32)), index: .max)
    /// Lock times from here on are in seconds, not blocks.
    private static let firstTimeLock: UInt32 = 500_000_000
    /// Disables an input's relative lock (BIP68).
    private static let noRelativeLock: UInt32 = 0x8000_0000

    /// Whether an output with `script` is relayed: P2PKH, P2SH, and witness programs if the coin has them.
    static func isStandard(_ script: [UInt8], hasSegwit: Bool) -> Bool {
        switch Address(script: script)?.kind {
        case .publicKeyHash, .scriptHash: true
        case .witness: hasSegwit
        case nil: false
        }
    }

    /// Checks that need only the transaction itself.
    func check(_ transaction: Transaction) throws(ServiceError) {
        guard transaction.version == 1 || transaction.version == 2 else { throw .rejection("version") }
        guard !transaction.inputs.contains(where: { $0.outpoint == Self.nothing }) else {
            throw .rejection(transaction.inputs.count == 1 ? "coinbase" : "bad-txns-prevout-null")
        }
        guard Set(transaction.inputs.map(\.outpoint)).count == transaction.inputs.count else {
            throw .rejection("bad-txns-inputs-duplicate")
        }
        for output in transaction.outputs {
            guard Self.isStandard(output.script, hasSegwit: hasSegwit) else { throw .rejection("scriptpubkey") }
            guard output.amount >= ledger.dust else { throw .rejection("dust") }
            guard output.amount <= ledger.maxMoney else { throw .rejection("bad-txns-vout-toolarge") }
        }
        try checkLocks(transaction)
    }

    /// Checks a transaction against the outputs it spends, in the order of its inputs.
    func check(_ transaction: Transaction, spending outputs: [Transaction.Output]) throws(ServiceError) {
        guard let paid = Amount.sum(transaction.outputs.map(\.amount)), paid <= ledger.maxMoney else {
            throw .rejection("bad-txns-txouttotal-toolarge")
        }
        guard let spent = Amount.sum(outputs.map(\.amount)), spent <= ledger.maxMoney else {
            throw .rejection("bad-txns-inputvalues-outofrange")
        }
        guard let fee = spent.subtracting(paid) else { throw .rejection("bad-txns-in-belowout") }
        // In full width: a thousand times a large fee can overflow an Int64.
        let offered = fee.units.multipliedFullWidth(by: 1_000)
        let required = ledger.feePerKB.min.units.multipliedFullWidth(by: Int64(transaction.virtualSize))
        guard (offered.high, offered.low) >= (required.high, required.low) else {
            throw .rejection("min relay fee not met")
        }
        let hashes = SignatureHashes(of: transaction)
        for (index, output) in outputs.enumerated() {
            try checkSpend(of: output, by: transaction, input: index, hashes)
        }
    }

    private func checkLocks(_ transaction: Transaction) throws(ServiceError) {
        let sequences = transaction.inputs.map(\.sequence)
        // Wallets here set no relative locks, and the ledger has no clock for time-based ones.
        guard transaction.version < 2 || sequences.allSatisfy({ $0 & Self.noRelativeLock != 0 }) else {
            throw .rejection("non-BIP68-final")
        }
        guard transaction.lockTime != 0, sequences.contains(where: { $0 != Transaction.Input.finalSequence }) else {
            return
        }
        guard transaction.lockTime < Self.firstTimeLock, Int64(transaction.lockTime) <= height else {
            throw .rejection("non-final")
        }
    }

    /// Only single-key outputs can be spent here: P2PKH, and with segwit P2WPKH and P2SH-P2WPKH; signature type ALL,
    /// strict DER, low S.
    private func checkSpend(
        of output: Transaction.Output, by transaction: Transaction, input index: Int, _ hashes: SignatureHashes
    ) throws(ServiceError) {
        switch Address(script: output.script)?.kind {
        case .publicKeyHash: break
        case .scriptHash where hasSegwit: break
        case .witness(0, let program) where hasSegwit && program.count == 20: break
        default: throw .rejection("bad-txns-nonstandard-inputs")
        }
        guard let spend = KeySpend(transaction.inputs[index]) else { throw .rejection("scriptsig-not-standard") }
        guard spend.script == output.script else {
            throw .rejection("mandatory-script-verify-flag-failed (Script failed an OP_EQUALVERIFY operation)")
        }
        guard transaction.isSigned(input: index, spending: output, hashes) else {
            throw .rejection("mandatory-script-verify-flag-failed (Signature must be valid, strict DER and low S)")
        }
    }
}

extension ServiceError {
    /// The practice network refuses a transaction, for a reason in a node's words.
    static func rejection(_ reason: String) -> ServiceError {
        ServiceError(.networkRefused, "The practice network refused the payment: \(reason).", hint: "Nothing was sent.")
    }
}

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
        _ transaction: Transaction, spending outputs: [Transaction.Output], of ledger: AddressLedger
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
        let required = ledger.feePerKB.min.units.multipliedFullWidth(by: size)
        guard (offered.high, offered.low) >= (required.high, required.low) else { throw .rejection("insufficient fee") }
    }
}
