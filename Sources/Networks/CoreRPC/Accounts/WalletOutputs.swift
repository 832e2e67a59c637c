import ExactJSON
import RouterBitcoinFormat
import RouterNetworkBackend
import SchemeRouter

/// The unspent outputs in a wallet of the node, and what there is to say of them.
struct WalletOutputs {
    let node: Node
    let name: String
    /// Whether the wallet has keys: then only outputs that it can spend are its own.
    let hasKeys: Bool

    /// The outputs that the node lists as spendable, except those that are too new by the coin's descriptor.
    func spendable(until deadline: Deadline) async throws(ServiceError) -> [UnspentOutput] {
        let outputs = try await listed(until: deadline)
        let (young, rest) = BalanceCheck.divided(
            outputs.filter { $0.confirmations > 0 && $0.confirmations <= node.addressLedger.coinbaseMaturity })
        let notes = try await notes(on: young, until: deadline)
        let leaving = Set((notes.filter(\.note.isMaturing).map(\.output) + rest).map(\.outpoint))
        return outputs.filter { !leaving.contains($0.outpoint) }
    }

    /// New money that cannot be spent yet, withdrawals, and outputs that the node does not show, of whatever age.
    func notable(until deadline: Deadline) async throws(ServiceError) -> [NotableOutput] {
        let (read, unchecked) = BalanceCheck.divided(try await listed(until: deadline))
        let list = WatchedTransactions(node: node, name: name)
        let notable = try await notes(on: read, until: deadline) + list.immature(until: deadline)
        return notable + unchecked.map { NotableOutput($0, .unchecked) }
    }

    /// What there is to say of outputs that the node lists as spendable. It leaves out those that its chain does not let
    /// anybody spend yet; the coin's descriptor may want more blocks.
    private func notes(
        on outputs: [UnspentOutput], until deadline: Deadline
    ) async throws(ServiceError) -> [NotableOutput] {
        let maturity = node.addressLedger.coinbaseMaturity
        let list = WatchedTransactions(node: node, name: name)
        let facts = try await list.facts(of: Array(Set(outputs.map(\.outpoint.transaction))), until: deadline)
        return outputs.compactMap { output in
            let facts = facts[output.outpoint.transaction]
            let blocks = maturity + 1 - output.confirmations
            if facts?["generated"]?.isTrue == true, blocks > 0 {
                return NotableOutput(output, .maturing(blocks: blocks))
            }
            guard let bytes = facts?["hex"]?.hexBytes,
                let content = try? Transaction(bytes: bytes, as: node.addressLedger.transactions),
                content.id == output.outpoint.transaction, content.pays(output)
            else { return NotableOutput(output, .unreadable) }
            guard let withdrawal = content.withdrawal, blocks > 0 else { return nil }
            // A lock on one that gets another id by its next signature would say nothing about that one.
            let isLocked =
                withdrawal == .resigned && node.addressLedger.hasLock && facts?["instantlock"]?.isTrue == true
            return NotableOutput(output, .withdrawal(isLocked: isLocked && output.confirmations == 0))
        }
    }

    /// The wallet's outputs that the node considers spendable. Entries that cannot be read are left out and named.
    func listed(until deadline: Deadline) async throws(ServiceError) -> [UnspentOutput] {
        let method = "listunspent"
        let answer = try await node.connection.read(RPCCall(method, .number(0)), in: name, until: deadline)
        guard let entries = try answer.get(method).elements else { throw RPCResponse.strange(method) }
        return entries.compactMap { entry in
            if hasKeys, entry["spendable"]?.isTrue != true || node.isHidden(entry) { return nil }
            let output = node.unspentOutput(entry, confirmations: entry["confirmations"]?.confirmations)
            if output == nil { node.leaveOut(entry) }
            return output
        }
    }
}
