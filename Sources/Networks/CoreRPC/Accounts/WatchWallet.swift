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
        try await outputs.spendable(until: deadline)
    }

    func notableOutputs(until deadline: Deadline) async throws(ServiceError) -> [NotableOutput] {
        try await outputs.notable(until: deadline)
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
        result.used.formUnion(try await outputs.listed(until: deadline).map(\.script).filter(Set(scripts).contains))
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

    private var outputs: WalletOutputs { WalletOutputs(node: node, name: name, hasKeys: false) }

    /// The wallet's transactions.
    private var list: WatchedTransactions { WatchedTransactions(node: node, name: name) }

    /// Reads an answer of the wallet; throws if it refuses.
    func read(_ call: RPCCall, until deadline: Deadline) async throws(ServiceError) -> JSON {
        try await node.connection.read(call, in: name, until: deadline).get(call.method)
    }
}
