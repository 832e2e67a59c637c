import ExactJSON
import RouterBitcoinFormat
import SchemeRouter

extension ElectrumSession {
    /// The transactions of each of `scripts`, which must be distinct.
    func histories(of scripts: [[UInt8]]) async throws(ElectrumFailure) -> [[HistoryEntry]] {
        let answers = try await ask(scripts.map(ElectrumCall.history))
        return try answers.map { (answer) throws(ElectrumFailure) in try Self.history(answer) }
    }

    /// The `scripts` that a transaction ever paid.
    func usedScripts(among scripts: [[UInt8]]) async throws(ElectrumFailure) -> Set<[UInt8]> {
        let answers = try await ask(scripts.map(ElectrumCall.history))
        var used: Set<[UInt8]> = []
        for (script, answer) in zip(scripts, answers) {
            // A script with too many transactions is used.
            if case .failure(let error) = answer, error.code == ElectrumError.historyTooLarge {
                used.insert(script)
            } else if !(try Self.history(answer)).isEmpty {
                used.insert(script)
            }
        }
        return used
    }

    /// The unspent outputs to `scripts`, which must be distinct, that can be spent now: servers also list block rewards
    /// and payouts of extension blocks, which are too new for some blocks (`COINBASE_MATURITY`, `PEGOUT_MATURITY`).
    func unspentOutputs(
        payingTo scripts: [[UInt8]], maxMoney: Amount, maturity: Int
    ) async throws(ElectrumFailure) -> [UnspentOutput] {
        let outputs = try await listed(payingTo: scripts, maxMoney: maxMoney)
        // Of an output without confirmations the maturity is no question: it is spent only if it is our own change.
        let young = outputs.filter { $0.confirmations > 0 && $0.confirmations <= Self.longestMaturity(maturity) }
        guard !young.isEmpty else { return outputs }
        let found = try await readableTransactions(Set(young.map(\.outpoint.transaction)))
        // An output that cannot be read does not affect the others: it is left out until a block reward of its age could
        // be spent.
        let left = young.filter { output in
            found[output.outpoint.transaction].map { whole in
                (whole.content.maturity(ofCoinbase: maturity) ?? 0) > output.confirmations
            } ?? true
        }
        let leaving = Set(left.map(\.outpoint))
        return outputs.filter { !leaving.contains($0.outpoint) }
    }

    /// The most outputs whose transactions are read for a balance, newest first.
    private static let mostRead = 500

    /// The unspent outputs to `scripts`, which must be distinct, of which there is more to say: new money, withdrawals,
    /// and what the server does not show.
    func notableOutputs(
        payingTo scripts: [[UInt8]], maxMoney: Amount, maturity: Int
    ) async throws(ElectrumFailure) -> [(notable: NotableOutput, mayBeLocked: Bool)] {
        let youngest = Self.longestMaturity(maturity)
        // Where ids have a rule, a server that does not know it names outputs wrongly, whatever their age.
        let read = try await listed(payingTo: scripts, maxMoney: maxMoney)
            .filter { form == .typed || $0.confirmations <= youngest }
            .sorted { $0.confirmations < $1.confirmations }.prefix(Self.mostRead)
        guard !read.isEmpty else { return [] }
        let found = try await readableTransactions(Set(read.map(\.outpoint.transaction)))
        return read.compactMap { output in
            guard let content = found[output.outpoint.transaction]?.content, content.pays(output) else {
                return (NotableOutput(output, .unreadable), false)
            }
            if let needed = content.maturity(ofCoinbase: maturity), needed > output.confirmations {
                return (NotableOutput(output, .maturing(blocks: needed - output.confirmations)), false)
            }
            guard let withdrawal = content.withdrawal, output.confirmations <= youngest else { return nil }
            let mayBeLocked = output.confirmations == 0 && withdrawal == .resigned
            return (NotableOutput(output, .withdrawal(isLocked: false)), mayBeLocked)
        }
    }

    /// The most confirmations with which an output may still be too new.
    private static func longestMaturity(_ maturity: Int) -> Int { max(maturity, Transaction.extensionMaturity) }

    /// The unspent outputs to `scripts`, as the server lists them.
    private func listed(payingTo scripts: [[UInt8]], maxMoney: Amount) async throws(ElectrumFailure) -> [UnspentOutput]
    {
        let answers = try await ask(scripts.map(ElectrumCall.unspent))
        var outputs: [UnspentOutput] = []
        for (script, answer) in zip(scripts, answers) {
            guard let entries = UnspentEntry.list(try Self.json(answer, "the unspent outputs"), maxMoney: maxMoney)
            else {
                throw .strange("its answer is not a list of unspent outputs")
            }
            outputs += entries.map { entry in
                UnspentOutput(
                    outpoint: entry.outpoint, amount: entry.amount, script: script,
                    confirmations: confirmations(at: entry.height))
            }
        }
        guard Set(outputs.map(\.outpoint)).count == outputs.count else {
            throw ElectrumFailure(.wrong, "reports one output at two addresses")
        }
        return outputs
    }

    /// The confirmations of a block; 0 for an unconfirmed transaction.
    func confirmations(at height: BlockHeight?) -> Int {
        height.map { $0.confirmations(whenNewestIs: self.height ?? $0) } ?? 0
    }

    static func json(_ answer: ElectrumMessage.Answer, _ what: String) throws(ElectrumFailure) -> JSON {
        switch answer {
        case .success(let json): return json
        case .failure(let error): throw .refusal(error, of: what)
        }
    }

    private static func history(_ answer: ElectrumMessage.Answer) throws(ElectrumFailure) -> [HistoryEntry] {
        guard let entries = HistoryEntry.list(try json(answer, "the transactions of an address")) else {
            throw .strange("its answer is not a list of transactions")
        }
        return entries
    }
}
