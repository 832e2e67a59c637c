import RouterBitcoinFormat
import RouterBitcoinSignatures
import SchemeRouter

/// The practice network's rules: it accepts payments that real nodes relay, and nothing else.
struct SandboxRules {
    let coin: CoinDescriptor
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
            guard output.amount >= coin.dust else { throw .rejection("dust") }
            guard output.amount <= coin.maxMoney else { throw .rejection("bad-txns-vout-toolarge") }
        }
        try checkLocks(transaction)
    }

    /// Checks a transaction against the outputs it spends, in the order of its inputs.
    func check(_ transaction: Transaction, spending outputs: [Transaction.Output]) throws(ServiceError) {
        guard let paid = Amount.sum(transaction.outputs.map(\.amount)), paid <= coin.maxMoney else {
            throw .rejection("bad-txns-txouttotal-toolarge")
        }
        guard let spent = Amount.sum(outputs.map(\.amount)), spent <= coin.maxMoney else {
            throw .rejection("bad-txns-inputvalues-outofrange")
        }
        guard let fee = spent.subtracting(paid) else { throw .rejection("bad-txns-in-belowout") }
        // In full width: a thousand times a large fee can overflow an Int64.
        let offered = fee.units.multipliedFullWidth(by: 1_000)
        let required = coin.feePerKB.min.units.multipliedFullWidth(by: Int64(transaction.virtualSize))
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
