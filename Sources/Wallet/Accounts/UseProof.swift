import RouterBitcoinFormat
import SchemeRouter

/// Proves that addresses were used, by whole transactions that pay them and whose hashes are their ids. Without one, an
/// address is used only by the server's word (S16).
struct UseProof {
    /// The most transactions that are examined, oldest first: an address is paid before it is spent from.
    private static let mostTransactions = 400

    let chain: any ChainReader
    let form: TransactionForm

    /// The `scripts` that a transaction pays. What the network does not answer proves nothing.
    /// - Parameter unspent: outputs that the network already reported.
    func paid(among scripts: [[UInt8]], unspent: [UnspentOutput]) async -> Set<[UInt8]> {
        let wanted = Set(scripts)
        let known = unspent.filter { wanted.contains($0.script) }
        var ids = Set(known.map(\.outpoint.transaction))
        let rest = wanted.subtracting(known.map(\.script))
        if !rest.isEmpty, let history = try? await chain.history(of: Array(rest)) {
            let oldest = history.sorted { $0.confirmations > $1.confirmations }
            ids.formUnion(oldest.prefix(Self.mostTransactions).map(\.id))
        }
        guard !ids.isEmpty, let whole = try? await chain.readable(ids, as: form) else { return [] }
        return whole.values.reduce(into: []) { paid, transaction in
            for output in transaction.outputs where wanted.contains(output.script) { paid.insert(output.script) }
        }
    }
}
