import ExactJSON
import RouterBitcoinFormat
import SchemeRouter

/// A wallet of the node, without keys and ours alone, that watches an account. The person's other wallets are never
/// asked or changed.
struct WatchWallet: AccountFacts {
    /// How the names of all of them begin.
    static let prefix = "schemerouter-"
    /// How many transactions are asked for at once.
    private static let batch = 50

    let node: Node
    let name: String
    let descriptors: AccountDescriptors
    /// Whether it takes descriptors as such. Older nodes, and those without SQLite, keep keys instead.
    let keepsDescriptors: Bool

    func unspentOutputs(until deadline: Deadline) async throws(ServiceError) -> [UnspentOutput] {
        let outputs = try await listed(until: deadline)
        // The node leaves out what its chain does not let anybody spend yet; the person's own files may want more blocks.
        let young = Set(
            outputs.filter { $0.confirmations > 0 && $0.confirmations <= node.coin.coinbaseMaturity }
                .map(\.outpoint.transaction))
        let new = Set(
            try await facts(of: Array(young), until: deadline).filter { $0.value["generated"]?.isTrue == true }.keys)
        return outputs.filter { !new.contains($0.outpoint.transaction) }
    }

    /// The outputs that the node lets the account spend.
    private func listed(until deadline: Deadline) async throws(ServiceError) -> [UnspentOutput] {
        let method = "listunspent"
        let answer = try await read(RPCCall(method, .number(0)), until: deadline)
        let outputs = answer.elements { node.unspentOutput($0, confirmations: $0["confirmations"]?.confirmations) }
        guard let outputs else { throw RPCResponse.strange(method) }
        return outputs
    }

    func used(among scripts: [[UInt8]], until deadline: Deadline) async throws(ServiceError) -> UsedScripts {
        let method = "getreceivedbyaddress"
        let asked = scripts.compactMap { script in node.address(of: script).map { (script, $0) } }
        let calls = asked.map { RPCCall(method, .string($0.1), .number(0)) }
        var result = UsedScripts()
        for ((script, _), answer) in zip(asked, try await node.connection.read(calls, in: name, until: deadline)) {
            // “Address not found in wallet”.
            if answer.failure?.code == .wallet {
                result.unknown.insert(script)
                continue
            }
            guard let amount = try answer.get(method).amount(of: node.coin) else { throw RPCResponse.strange(method) }
            if amount > .zero { result.used.insert(script) }
        }
        // Nodes leave out what was mined; but what is there now was paid to.
        result.used.formUnion(try await listed(until: deadline).map(\.script).filter(Set(scripts).contains))
        return result
    }

    func extend(toCover scripts: [[UInt8]], _ patience: Patience) async throws(ServiceError) -> Bool {
        try await WalletFilling(wallet: self).extend(toCover: scripts, patience)
    }

    func transactions(until deadline: Deadline) async throws(ServiceError) -> [WalletTransaction] {
        let entries = try await entries(until: deadline)
        var known: [TransactionID: (confirmations: Int, time: UnixTime?)] = [:]
        for entry in entries {
            guard let id = Node.transactionID(entry["txid"]), let confirmations = entry["confirmations"]?.confirmations
            else { throw RPCResponse.strange("listsinceblock") }
            // Below zero: another transaction took its place.
            guard confirmations >= 0, entry["abandoned"]?.isTrue != true else { continue }
            known[id] = (confirmations, (entry["blocktime"] ?? entry["time"])?.blockTime)
        }
        let bytes = try await bytes(of: Array(known.keys), until: deadline)
        var transactions: [WalletTransaction] = []
        for (id, facts) in known {
            guard let whole = bytes[id] else { throw RPCResponse.strange("gettransaction") }
            // Anybody can pay to an address by a transaction of a kind that is not known yet: it keeps no other one away.
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

    /// What the wallet says of those of these transactions that it has.
    private func facts(
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

    /// Asks the wallet what it must answer.
    func read(_ call: RPCCall, until deadline: Deadline) async throws(ServiceError) -> JSON {
        try await node.connection.read(call, in: name, until: deadline).get(call.method)
    }

    /// One for each part of each transaction that is the account's. Change has one only where the node has
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
