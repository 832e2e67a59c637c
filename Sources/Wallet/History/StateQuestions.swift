import RouterBitcoinFormat
import SchemeRouter

/// Asks a network about single transactions of the history that are not final, which its list of them does not tell: whether
/// they are locked, and whether it still has those that wait for a block.
struct StateQuestions {
    /// How many transactions are looked up, one after another: those listed first.
    private static let most = 100
    /// So many blocks make a transaction final, locked or not.
    private static let finalConfirmations = 6

    let chain: any ChainReader
    let hasLock: Bool
    /// The payments whose fees were raised, and those that raise them.
    var rivals: [TransactionID: Rivals] = [:]
    /// Those that are in the network's list.
    let listed: Set<TransactionID>

    /// The transactions with what the network says of them. A network that does not answer is asked no more.
    func answered(
        _ transactions: [(told: WalletTransaction, whole: Transaction)], _ progress: ProgressReport?
    ) async throws(ServiceError) -> [WalletTransaction] {
        let asked = Set(transactions.indices.filter { isOpen(transactions[$0].told) }.prefix(Self.most))
        var (isSilent, done) = (false, 0)
        var answered: [WalletTransaction] = []
        for (index, (transaction, whole)) in transactions.enumerated() {
            var transaction = transaction
            if asked.contains(index) {
                do throws(ServiceError) {
                    if !isSilent { transaction.state = try await state(of: transaction, whole) }
                } catch {
                    try ScriptQuestions.stopIfCancelled()
                    isSilent = true
                }
                done += 1
                progress?(WorkProgress("Checking new transactions", done: done, total: asked.count))
            }
            // It is not in the list, so it is not known to be waiting for a block.
            if transaction.state == nil, !listed.contains(transaction.id) { transaction.state = .unclear }
            answered.append(transaction)
        }
        return answered
    }

    private func isOpen(_ transaction: WalletTransaction) -> Bool {
        transaction.confirmations == 0 || (hasLock && transaction.confirmations < Self.finalConfirmations)
    }

    /// Only for the wallet's own payments is a network asked who spent their money: others' inputs may be unknown to
    /// it.
    private func state(
        of transaction: WalletTransaction, _ whole: Transaction
    ) async throws(ServiceError) -> PaymentState? {
        let inputs = transaction.fee == nil ? [] : whole.inputs.map(\.outpoint)
        let state = try await chain.state(
            of: transaction.id, spending: inputs, besides: rivals[transaction.id] ?? Rivals())
        // Blocks that came between two questions take none away.
        if case .unclear = state, transaction.confirmations > 0 { return nil }
        return state
    }
}
