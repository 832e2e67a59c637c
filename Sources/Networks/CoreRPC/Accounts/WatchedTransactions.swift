import ExactJSON
import RouterBitcoinFormat
import SchemeRouter

/// The transactions in a wallet of the node, for all accounts it watches.
struct WatchedTransactions {
    /// The number of transactions in one request.
    private static let batch = 50

    let node: Node
    let name: String

    /// The transactions that the wallet lists as confirmed or pending: it also keeps ones that its node dropped. Anybody
    /// can pay an address by a transaction of a kind that is not known yet, or whose id the node computes by an older
    /// rule: it must not hide the others.
    func transactions(
        until deadline: Deadline
    ) async throws(ServiceError) -> (read: [WalletTransaction], unread: [HistoricTransaction]) {
        let entries = try await entries(until: deadline)
        var known: [TransactionID: (confirmations: Int, time: UnixTime?)] = [:]
        var kernels: Set<TransactionID> = []
        for entry in entries {
            guard let id = Node.transactionID(entry["txid"]), let confirmations = entry["confirmations"]?.confirmations
            else {
                node.leaveOut(entry)
                continue
            }
            if node.mayHaveExtension, entry["mweb_out"] != nil { kernels.insert(id) }
            // Negative: another transaction replaced it.
            guard confirmations >= 0, entry["abandoned"]?.isTrue != true else { continue }
            known[id] = (confirmations, (entry["blocktime"] ?? entry["time"])?.blockTime)
        }
        let bytes = try await bytes(of: Array(known.keys), until: deadline)
        var transactions: [WalletTransaction] = []
        var unread: [HistoricTransaction] = []
        for (id, facts) in known {
            guard let content = bytes[id].flatMap({ try? Transaction(bytes: $0, as: node.coin.transactions) }),
                content.id == id
            else {
                // A payout of an extension block is listed twice: its part inside that block can never be read.
                if kernels.contains(id) { continue }
                unread.append(HistoricTransaction(id: id, confirmations: facts.confirmations, time: facts.time))
                continue
            }
            transactions.append(
                WalletTransaction(
                    id: id, confirmations: facts.confirmations, time: facts.time, content: content))
        }
        return (transactions, unread)
    }

    /// New money that the node lets nobody spend yet, which it leaves out of its unspent outputs: block rewards, and
    /// payouts of an extension block. Entries of other categories do not name an output that must still be unspent.
    func immature(until deadline: Deadline) async throws(ServiceError) -> [NotableOutput] {
        try await entries(until: deadline).compactMap { entry in
            guard entry["category"]?.says("immature") == true, let id = Node.transactionID(entry["txid"]),
                let index = entry["vout"]?.integer.flatMap({ UInt32(exactly: $0) }),
                let amount = entry["amount"]?.amount(of: node.coin), let text = entry["address"]?.string,
                let script = try? Address(text, on: node.parameters).script,
                let confirmations = entry["confirmations"]?.confirmations, confirmations > 0
            else { return nil }
            let needed =
                entry["generated"]?.isTrue == true ? node.coin.coinbaseMaturity + 1 : Transaction.extensionMaturity
            let output = UnspentOutput(
                outpoint: Outpoint(transaction: id, index: index), amount: amount, script: script,
                confirmations: confirmations)
            return NotableOutput(output, .maturing(blocks: max(1, needed - confirmations)))
        }
    }

    func bytes(
        of ids: [TransactionID], until deadline: Deadline
    ) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        var found: [TransactionID: [UInt8]] = [:]
        for (id, facts) in try await facts(of: ids, until: deadline) {
            found[id] = facts["hex"]?.hexBytes
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
