import ExactJSON
import RouterBitcoinFormat
import SchemeRouter

extension ElectrumSession {
    /// Whole transactions are large: this many of the largest that nodes relay fit into a line.
    static let transactionBatch = 20

    /// Whole transactions, proved by their ids.
    func transactions(
        _ ids: Set<TransactionID>
    ) async throws(ElectrumFailure) -> [TransactionID: WholeTransaction] {
        try await transactions(ids) { answer, id throws(ElectrumFailure) in
            let bytes = try Self.json(answer, "the transaction \(id)").hexBytes
            guard let transaction = bytes.flatMap({ WholeTransaction($0, id: id, as: form) }) else {
                throw ElectrumFailure(.wrong, "returned something else for the transaction \(id)")
            }
            return transaction
        }
    }

    /// The transactions among these that this version can read. One of an unknown kind, such as of a later version, is
    /// missing; so is one that the server does not return, or for which it returns another: a server that is older than
    /// its network's rules does not know its id.
    func readableTransactions(
        _ ids: Set<TransactionID>
    ) async throws(ElectrumFailure) -> [TransactionID: WholeTransaction] {
        try await transactions(ids) { answer, id throws(ElectrumFailure) in
            guard case .success(let json) = answer else { return nil }
            return json.hexBytes.flatMap { WholeTransaction($0, id: id, as: form) }
        }
    }

    /// Requests whole transactions, some at a time, and parses each answer with `read`; those for which it returns nil
    /// are missing.
    func transactions(
        _ ids: Set<TransactionID>,
        read: (ElectrumMessage.Answer, TransactionID) throws(ElectrumFailure) -> WholeTransaction?
    ) async throws(ElectrumFailure) -> [TransactionID: WholeTransaction] {
        let ids = ids.sorted { $0.hex < $1.hex }
        let answers = try await ask(ids.map(ElectrumCall.transaction), atOnce: Self.transactionBatch)
        var found: [TransactionID: WholeTransaction] = [:]
        for (id, answer) in zip(ids, answers) {
            found[id] = try read(answer, id)
        }
        return found
    }

    func state(of id: TransactionID) async throws(ElectrumFailure) -> TransactionState {
        switch try await ask([.details(of: id)])[0] {
        case .success(let details):
            guard details["txid"]?.transactionID == id else {
                throw ElectrumFailure(.wrong, "returned a different transaction from \(id)")
            }
            let waiting = TransactionState.waiting(isLocked: details["instantlock"] == .bool(true))
            guard let said = details["confirmations"], said != .null else { return waiting }
            guard let count = said.blockHeight?.number else {
                throw .strange("it reported an impossible number of confirmations")
            }
            guard count > 0 else { return waiting }
            return .confirmed(count, isLocked: details["chainlock"] == .bool(true))
        case .failure(let error):
            if error.saysUnknownTransaction { return .unknown }
            return try await stateWithoutDetails(of: id)
        }
    }

    /// The same for a server that does not pass on its node's details, such as electrs. No network of such servers has
    /// locks.
    private func stateWithoutDetails(of id: TransactionID) async throws(ElectrumFailure) -> TransactionState {
        let whole: WholeTransaction?
        switch try await ask([.transaction(id)])[0] {
        case .success(let json): whole = json.hexBytes.flatMap { WholeTransaction($0, id: id, as: form) }
        case .failure(let error):
            if error.saysUnknownTransaction { return .unknown }
            throw .refusal(error, of: "the transaction \(id)")
        }
        guard let script = whole?.content.outputs.first?.script else {
            throw ElectrumFailure(.wrong, "returned something else for the transaction \(id)")
        }
        guard let entry = try await histories(of: [script])[0].first(where: { $0.id == id }) else { return .unknown }
        let count = confirmations(at: entry.height)
        return count == 0 ? .waiting(isLocked: false) : .confirmed(count, isLocked: false)
    }
}
