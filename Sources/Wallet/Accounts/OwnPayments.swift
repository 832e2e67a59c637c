import RouterBitcoinFormat
import RouterBitcoinSignatures
import SchemeRouter

/// Tells the wallet's own payments from others': every input is signed by one of its keys. Nobody else can make such a
/// transaction, or take it back, so that its change can be spent before it is in a block (S16).
struct OwnPayments {
    /// So many transactions that wait for a block are looked at; what comes from further ones counts as others'.
    static let most = 50

    let ownScripts: Set<[UInt8]>

    /// The transactions whose outputs it must be known to spend, so that ``include(_:spending:)`` can tell: none if another
    /// one's input is seen at once, or no input has a witness.
    func needed(for transaction: Transaction) -> [TransactionID] {
        let spends = transaction.inputs.map { KeySpend($0) }
        guard spends.allSatisfy({ $0.map { ownScripts.contains($0.script) } ?? false }) else { return [] }
        return zip(transaction.inputs, spends).compactMap { $1?.form == .keyHash ? nil : $0.outpoint.transaction }
    }

    /// Whether the account's keys signed every input, and with it all of the transaction.
    /// - Parameter previous: those of ``needed(for:)`` that are known, which have these ids.
    func include(_ transaction: Transaction, spending previous: [TransactionID: Transaction]) -> Bool {
        let hashes = SignatureHashes(of: transaction)
        return !transaction.inputs.isEmpty
            && transaction.inputs.enumerated().allSatisfy { index, input in
                guard let script = KeySpend(input)?.script, ownScripts.contains(script) else { return false }
                let outputs = previous[input.outpoint.transaction]?.outputs
                let place = Int(input.outpoint.index)
                // Without a witness nothing depends on the amount.
                let amount = outputs.flatMap { $0.indices.contains(place) ? $0[place].amount : nil } ?? .zero
                return transaction.isSigned(input: index, spending: .init(amount: amount, script: script), hashes)
            }
    }
}
