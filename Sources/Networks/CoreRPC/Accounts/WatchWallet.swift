import ExactJSON
import RouterBitcoinFormat
import SchemeRouter

/// A node's watch-only wallet that belongs to this program. The person's other wallets are never queried or changed.
struct WatchWallet: AccountFacts {
    /// The prefix of all such wallets' names.
    static let prefix = "schemerouter-"

    let node: Node
    let name: String
    let descriptors: AccountDescriptors
    /// Whether it stores descriptors. Older nodes, and those without SQLite, store keys instead.
    let keepsDescriptors: Bool

    func unspentOutputs(until deadline: Deadline) async throws(ServiceError) -> [UnspentOutput] {
        let outputs = try await listed(until: deadline)
        let notes = try await notes(on: outputs.filter { $0.confirmations > 0 }, until: deadline)
        let new = Set(notes.filter(\.note.isMaturing).map(\.output.outpoint))
        return outputs.filter { !new.contains($0.outpoint) }
    }

    func notableOutputs(until deadline: Deadline) async throws(ServiceError) -> [NotableOutput] {
        try await notes(on: try await listed(until: deadline), until: deadline) + list.immature(until: deadline)
    }

    /// What there is to say of outputs that the node lists as spendable. It leaves out those that its chain does not let
    /// anybody spend yet; the coin's descriptor may want more blocks.
    private func notes(
        on outputs: [UnspentOutput], until deadline: Deadline
    ) async throws(ServiceError) -> [NotableOutput] {
        let maturity = node.coin.coinbaseMaturity
        let young = outputs.filter { $0.confirmations <= maturity }
        let facts = try await list.facts(of: Array(Set(young.map(\.outpoint.transaction))), until: deadline)
        return young.compactMap { output in
            guard let facts = facts[output.outpoint.transaction] else { return nil }
            if facts["generated"]?.isTrue == true {
                return NotableOutput(output, .maturing(blocks: maturity + 1 - output.confirmations))
            }
            guard let bytes = facts["hex"]?.hexBytes,
                let content = try? Transaction(bytes: bytes, as: node.coin.transactions),
                content.id == output.outpoint.transaction
            else { return NotableOutput(output, .unreadable) }
            guard let withdrawal = content.withdrawal else { return nil }
            // A lock on one that gets another id by its next signature would say nothing about that one.
            let isLocked = withdrawal == .resigned && node.coin.hasLock && facts["instantlock"]?.isTrue == true
            return NotableOutput(output, .withdrawal(isLocked: isLocked && output.confirmations == 0))
        }
    }

    /// The account's outputs that the node considers spendable.
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
        // Nodes leave out block rewards; but an address that holds one now was paid.
        result.used.formUnion(try await listed(until: deadline).map(\.script).filter(Set(scripts).contains))
        return result
    }

    func extend(toCover scripts: [[UInt8]], _ patience: Patience) async throws(ServiceError) -> Bool {
        try await WalletFilling(wallet: self).extend(toCover: scripts, patience)
    }

    func transactions(
        until deadline: Deadline
    ) async throws(ServiceError) -> (read: [WalletTransaction], unread: [HistoricTransaction]) {
        try await list.transactions(until: deadline)
    }

    func bytes(
        of ids: [TransactionID], until deadline: Deadline
    ) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        try await list.bytes(of: ids, until: deadline)
    }

    /// The wallet's transactions.
    private var list: WatchedTransactions { WatchedTransactions(node: node, name: name) }

    /// Reads an answer of the wallet; throws if it refuses.
    func read(_ call: RPCCall, until deadline: Deadline) async throws(ServiceError) -> JSON {
        try await node.connection.read(call, in: name, until: deadline).get(call.method)
    }
}
