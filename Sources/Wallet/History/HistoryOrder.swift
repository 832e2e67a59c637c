import RouterBitcoinFormat
import SchemeRouter

/// The order in which transactions are listed: newest first.
enum HistoryOrder {
    /// The newest `count`, and any others that are as new as the last of them.
    static func newest(
        _ count: Int, of entries: some Sequence<HistoricTransaction>
    ) -> [HistoricTransaction] {
        let sorted = entries.sorted(by: isNewer)
        guard count < sorted.count else { return sorted }
        let end = sorted[count...].firstIndex { !isAsNew($0, sorted[count - 1]) } ?? sorted.count
        return Array(sorted[..<end])
    }

    /// The same order, but among transactions of equal age – in one block, or all unconfirmed – a transaction comes
    /// before those that it spends.
    static func spendersFirst(
        _ entries: [HistoricTransaction], _ whole: [TransactionID: Transaction]
    ) -> [HistoricTransaction] {
        var rest = entries[...]
        var ordered: [HistoricTransaction] = []
        while let first = rest.first {
            let group = rest.prefix { isAsNew($0, first) }
            rest = rest.dropFirst(group.count)
            ordered += spentFirst(group, whole).reversed()
        }
        return ordered
    }

    /// Each after those that it spends. Not recursive: a chain of payments may be long.
    private static func spentFirst(
        _ group: some Sequence<HistoricTransaction>, _ whole: [TransactionID: Transaction]
    ) -> [HistoricTransaction] {
        var waiting = Array(group)
        let members = Dictionary(uniqueKeysWithValues: waiting.map { ($0.id, $0) })
        var told: Set<TransactionID> = []
        var ordered: [HistoricTransaction] = []
        while let next = waiting.last {
            let parents = (whole[next.id]?.inputs ?? []).compactMap { members[$0.outpoint.transaction] }
                .filter { !told.contains($0.id) }
            if parents.isEmpty || told.contains(next.id) {
                waiting.removeLast()
                if told.insert(next.id).inserted { ordered.append(next) }
            } else {
                waiting += parents
            }
        }
        return ordered
    }

    /// Unconfirmed transactions come first, then those with fewer confirmations. Times decide between equals.
    private static func isNewer(_ left: HistoricTransaction, _ right: HistoricTransaction) -> Bool {
        if left.confirmations != right.confirmations { return left.confirmations < right.confirmations }
        if left.time != right.time { return (left.time ?? .max) > (right.time ?? .max) }
        return left.id.hex < right.id.hex
    }

    private static func isAsNew(_ left: HistoricTransaction, _ right: HistoricTransaction) -> Bool {
        left.confirmations == right.confirmations && left.time == right.time
    }
}
