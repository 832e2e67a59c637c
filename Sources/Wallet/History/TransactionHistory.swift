import RouterBitcoinFormat
import SchemeRouter

/// The transactions that involve the wallet's addresses.
///
/// The network says which they are; what they did is read from the whole transactions, whose hashes must be their ids.
public struct TransactionHistory {
    /// The number of transactions in one question.
    private static let batch = 100

    private let chain: any ChainReader
    private let usedScripts: Set<[UInt8]>
    private let ownScripts: Set<[UInt8]>
    private let hasLock: Bool
    private let form: TransactionForm

    /// The combined history of some accounts: transfers between them are neither received nor sent.
    /// - Parameters:
    ///   - surveys: what the network knows of each account.
    ///   - chain: the coin and network.
    ///   - hasLock: whether the network locks payments, so that it is also asked about those in recent blocks.
    ///   - form: how the coin writes its transactions.
    public init(
        of surveys: [WholeSurvey], on chain: any ChainReader, hasLock: Bool = false, as form: TransactionForm = .plain
    ) {
        self.chain = chain
        self.hasLock = hasLock
        self.form = form
        usedScripts = surveys.reduce(into: []) { $0.formUnion($1.usedScripts) }
        // The network does not call a lost transaction's addresses used.
        ownScripts = surveys.reduce(into: []) { $0.formUnion($1.ownScripts) }
    }

    /// The newest transactions.
    public struct Newest: Sendable, Hashable {
        /// What they did, newest first.
        public let transactions: [WalletTransaction]
        /// Those that the network does not return, or that are of a kind this version cannot read.
        public let unread: [TransactionID]
    }

    /// The newest transactions, newest first. One that cannot be read does not affect the others.
    /// - Parameters:
    ///   - count: the maximum number.
    ///   - sent: payments of the wallet that the network accepted, oldest first. The result includes those of these
    ///     accounts that are no longer in its list, with what the network says of them.
    ///   - progress: receives the progress of the work.
    public func newest(
        _ count: Int, and sent: [SentPayment] = [], progress: ProgressReport?
    ) async throws(ServiceError) -> Newest {
        let listed = try await all(progress)
        let unlisted = unlisted(sent, listed)
        let known = listed.merging(unlisted.map { ($0.entry.id, $0.entry) }) { first, _ in first }
        let chosen = HistoryOrder.newest(count, of: known.values)
        var whole = try await transactions(
            Set(chosen.map(\.id)), Dictionary(unlisted.map { ($0.entry.id, $0.whole) }) { first, _ in first }, progress)
        // A spent output was received before, so the transaction that paid it is in the history too.
        let spent = whole.values.flatMap(\.inputs).map(\.outpoint.transaction).filter { known[$0] != nil }
        whole = try await transactions(Set(spent), whole, progress)
        let told = HistoryOrder.spendersFirst(chosen, whole).prefix(count)
        let transactions = told.compactMap { entry in
            whole[entry.id].map { (transaction(entry, $0, among: whole), $0) }
        }
        let rivals = Dictionary(sent.map { ($0.transaction.id, $0.rivals) }) { first, _ in first }
        let questions = StateQuestions(chain: chain, hasLock: hasLock, rivals: rivals, listed: Set(listed.keys))
        return Newest(
            transactions: try await questions.answered(transactions, progress),
            unread: told.map(\.id).filter { whole[$0] == nil })
    }

    /// A payment of the wallet that the network accepted.
    public struct SentPayment: Sendable {
        let transaction: SignedTransaction
        let time: UnixTime
        let rivals: Rivals

        /// A payment requested at `time`.
        /// - Parameters:
        ///   - transaction: the transaction.
        ///   - time: the time.
        ///   - rivals: those that spend the same with another fee.
        public init(_ transaction: SignedTransaction, at time: UnixTime, besides rivals: Rivals = Rivals()) {
            self.transaction = transaction
            self.time = time
            self.rivals = rivals
        }
    }

    /// The payments of `sent` that are not listed and involve these accounts: they pay one of their addresses, or spend
    /// an output of one of their transactions, listed or not.
    private func unlisted(
        _ sent: [SentPayment], _ listed: [TransactionID: HistoricTransaction]
    ) -> [(entry: HistoricTransaction, whole: Transaction)] {
        let read = sent.compactMap { payment -> (entry: HistoricTransaction, whole: Transaction)? in
            let id = payment.transaction.id
            guard listed[id] == nil, let whole = try? Transaction(bytes: payment.transaction.bytes, as: form),
                whole.id == id
            else {
                return nil
            }
            return (HistoricTransaction(id: id, confirmations: 0, time: payment.time), whole)
        }
        var known = Set(listed.keys)
        // The oldest come first, so that each payment is known before another spends it.
        return read.filter { entry, whole in
            let isOurs =
                whole.outputs.contains { ownScripts.contains($0.script) }
                || whole.inputs.contains { known.contains($0.outpoint.transaction) }
            if isOurs { known.insert(entry.id) }
            return isOurs
        }
    }

    private func all(_ progress: ProgressReport?) async throws(ServiceError) -> [TransactionID: HistoricTransaction] {
        var known: [TransactionID: HistoricTransaction] = [:]
        let scripts = Array(usedScripts)
        for start in stride(from: 0, to: scripts.count, by: ScriptQuestions.batch) {
            let end = min(start + ScriptQuestions.batch, scripts.count)
            for entry in try await chain.history(of: Array(scripts[start..<end])) { known[entry.id] = entry }
            try ScriptQuestions.stopIfCancelled()
            progress?(WorkProgress("Listing the transactions of all addresses", done: end, total: scripts.count))
        }
        return known
    }

    /// `known`, plus the transactions of `ids` that are missing from it and can be read.
    private func transactions(
        _ ids: Set<TransactionID>, _ known: [TransactionID: Transaction], _ progress: ProgressReport?
    ) async throws(ServiceError) -> [TransactionID: Transaction] {
        var all = known
        let missing = ids.filter { known[$0] == nil }.sorted { $0.hex < $1.hex }
        for start in stride(from: 0, to: missing.count, by: Self.batch) {
            let asked = missing[start..<min(start + Self.batch, missing.count)]
            all.merge(try await chain.readable(Set(asked), as: form)) { $1 }
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
            spent: spentSum, isWithdrawal: transaction.withdrawal != nil,
            fee: isAllOurs ? paid.flatMap { spentSum.subtracting($0) } : nil)
    }
}
