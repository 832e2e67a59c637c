import RouterBitcoinFormat
import SchemeRouter

/// Asks a network about single transactions of the history that are not final, for what its list does not say: whether
/// they are locked, and whether it still has the unconfirmed ones.
struct StateQuestions {
    /// The most transactions to look up, one after another, in the order of the list.
    private static let most = 100
    /// This many confirmations make a transaction final, locked or not.
    private static let finalConfirmations = 6

    let chain: any ChainReader
    let hasLock: Bool
    /// Payments whose fees were raised, and their replacements.
    var rivals: [TransactionID: Rivals] = [:]
    /// The transactions in the network's list.
    let listed: Set<TransactionID>

    /// The transactions with the network's answers. After a failure to answer, the network is not asked again.
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
            // It is not in the list, so it is not known to be unconfirmed.
            if transaction.state == nil, !listed.contains(transaction.id) { transaction.state = .unclear }
            answered.append(transaction)
        }
        return answered
    }

    private func isOpen(_ transaction: WalletTransaction) -> Bool {
        transaction.confirmations == 0 || (hasLock && transaction.confirmations < Self.finalConfirmations)
    }

    /// Asks who spent the money only for the wallet's own payments: the network may not know others' inputs.
    private func state(
        of transaction: WalletTransaction, _ whole: Transaction
    ) async throws(ServiceError) -> PaymentState? {
        let inputs = transaction.fee == nil ? [] : whole.inputs.map(\.outpoint)
        let state = try await chain.state(
            of: transaction.id, spending: inputs, besides: rivals[transaction.id] ?? Rivals())
        // A block that arrives between two questions does not undo a confirmation.
        if case .unclear = state, transaction.confirmations > 0 { return nil }
        return state
    }
}
