import RouterBitcoinFormat
import RouterBitcoinSignatures
import SchemeRouter

extension ElectrumSession {
    /// The most transactions of an address, newest first, that are checked for spending an output.
    private static let mostSpenders = 200

    /// A server's report about one script, which can have several outputs: they are requested together.
    private struct ScriptFacts: Sendable {
        let unspent: Set<Outpoint>
        /// The newest transactions, and those among them that this version can read.
        let candidates: [HistoryEntry]
        let readable: [TransactionID: WholeTransaction]
        /// Whether the server lists more than was read: an output may be unspent, or spent by a transaction that was not
        /// examined or could not be read.
        let isIncomplete: Bool
    }

    /// Whether outputs are spent. Outputs of transactions that the server does not know, or that this version cannot
    /// read, are missing. Anybody can pay an address by a transaction of a kind that is not known yet, so one of those
    /// must not hide the others.
    func states(of outputs: [Outpoint], maxMoney: Amount) async throws(ElectrumFailure) -> [Outpoint: OutputState] {
        let paying = try await payingTransactions(Set(outputs.map(\.transaction)))
        var spendable: [Outpoint: Transaction.Output] = [:]
        for output in outputs {
            guard let paid = paying[output.transaction]?.content.outputs, let index = Int(exactly: output.index),
                paid.indices.contains(index)
            else { continue }
            spendable[output] = paid[index]
        }
        var facts: [[UInt8]: ScriptFacts] = [:]
        var states: [Outpoint: OutputState] = [:]
        for output in outputs {
            guard let content = spendable[output] else { continue }
            let script = content.script
            let known: ScriptFacts
            if let earlier = facts[script] {
                known = earlier
            } else {
                known = try await self.facts(of: script, maxMoney: maxMoney)
                facts[script] = known
            }
            states[output] = try Self.state(of: output, content, known)
        }
        return states
    }

    private static func state(
        of output: Outpoint, _ content: Transaction.Output, _ facts: ScriptFacts
    ) throws(ElectrumFailure) -> OutputState {
        if facts.unspent.contains(output) { return .unspent }
        // The spender has the output among its inputs, so nobody can name another one. And only our key spends our own
        // output: bytes that anybody can assemble prove nothing (S16).
        let spender = facts.candidates.first { entry in
            facts.readable[entry.id]?.content.isSigned(spending: output, of: content) ?? false
        }
        guard let spender else {
            if facts.isIncomplete { return .spent(nil) }
            throw ElectrumFailure(.wrong, "says that an output is spent, but shows no transaction signed by its key")
        }
        return spender.height == nil ? .spentByWaiting(spender.id) : .spent(spender.id)
    }

    private func facts(of script: [UInt8], maxMoney: Amount) async throws(ElectrumFailure) -> ScriptFacts {
        let answers = try await ask([.unspent(with: script), .history(of: script)])
        let (unspent, history) = (try unspent(answers[0], maxMoney: maxMoney), try history(answers[1]))
        let candidates = history.read.suffix(Self.mostSpenders)
        let readable = try await readableTransactions(Set(candidates.map(\.id)))
        return ScriptFacts(
            unspent: Set(unspent.read.map(\.outpoint)), candidates: Array(candidates), readable: readable,
            isIncomplete: !unspent.isWhole || !history.isWhole || history.read.count > candidates.count
                || candidates.contains { readable[$0.id] == nil })
    }

    /// The transactions among these that the server knows and this version can read.
    private func payingTransactions(
        _ ids: Set<TransactionID>
    ) async throws(ElectrumFailure) -> [TransactionID: WholeTransaction] {
        try await transactions(ids) { answer, id throws(ElectrumFailure) in
            if case .failure(let error) = answer, error.saysUnknownTransaction { return nil }
            return try Self.json(answer, "the transaction \(id)").hexBytes.flatMap {
                WholeTransaction($0, id: id, as: form)
            }
        }
    }
}
