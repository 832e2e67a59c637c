import ExactJSON
import RouterBitcoinFormat
import SchemeRouter

/// What a node and this program's wallets on it know about single transactions and outputs.
struct TransactionFacts {
    let node: Node
    /// The accounts that were asked about.
    let accounts: [any AccountFacts]

    func state(of id: TransactionID, until deadline: Deadline) async throws(ServiceError) -> TransactionState {
        let call = RPCCall("getrawtransaction", .string(id.hex), .bool(true))
        switch try await node.connection.read(call, until: deadline) {
        case .result(let facts):
            let waiting = TransactionState.waiting(isLocked: facts["instantlock"]?.isTrue == true)
            return try state(facts, id) ?? waiting.possible(for: node.coin)
        case .failure(let failure):
            guard failure.code == .unknownAddressOrKey else { throw failure.error(of: call.method) }
        }
        // Without a transaction index, the node itself knows only unconfirmed transactions. Its wallets know more,
        // including transactions that are no longer in any mempool.
        let (own, others) = try await wallets(until: deadline)
        for wallet in own + others {
            let call = RPCCall("gettransaction", .string(id.hex))
            let answer = try await node.connection.read(call, in: wallet, until: deadline)
            if let facts = answer.result, let state = try state(facts, id) { return state }
        }
        return .unknown
    }

    func states(
        of outputs: [Outpoint], until deadline: Deadline
    ) async throws(ServiceError) -> [Outpoint: OutputState] {
        let method = "gettxout"
        let calls = outputs.flatMap { output in
            [true, false].map { RPCCall(method, .string(output.transaction.hex), .number(output.index), .bool($0)) }
        }
        let answers = try await node.connection.read(calls, until: deadline)
        var states: [Outpoint: OutputState] = [:]
        var spenders: [Outpoint: WalletTransaction] = [:]
        let gone = Set(outputs.indices.filter { answers[2 * $0].result == .null }.map { outputs[$0] })
        if answers.contains(where: { $0.result == .null }) {
            let (own, others) = try await wallets(until: deadline)
            spenders = try await self.spenders(of: Set(outputs), in: own, until: deadline)
            // A wallet of the node paid, and spent the money otherwise: only that wallet knows.
            for wallet in others where !gone.isSubset(of: Set(spenders.keys)) {
                let found = try? await self.spenders(of: gone, in: [wallet], until: deadline)
                spenders.merge(found ?? [:]) { own, _ in own }
            }
        }
        for (index, output) in outputs.enumerated() {
            let withWaiting = try answers[2 * index].get(method)
            let inBlocks = try answers[2 * index + 1].get(method)
            if withWaiting != .null {
                states[output] = .unspent
                continue
            }
            let spender = spenders[output]
            if inBlocks != .null || spender?.confirmations == 0 {
                states[output] = .spentByWaiting(spender?.id)
            } else if let spender {
                states[output] = .spent(spender.id)
            } else if try await state(of: output.transaction, until: deadline) != .unknown {
                states[output] = .spent(nil)
            }
        }
        return states
    }

    /// Nil while it is in no block of the chain.
    private func state(_ facts: JSON, _ id: TransactionID) throws(ServiceError) -> TransactionState? {
        guard facts["txid"]?.says(id.hex) == true else { throw RPCResponse.noNode("it returned another transaction") }
        guard let said = facts["confirmations"] else { return nil }
        guard let confirmations = said.confirmations else {
            throw RPCResponse.noNode("it reported an impossible number of confirmations")
        }
        guard confirmations > 0 else { return nil }
        let isLocked = facts["chainlock"]?.isTrue == true
        return TransactionState.confirmed(confirmations, isLocked: isLocked).possible(for: node.coin)
    }

    /// The payments of these wallets that spend these outputs. Signatures are checked only for these: a wallet can have
    /// thousands of payments.
    private func spenders(
        of outputs: Set<Outpoint>, in wallets: [String], until deadline: Deadline
    ) async throws(ServiceError) -> [Outpoint: WalletTransaction] {
        var known: [TransactionID: WalletTransaction] = [:]
        for wallet in wallets {
            let list = WatchedTransactions(node: node, name: wallet)
            for transaction in try await list.transactions(until: deadline).read { known[transaction.id] = transaction }
        }
        var spenders: [Outpoint: WalletTransaction] = [:]
        for transaction in known.values {
            let spent = transaction.content.inputs.map(\.outpoint).filter { outpoint in
                // Only our key can spend our own output: bytes that anybody can assemble prove nothing (S16).
                guard outputs.contains(outpoint), let paying = known[outpoint.transaction]?.content.outputs,
                    let index = Int(exactly: outpoint.index), paying.indices.contains(index)
                else { return false }
                return transaction.content.isSigned(spending: outpoint, of: paying[index])
            }
            guard !spent.isEmpty, try await isThere(transaction, until: deadline) else { continue }
            for outpoint in spent { spenders[outpoint] = transaction }
        }
        return spenders
    }

    /// Whether the node itself has a wallet's payment. The wallet still lists a payment that the node dropped, even
    /// after another one replaced it.
    private func isThere(
        _ transaction: WalletTransaction, until deadline: Deadline
    ) async throws(ServiceError) -> Bool {
        if transaction.confirmations > 0 { return true }
        return try await state(of: transaction.id, until: deadline) != .unknown
    }

    /// The names of our wallets – of the accounts that were asked about, or all loaded ones – and of the node's other
    /// ones, which may have paid with their own keys.
    private func wallets(until deadline: Deadline) async throws(ServiceError) -> (own: [String], others: [String]) {
        let listed = try await node.connection.read(RPCCall("listwallets"), until: deadline)
        let all = (listed.result?.elements ?? []).compactMap(\.string)
        let own =
            accounts.isEmpty
            ? all.filter { $0.hasPrefix(WatchWallet.prefix) } : accounts.compactMap { ($0 as? WatchWallet)?.name }
        return (own, all.filter { !$0.hasPrefix(WatchWallet.prefix) && !$0.isEmpty })
    }
}
