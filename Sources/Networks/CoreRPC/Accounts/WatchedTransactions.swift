import ExactJSON
import RouterBitcoinFormat
import SchemeRouter

/// The transactions in a wallet of the node, for all accounts it watches.
struct WatchedTransactions {
    /// The number of transactions in one request.
    private static let batch = 50

    let node: Node
    let name: String

    /// The transactions that the wallet lists as confirmed or pending: it also keeps ones that its node dropped.
    func transactions(until deadline: Deadline) async throws(ServiceError) -> [WalletTransaction] {
        let entries = try await entries(until: deadline)
        var known: [TransactionID: (confirmations: Int, time: UnixTime?)] = [:]
        for entry in entries {
            guard let id = Node.transactionID(entry["txid"]), let confirmations = entry["confirmations"]?.confirmations
            else { throw RPCResponse.strange("listsinceblock") }
            // Negative: another transaction replaced it.
            guard confirmations >= 0, entry["abandoned"]?.isTrue != true else { continue }
            known[id] = (confirmations, (entry["blocktime"] ?? entry["time"])?.blockTime)
        }
        let bytes = try await bytes(of: Array(known.keys), until: deadline)
        var transactions: [WalletTransaction] = []
        for (id, facts) in known {
            guard let whole = bytes[id] else { throw RPCResponse.strange("gettransaction") }
            // Anybody can pay an address by a transaction of a kind that is not known yet: it must not hide the others.
            guard let content = try? Transaction(bytes: whole) else { continue }
            guard content.id == id else { throw RPCResponse.strange("gettransaction") }
            transactions.append(
                WalletTransaction(
                    id: id, confirmations: facts.confirmations, time: facts.time, content: content))
        }
        return transactions
    }

    func bytes(
        of ids: [TransactionID], until deadline: Deadline
    ) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        var found: [TransactionID: [UInt8]] = [:]
        for (id, facts) in try await facts(of: ids, until: deadline) {
            guard let bytes = facts["hex"]?.hexBytes else { throw RPCResponse.strange("gettransaction") }
            found[id] = bytes
        }
        return found
    }

    /// The wallet's facts about these transactions, as far as it has them.
    func facts(
        of ids: [TransactionID], until deadline: Deadline
    ) async throws(ServiceError) -> [TransactionID: JSON] {
        let method = "gettransaction"
        var found: [TransactionID: JSON] = [:]
        var rest = ids[...]
        while !rest.isEmpty {
            let some = rest.prefix(Self.batch)
            rest = rest.dropFirst(Self.batch)
            let calls = some.map { RPCCall(method, .string($0.hex)) }
            for (id, answer) in zip(some, try await node.connection.read(calls, in: name, until: deadline)) {
                if answer.failure?.code == .unknownAddressOrKey { continue }
                found[id] = try answer.get(method)
            }
        }
        return found
    }

    /// One entry for each part of each transaction that is the account's. Change has one only if the node has
    /// `include_change` (since Bitcoin Core 24); without it a payment to oneself alone has none.
    private func entries(until deadline: Deadline) async throws(ServiceError) -> [JSON] {
        let method = "listsinceblock"
        let whole = RPCCall(method, named: [("include_removed", .bool(false)), ("include_change", .bool(true))])
        var answer = try await node.connection.read(whole, in: name, until: deadline)
        if answer.failure?.code == .invalidParameter {
            answer = try await node.connection.read(RPCCall(method), in: name, until: deadline)
        }
        guard let entries = try answer.get(method)["transactions"]?.elements else { throw RPCResponse.strange(method) }
        return entries
    }
}
