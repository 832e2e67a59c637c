import RouterBitcoinFormat
import SchemeRouter

/// The transactions in which addresses of the wallet had a part.
///
/// Which they are the network says; what they did is read from the whole transactions, whose hashes must be their ids.
public struct TransactionHistory {
    /// How many transactions one question is about.
    private static let batch = 100

    private let chain: any ChainReader
    private let ownScripts: Set<[UInt8]>

    /// The history of some accounts, as one: what goes from one to another was neither received nor sent.
    public init(of surveys: [AccountSurvey], on chain: any ChainReader) {
        self.chain = chain
        ownScripts = surveys.reduce(into: []) { $0.formUnion($1.usedScripts) }
    }

    /// The newest transactions.
    public struct Newest: Sendable, Hashable {
        /// What they did, newest first.
        public let transactions: [WalletTransaction]
        /// Those among them that the network does not give, or that are of a kind this version cannot read.
        public let unread: [TransactionID]
    }

    /// The newest transactions, newest first. One that cannot be read keeps no other one away.
    /// - Parameter count: how many, at most.
    public func newest(_ count: Int, progress: ProgressReport?) async throws(ServiceError) -> Newest {
        let known = try await all(progress)
        let chosen = HistoryOrder.newest(count, of: known.values)
        var whole = try await transactions(Set(chosen.map(\.id)), [:], progress)
        // What is spent was received before, so the transaction that paid it is in the history too.
        let spent = whole.values.flatMap(\.inputs).map(\.outpoint.transaction).filter { known[$0] != nil }
        whole = try await transactions(Set(spent), whole, progress)
        let told = HistoryOrder.spendersFirst(chosen, whole).prefix(count)
        return Newest(
            transactions: told.compactMap { entry in
                whole[entry.id].map { transaction(entry, $0, among: whole) }
            }, unread: told.map(\.id).filter { whole[$0] == nil })
    }

    private func all(_ progress: ProgressReport?) async throws(ServiceError) -> [TransactionID: HistoricTransaction] {
        var known: [TransactionID: HistoricTransaction] = [:]
        let scripts = Array(ownScripts)
        for start in stride(from: 0, to: scripts.count, by: ScriptQuestions.batch) {
            let end = min(start + ScriptQuestions.batch, scripts.count)
            for entry in try await chain.history(of: Array(scripts[start..<end])) { known[entry.id] = entry }
            try ScriptQuestions.stopIfCancelled()
            progress?(WorkProgress("Asking for the transactions of all addresses", done: end, total: scripts.count))
        }
        return known
    }

    /// `known` and the transactions of `ids` that are not among them, as far as they can be read.
    private func transactions(
        _ ids: Set<TransactionID>, _ known: [TransactionID: Transaction], _ progress: ProgressReport?
    ) async throws(ServiceError) -> [TransactionID: Transaction] {
        var all = known
        let missing = ids.filter { known[$0] == nil }.sorted { $0.hex < $1.hex }
        for start in stride(from: 0, to: missing.count, by: Self.batch) {
            let asked = missing[start..<min(start + Self.batch, missing.count)]
            all.merge(try await chain.readable(Set(asked))) { $1 }
            try ScriptQuestions.stopIfCancelled()
            progress?(WorkProgress("Reading transactions", done: start + asked.count, total: missing.count))
        }
        return all
    }

    private func transaction(
        _ entry: HistoricTransaction, _ transaction: Transaction, among all: [TransactionID: Transaction]
    ) -> WalletTransaction {
        let received = transaction.outputs.filter { ownScripts.contains($0.script) }.map(\.amount)
        let spent = transaction.inputs.compactMap { input -> Amount? in
            guard let paid = all[input.outpoint.transaction], paid.outputs.indices.contains(Int(input.outpoint.index))
            else { return nil }
            let output = paid.outputs[Int(input.outpoint.index)]
            return ownScripts.contains(output.script) ? output.amount : nil
        }
        let paid = Amount.sum(transaction.outputs.map(\.amount))
        let spentSum = Amount.sum(spent) ?? .zero
        let isAllOurs = spent.count == transaction.inputs.count && !spent.isEmpty
        return WalletTransaction(
            id: entry.id, confirmations: entry.confirmations, time: entry.time, received: Amount.sum(received) ?? .zero,
            spent: spentSum, fee: isAllOurs ? paid.flatMap { spentSum.subtracting($0) } : nil)
    }
}
