import JournalConformance
import SchemeRouter

/// Everything that outlives a start of the program: journal, network, the asking app, the person's memory.
struct World: Sendable {
    var journal = MemoryJournal.State()
    var now: UnixTime = 1_000_000
    /// What the network has, and what each transaction spends.
    var network: [TransactionID: [Outpoint]] = [:]
    /// What somebody was sent and kept, and what each transaction spends. Each may still come into a block.
    var kept: [TransactionID: [Outpoint]] = [:]
    /// What the asking app was called with.
    var callbacks: [String] = []
    /// How many signatures were made; each is another transaction.
    var signatures = 0
    /// How often the program has ended before its time.
    var crashes = 0
    /// Links that the person knows to be done, so that they do not open them again.
    var known: Set<String> = []
    /// What must never happen, and did.
    var mishaps: [String] = []

    static let utxos = (0..<3).map { OwnedUTXO.example(60_000_000, index: $0) }

    var spent: Set<Outpoint> { Set(network.values.joined()) }

    /// Whether the person knows that a link is done: the program told them, or the asking app shows it.
    func isDone(_ link: String, _ read: ReadLink) -> Bool {
        let fingerprint = read.fingerprint
        let paid = journal.entries.filter { $0.request.fingerprint == fingerprint }.compactMap(\.transaction?.id.hex)
        return known.contains(link) || callbacks.contains { callback in paid.contains { callback.contains($0) } }
    }

    /// What decides how it can go on: what is left of each link, whichever it is, and which of them share a UTXO. Entries
    /// of which nothing can come any more decide nothing, and of those without a payment a third in one state is like the
    /// second.
    func key(of links: [String: ReadLink]) -> [String] {
        let left = links.map { link, read in
            let fingerprint = read.fingerprint
            let entries = journal.entries.filter { entry in
                entry.request.fingerprint == fingerprint
                    && (entry.isUnfinished || entry.end == .done && entry.transaction != nil || isKept(entry))
            }
            var states = entries.map(state).sorted()
            if read.request.action != .payment {
                states = Dictionary(grouping: states) { $0 }.values.flatMap { $0.prefix(2) }.sorted()
            }
            let state = "\(read.request.action) \(known.contains(link)) \(states)"
            return (state: state, utxos: entries.flatMap(\.inputs))
        }.sorted { ($0.state, $0.utxos.map(\.index).description) < ($1.state, $1.utxos.map(\.index).description) }
        var numbers: [Outpoint: Int] = [:]
        return left.map { link in
            for utxo in link.utxos where numbers[utxo] == nil { numbers[utxo] = numbers.count }
            return link.state + link.utxos.map { " \(numbers[$0] ?? 0)" }.joined()
        }
    }

    private func state(of entry: JournalEntry) -> String {
        let told = entry.transaction.map { id in callbacks.count { $0.contains(id.id.hex) } } ?? 0
        let isSent = entry.transaction.map { network[$0.id] != nil } ?? false
        let kept = isKept(entry) ? "kept" : ""
        let age = entry.isUndecided ? (now - entry.changed < 600 ? "young" : "old") : ""
        return "\(entry.progress) \(entry.end.map(\.rawValue) ?? "open") told \(told) sent \(isSent) \(age) \(kept)"
    }

    /// Whether an entry's payment can still be confirmed because somebody kept it.
    private func isKept(_ entry: JournalEntry) -> Bool {
        guard let id = entry.transaction?.id, let inputs = kept[id] else { return false }
        return network[id] == nil && spent.isDisjoint(with: inputs)
    }

    /// Which links would be paid twice if those who kept payments sent them now.
    private var payableTwice: [String] {
        func link(_ id: TransactionID) -> String? {
            journal.entries.first { $0.transaction?.id == id }?.request.fingerprint
        }
        let paid = network.keys.compactMap(link)
        let waiting = journal.entries.filter(isKept)
        return waiting.enumerated().compactMap { index, entry in
            let isAgain = waiting[..<index].contains {
                $0.request.fingerprint == entry.request.fingerprint && Set($0.inputs).isDisjoint(with: entry.inputs)
            }
            return isAgain || paid.contains(entry.request.fingerprint) ? entry.request.fingerprint : nil
        }
    }

    /// What is wrong with it, whatever happened until now.
    func flaws(finished: Bool) -> [String] {
        var flaws = mishaps
        for (id, inputs) in network {
            let entries = journal.entries.filter { $0.transaction?.id == id }
            if entries.count != 1 { flaws.append("a transaction is in \(entries.count) entries") }
            for entry in entries where [.failed, .dropped, .interrupted].contains(entry.end) {
                flaws.append("what was sent counts as \(String(describing: entry.end))")
            }
            if entries.first?.inputs != inputs { flaws.append("the journal has other UTXOs than the network") }
        }
        let links = network.keys.compactMap { id in
            journal.entries.first { $0.transaction?.id == id }?.request.fingerprint
        }
        if Set(links).count != links.count { flaws.append("a link was paid twice") }
        if !payableTwice.isEmpty { flaws.append("whoever kept a payment can have a link paid twice") }
        for entry in journal.entries {
            guard let id = entry.transaction?.id.hex else { continue }
            let told = callbacks.count { $0.contains(id) }
            if told > 1 { flaws.append("a callback was repeated") }
            if told > 0, !network.keys.contains(where: { $0.hex == id }) { flaws.append("told of what was not sent") }
            if entry.end == .done, network.keys.allSatisfy({ $0.hex != id }) { flaws.append("a payment was lost") }
            if finished, entry.end == .done, entry.request.reply == .toSender, told == 0 {
                flaws.append("a callback was lost")
            }
        }
        if finished, journal.entries.contains(where: \.isUnfinished) { flaws.append("something stays unfinished") }
        return flaws
    }
}
