import ExactJSON
import SchemeRouter

extension ElectrumSession {
    /// The transactions of each of `scripts`, which are different ones.
    func histories(of scripts: [[UInt8]]) async throws(ElectrumFailure) -> [[HistoryEntry]] {
        let replies = try await ask(scripts.map(ElectrumCall.history))
        return try replies.map { (reply) throws(ElectrumFailure) in try Self.history(reply) }
    }

    /// Those of `scripts` that a transaction ever paid to.
    func usedScripts(among scripts: [[UInt8]]) async throws(ElectrumFailure) -> Set<[UInt8]> {
        let replies = try await ask(scripts.map(ElectrumCall.history))
        var used: Set<[UInt8]> = []
        for (script, reply) in zip(scripts, replies) {
            // Too many transactions are transactions.
            if case .failure(let error) = reply, error.code == ElectrumError.historyTooLarge {
                used.insert(script)
            } else if !(try Self.history(reply)).isEmpty {
                used.insert(script)
            }
        }
        return used
    }

    /// The outputs to `scripts`, which are different ones, that no transaction spends, and that can be spent now.
    func unspentOutputs(
        payingTo scripts: [[UInt8]], maxMoney: Amount
    ) async throws(ElectrumFailure) -> [UnspentOutput] {
        let replies = try await ask(scripts.map(ElectrumCall.unspent))
        var outputs: [UnspentOutput] = []
        for (script, reply) in zip(scripts, replies) {
            guard let entries = UnspentEntry.list(try Self.json(reply, "what is unspent"), maxMoney: maxMoney) else {
                throw .strange("its list of unspent outputs is none")
            }
            outputs += entries.map { entry in
                UnspentOutput(
                    outpoint: entry.outpoint, amount: entry.amount, script: script,
                    confirmations: confirmations(at: entry.height))
            }
        }
        guard Set(outputs.map(\.outpoint)).count == outputs.count else {
            throw ElectrumFailure(.wrong, "tells of one output at two addresses")
        }
        return try await withoutImmature(outputs)
    }

    /// How many blocks confirm what is in that block; 0 where it waits for one.
    func confirmations(at height: BlockHeight?) -> Int {
        height.map { $0.confirmations(whenNewestIs: self.height ?? $0) } ?? 0
    }

    /// New coins cannot be spent for a hundred blocks (`COINBASE_MATURITY`). Servers list them all the same.
    private func withoutImmature(_ outputs: [UnspentOutput]) async throws(ElectrumFailure) -> [UnspentOutput] {
        let maturity = 100
        let young = outputs.filter { 1..<maturity + 1 ~= $0.confirmations }.map(\.outpoint.transaction)
        guard !young.isEmpty else { return outputs }
        let found = try await transactions(Set(young))
        return outputs.filter { found[$0.outpoint.transaction]?.content.isCoinbase != true }
    }

    static func json(_ reply: ElectrumMessage.Reply, _ what: String) throws(ElectrumFailure) -> JSON {
        switch reply {
        case .success(let json): return json
        case .failure(let error): throw .refusal(error, of: what)
        }
    }

    private static func history(_ reply: ElectrumMessage.Reply) throws(ElectrumFailure) -> [HistoryEntry] {
        guard let entries = HistoryEntry.list(try json(reply, "the transactions of an address")) else {
            throw .strange("its list of transactions is none")
        }
        return entries
    }
}
