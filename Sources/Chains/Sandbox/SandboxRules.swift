import BitcoinFormat
import SchemeRouter

/// What the practice network accepts: payments as real nodes relay them, and nothing else.
struct SandboxRules {
    let coin: CoinDescriptor
    /// Number of the newest block.
    let height: Int64

    /// The largest transaction that nodes relay, in bytes.
    private static let maxSize = 100_000
    /// Lock times from here on are seconds, not blocks.
    private static let firstTimeLock: UInt32 = 500_000_000

    /// Why a transaction is refused, in the words nodes use.
    struct Rejection: Error {
        let reason: String

        init(_ reason: String) {
            self.reason = reason
        }
    }

    /// Checks a transaction against the outputs it spends, in the order of its inputs.
    func check(_ transaction: Transaction, size: Int, spending outputs: [Transaction.Output]) throws(Rejection) {
        guard size <= Self.maxSize else { throw Rejection("tx-size") }
        guard transaction.version == 1 || transaction.version == 2 else { throw Rejection("version") }
        guard !transaction.inputs.isEmpty else { throw Rejection("bad-txns-vin-empty") }
        guard !transaction.outputs.isEmpty else { throw Rejection("bad-txns-vout-empty") }
        guard Set(transaction.inputs.map(\.outpoint)).count == transaction.inputs.count else {
            throw Rejection("bad-txns-inputs-duplicate")
        }
        try checkLock(transaction)
        try checkOutputs(transaction.outputs)

        guard let spent = Amount.sum(outputs.map(\.amount)), let paid = Amount.sum(transaction.outputs.map(\.amount)),
            paid <= coin.maxMoney
        else { throw Rejection("bad-txns-txouttotal-toolarge") }
        guard let fee = spent.subtracting(paid) else { throw Rejection("bad-txns-in-belowout") }
        guard fee.units * 1_000 >= coin.feePerKB.min.units * Int64(size) else { throw Rejection("min relay fee not met") }

        for (index, output) in outputs.enumerated() {
            try checkSpend(of: output, by: transaction, input: index)
        }
    }

    private func checkLock(_ transaction: Transaction) throws(Rejection) {
        guard transaction.lockTime != 0,
            transaction.inputs.contains(where: { $0.sequence != Transaction.Input.finalSequence })
        else { return }
        // There is no clock in the practice network, so nothing that waits for a time ever becomes final.
        guard transaction.lockTime < Self.firstTimeLock, Int64(transaction.lockTime) <= height else {
            throw Rejection("non-final")
        }
    }

    private func checkOutputs(_ outputs: [Transaction.Output]) throws(Rejection) {
        for output in outputs {
            guard Address(script: output.script) != nil else { throw Rejection("scriptpubkey") }
            guard output.amount >= coin.dust else { throw Rejection("dust") }
            guard output.amount <= coin.maxMoney else { throw Rejection("bad-txns-vout-toolarge") }
        }
    }

    /// Only a key's own signature spends here: P2PKH, signature type ALL, strict DER, low S.
    private func checkSpend(
        of output: Transaction.Output, by transaction: Transaction, input index: Int
    ) throws(Rejection) {
        guard case .publicKeyHash(let hash)? = Address(script: output.script)?.kind else {
            throw Rejection("bad-txns-nonstandard-inputs")
        }
        guard let spend = Script.readPublicKeyHashSpend(transaction.inputs[index].script) else {
            throw Rejection("scriptsig-not-standard")
        }
        guard Digest.hash160(spend.publicKey) == hash else {
            throw Rejection("mandatory-script-verify-flag-failed (Script failed an OP_EQUALVERIFY operation)")
        }
        let digest = transaction.signatureHash(input: index, scriptCode: output.script)
        guard ECDSA.verify(signature: spend.signature, digest: digest, publicKey: spend.publicKey) else {
            throw Rejection("mandatory-script-verify-flag-failed (Signature must be valid, strict DER and low S)")
        }
    }
}
