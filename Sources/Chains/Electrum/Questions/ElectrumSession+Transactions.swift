import BitcoinFormat
import ExactJSON
import SchemeRouter

extension ElectrumSession {
    /// Whole transactions are large: so many of the largest that nodes pass on fit into a line.
    private static let transactionBatch = 20
    /// Of so many transactions of an address it is looked up whether they spend an output.
    private static let mostSpenders = 200

    /// Whole transactions, proved by their ids.
    func transactions(
        _ ids: Set<TransactionID>
    ) async throws(ElectrumFailure) -> [TransactionID: WholeTransaction] {
        try await transactions(ids) { (id, reply) throws(ElectrumFailure) in
            try Self.json(reply, "the transaction \(id)").hexBytes ?? []
        }
    }

    /// Those of these transactions that this version can read. One of a kind that it does not know, such as of a later
    /// version, is missing; so is one that the server does not give.
    func readableTransactions(
        _ ids: Set<TransactionID>
    ) async throws(ElectrumFailure) -> [TransactionID: WholeTransaction] {
        try await transactions(ids) { (_, reply) throws(ElectrumFailure) in
            guard case .success(let json) = reply, let bytes = json.hexBytes else { return nil }
            return (try? Transaction(bytes: bytes)) == nil ? nil : bytes
        }
    }

    /// - Parameter bytes: takes the bytes from the answer about one transaction; nil leaves it out.
    private func transactions(
        _ ids: Set<TransactionID>,
        _ bytes: (TransactionID, ElectrumMessage.Reply) throws(ElectrumFailure) -> [UInt8]?
    ) async throws(ElectrumFailure) -> [TransactionID: WholeTransaction] {
        let ids = ids.sorted { $0.hex < $1.hex }
        let replies = try await ask(ids.map(ElectrumCall.transaction), atOnce: Self.transactionBatch)
        var found: [TransactionID: WholeTransaction] = [:]
        for (id, reply) in zip(ids, replies) {
            guard let bytes = try bytes(id, reply) else { continue }
            guard let transaction = WholeTransaction(bytes, id: id) else {
                throw ElectrumFailure(.wrong, "gives something else for the transaction \(id)")
            }
            found[id] = transaction
        }
        return found
    }

    /// What became of a transaction.
    func state(of id: TransactionID) async throws(ElectrumFailure) -> TransactionState {
        switch try await ask([.details(of: id)])[0] {
        case .success(let details):
            guard details["txid"]?.transactionID == id else {
                throw ElectrumFailure(.wrong, "tells of another transaction than \(id)")
            }
            guard let said = details["confirmations"], said != .null else {
                return .waiting(isLocked: details["instantlock"] == .bool(true))
            }
            guard let count = said.blockHeight?.number else {
                throw .strange("it tells an impossible number of confirmations")
            }
            guard count > 0 else { return .waiting(isLocked: details["instantlock"] == .bool(true)) }
            return .confirmed(count, isLocked: details["chainlock"] == .bool(true))
        case .failure(let error):
            if error.saysUnknownTransaction { return .unknown }
            return try await stateWithoutDetails(of: id)
        }
    }

    /// The same from a server that does not pass on what its node says, as electrs. No network of such servers has locks.
    private func stateWithoutDetails(of id: TransactionID) async throws(ElectrumFailure) -> TransactionState {
        let whole: WholeTransaction?
        switch try await ask([.transaction(id)])[0] {
        case .success(let json): whole = json.hexBytes.flatMap { WholeTransaction($0, id: id) }
        case .failure(let error):
            if error.saysUnknownTransaction { return .unknown }
            throw .refusal(error, of: "the transaction \(id)")
        }
        guard let script = whole?.content.outputs.first?.script else {
            throw ElectrumFailure(.wrong, "gives something else for the transaction \(id)")
        }
        guard let entry = try await histories(of: [script])[0].first(where: { $0.id == id }) else { return .unknown }
        let count = confirmations(at: entry.height)
        return count == 0 ? .waiting(isLocked: false) : .confirmed(count, isLocked: false)
    }

    /// Whether outputs are spent. Those of transactions that the server does not know are missing.
    func states(of outputs: [Outpoint], maxMoney: Amount) async throws(ElectrumFailure) -> [Outpoint: OutputState] {
        let known = try await transactions(Set(outputs.map(\.transaction))) { (id, reply) throws(ElectrumFailure) in
            if case .failure(let error) = reply, error.saysUnknownTransaction { return nil }
            return try Self.json(reply, "the transaction \(id)").hexBytes ?? []
        }
        var states: [Outpoint: OutputState] = [:]
        for output in outputs {
            guard let paying = known[output.transaction]?.content.outputs, paying.indices.contains(Int(output.index))
            else { continue }
            states[output] = try await state(of: output, script: paying[Int(output.index)].script, maxMoney: maxMoney)
        }
        return states
    }

    private func state(
        of output: Outpoint, script: [UInt8], maxMoney: Amount
    ) async throws(ElectrumFailure) -> OutputState {
        let replies = try await ask([.unspent(with: script), .history(of: script)])
        guard let unspent = UnspentEntry.list(try Self.json(replies[0], "what is unspent"), maxMoney: maxMoney),
            let history = HistoryEntry.list(try Self.json(replies[1], "the transactions of an address"))
        else { throw .strange("its list of transactions is none") }
        if unspent.contains(where: { $0.outpoint == output }) { return .unspent }
        // Whatever spends it has it among its inputs, so that nobody can name another one.
        let candidates = history.filter { $0.id != output.transaction }.suffix(Self.mostSpenders)
        let whole = try await transactions(Set(candidates.map(\.id)))
        // Only our key spends our own output: bytes that anybody can put together prove nothing (S16).
        let spender = candidates.first { entry in
            whole[entry.id]?.content.isSigned(spending: output, with: script) ?? false
        }
        guard let spender else {
            if history.count > Self.mostSpenders { return .spent(nil) }
            throw ElectrumFailure(.wrong, "says that an output is spent, but shows nothing that its key signed")
        }
        return spender.height == nil ? .spentByWaiting(spender.id) : .spent(spender.id)
    }
}
