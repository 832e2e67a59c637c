import RouterBitcoinFormat
import SchemeRouter

/// Proves that addresses were used: by whole transactions that pay to them, whose hashes are their ids. What a server says
/// of an address without one is its word (S16).
struct UseProof {
    /// So many transactions are looked at, the oldest, at most: an address was paid before it was spent from.
    private static let mostTransactions = 400

    let chain: any ChainReader

    /// Those of `scripts` that a transaction pays to. What the network does not answer proves nothing.
    /// - Parameter unspent: outputs it told of already.
    func paid(among scripts: [[UInt8]], unspent: [UnspentOutput]) async -> Set<[UInt8]> {
        let wanted = Set(scripts)
        let known = unspent.filter { wanted.contains($0.script) }
        var ids = Set(known.map(\.outpoint.transaction))
        let rest = wanted.subtracting(known.map(\.script))
        if !rest.isEmpty, let history = try? await chain.history(of: Array(rest)) {
            let oldest = history.sorted { $0.confirmations > $1.confirmations }
            ids.formUnion(oldest.prefix(Self.mostTransactions).map(\.id))
        }
        guard !ids.isEmpty, let whole = try? await chain.readable(ids) else { return [] }
        return whole.values.reduce(into: []) { paid, transaction in
            for output in transaction.outputs where wanted.contains(output.script) { paid.insert(output.script) }
        }
    }
}
