import ExactJSON
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

    /// The unspent outputs to `scripts`, which must be distinct, that can be spent now.
    func unspentOutputs(
        payingTo scripts: [[UInt8]], maxMoney: Amount, maturity: Int
    ) async throws(ElectrumFailure) -> [UnspentOutput] {
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
        return try await withoutImmature(outputs, maturity)
    }

    /// The confirmations of a block; 0 for an unconfirmed transaction.
    func confirmations(at height: BlockHeight?) -> Int {
        height.map { $0.confirmations(whenNewestIs: self.height ?? $0) } ?? 0
    }

    /// Block rewards cannot be spent for some blocks (`COINBASE_MATURITY`), but servers list them. An output that
    /// cannot be read does not affect the others: it is left out until a block reward of its age could be spent.
    private func withoutImmature(
        _ outputs: [UnspentOutput], _ maturity: Int
    ) async throws(ElectrumFailure) -> [UnspentOutput] {
        let young = outputs.filter { $0.confirmations > 0 && $0.confirmations <= maturity }
            .map(\.outpoint.transaction)
        guard !young.isEmpty else { return outputs }
        let found = try await readableTransactions(Set(young))
        let left = Set(young).subtracting(found.filter { !$0.value.content.isCoinbase }.keys)
        return outputs.filter { !left.contains($0.outpoint.transaction) }
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
