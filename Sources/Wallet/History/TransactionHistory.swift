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
        let rivals: CompetingPayments

        /// A payment requested at `time`.
        /// - Parameters:
        ///   - transaction: the transaction.
        ///   - time: the time.
        ///   - rivals: those that spend the same with another fee.
        public init(
            _ transaction: SignedTransaction, at time: UnixTime, besides rivals: CompetingPayments = CompetingPayments()
        ) {
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

/// What one transaction did to the wallet, computed from the transactions themselves.
public struct WalletTransaction: Sendable, Hashable {
    public let id: TransactionID
    /// Its confirmations in the network's list of transactions; 0 while it is unconfirmed or not in the list.
    public let confirmations: Int
    /// The network's answer about this transaction alone: asked for unconfirmed transactions, for own payments that are
    /// not in the network's list and, where payments are locked, for those with fewer than six confirmations; nil if it
    /// was not asked.
    public internal(set) var state: PaymentState?
    /// When it was seen or mined, in seconds since 1970; nil if the network does not say. For own payments that are not
    /// in the network's list, when they were requested.
    public let time: UnixTime?
    /// The value of its outputs to the wallet's addresses.
    public let received: Amount
    /// The value of the wallet's UTXOs that it spends.
    public let spent: Amount
    /// Whether it is a withdrawal from another layer of the coin (DIP-27).
    public let isWithdrawal: Bool
    /// The fee; nil if others paid part of it, which cannot be known without their UTXOs.
    public let fee: Amount?

    /// What others received of the wallet's money, without the fee; nil if the wallet has more afterwards than before,
    /// or others paid too.
    public var sent: Amount? { fee.flatMap { spent.subtracting(received)?.subtracting($0) } }
}

/// The order in which transactions are listed: newest first.
enum HistoryOrder {
    /// The newest `count`, and any others that are as new as the last of them.
    static func newest(
        _ count: Int, of entries: some Sequence<HistoricTransaction>
    ) -> [HistoricTransaction] {
        let sorted = entries.sorted(by: isNewer)
        guard count < sorted.count else { return sorted }
        let end = sorted[count...].firstIndex { !isAsNew($0, sorted[count - 1]) } ?? sorted.count
        return Array(sorted[..<end])
    }

    /// The same order, but among transactions of equal age – in one block, or all unconfirmed – a transaction comes
    /// before those that it spends.
    static func spendersFirst(
        _ entries: [HistoricTransaction], _ whole: [TransactionID: Transaction]
    ) -> [HistoricTransaction] {
        var rest = entries[...]
        var ordered: [HistoricTransaction] = []
        while let first = rest.first {
            let group = rest.prefix { isAsNew($0, first) }
            rest = rest.dropFirst(group.count)
            ordered += spentFirst(group, whole).reversed()
        }
        return ordered
    }

    /// Each after those that it spends. Not recursive: a chain of payments may be long.
    private static func spentFirst(
        _ group: some Sequence<HistoricTransaction>, _ whole: [TransactionID: Transaction]
    ) -> [HistoricTransaction] {
        var waiting = Array(group)
        let members = Dictionary(uniqueKeysWithValues: waiting.map { ($0.id, $0) })
        var told: Set<TransactionID> = []
        var ordered: [HistoricTransaction] = []
        while let next = waiting.last {
            let parents = (whole[next.id]?.inputs ?? []).compactMap { members[$0.outpoint.transaction] }
                .filter { !told.contains($0.id) }
            if parents.isEmpty || told.contains(next.id) {
                waiting.removeLast()
                if told.insert(next.id).inserted { ordered.append(next) }
            } else {
                waiting += parents
            }
        }
        return ordered
    }

    /// Unconfirmed transactions come first, then those with fewer confirmations. Times decide between equals.
    private static func isNewer(_ left: HistoricTransaction, _ right: HistoricTransaction) -> Bool {
        if left.confirmations != right.confirmations { return left.confirmations < right.confirmations }
        if left.time != right.time { return (left.time ?? .max) > (right.time ?? .max) }
        return left.id.hex < right.id.hex
    }

    private static func isAsNew(_ left: HistoricTransaction, _ right: HistoricTransaction) -> Bool {
        left.confirmations == right.confirmations && left.time == right.time
    }
}

extension ChainReader {
    /// The transactions of a coin with this form that the network has and that can be read, each with the right id.
    /// One that is missing or another, or of a kind that this version does not know, does not affect the others.
    ///
    /// Throws `ServiceError/Code/networkUnreachable` if the network does not answer.
    func readable(
        _ ids: Set<TransactionID>, as form: TransactionForm
    ) async throws(ServiceError) -> [TransactionID: Transaction] {
        let answer: [TransactionID: [UInt8]]
        do throws(ServiceError) {
            answer = try await transactions(ids)
        } catch {
            guard error.code != .networkUnreachable, !Task.isCancelled else { throw error }
            guard ids.count > 1 else { return [:] }
            // A network refuses a whole question if one part is bad. Halving isolates that part in few questions.
            let all = ids.sorted { $0.hex < $1.hex }
            let first = try await readable(Set(all[..<(all.count / 2)]), as: form)
            return first.merging(try await readable(Set(all[(all.count / 2)...]), as: form)) { $1 }
        }
        var whole: [TransactionID: Transaction] = [:]
        for id in ids {
            guard let bytes = answer[id], let transaction = try? Transaction(bytes: bytes, as: form),
                transaction.id == id
            else { continue }
            whole[id] = transaction
        }
        return whole
    }
}

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
    var rivals: [TransactionID: CompetingPayments] = [:]
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
            of: transaction.id, spending: inputs, besides: rivals[transaction.id] ?? CompetingPayments())
        // A block that arrives between two questions does not undo a confirmation.
        if case .unclear = state, transaction.confirmations > 0 { return nil }
        return state
    }
}
