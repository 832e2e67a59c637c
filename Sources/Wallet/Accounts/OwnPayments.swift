import RouterBitcoinFormat
import RouterBitcoinSignatures
import SchemeRouter

/// Distinguishes the wallet's own payments from others': the wallet's keys signed every input. Nobody else can make
/// such a transaction or cancel it, so its change can be spent before it is in a block (S16).
struct OwnPayments {
    /// The most unconfirmed transactions that are examined; outputs of any further ones count as others'.
    static let most = 50

    let ownScripts: Set<[UInt8]>

    /// The transactions whose outputs this one spends that ``include(_:spending:)`` needs; none if an input is
    /// obviously not the account's, or no input has a witness.
    func needed(for transaction: Transaction) -> [TransactionID] {
        let spends = transaction.inputs.map { KeySpend($0) }
        guard spends.allSatisfy({ $0.map { ownScripts.contains($0.script) } ?? false }) else { return [] }
        return zip(transaction.inputs, spends).compactMap { $1?.form == .keyHash ? nil : $0.outpoint.transaction }
    }

    /// Whether the account's keys signed every input, and with it the whole transaction.
    /// - Parameter previous: the known transactions of ``needed(for:)``, with checked ids.
    func include(_ transaction: Transaction, spending previous: [TransactionID: Transaction]) -> Bool {
        let hashes = SignatureHashes(of: transaction)
        return !transaction.inputs.isEmpty
            && transaction.inputs.enumerated().allSatisfy { index, input in
                guard let script = KeySpend(input)?.script, ownScripts.contains(script) else { return false }
                let outputs = previous[input.outpoint.transaction]?.outputs
                let place = Int(input.outpoint.index)
                // Without a witness, the signature does not depend on the amount.
                let amount = outputs.flatMap { $0.indices.contains(place) ? $0[place].amount : nil } ?? .zero
                return transaction.isSigned(input: index, spending: .init(amount: amount, script: script), hashes)
            }
    }
}
