import ExactJSON
import SchemeRouter

/// What a balance says of outputs besides their sum.
struct NotableText {
    let coin: CoinDescriptor
    /// One for each output.
    private let notable: [NotableOutput]

    init(coin: CoinDescriptor, notable: [NotableOutput]) {
        self.coin = coin
        var seen: Set<Outpoint> = []
        self.notable = notable.filter { seen.insert($0.output.outpoint).inserted }
    }

    /// The newest first. Outputs that become spendable with the same block have one line, and so do those that were not
    /// checked.
    var lines: [String] {
        var told: Set<NotableOutput.Note> = []
        return sorted.compactMap { entry -> String? in
            switch entry.note {
            case .withdrawal, .unreadable: return text(entry, entry.output.amount, count: 1)
            case .maturing, .unchecked:
                guard told.insert(entry.note).inserted else { return nil }
                return text(entry, sum(of: entry.note), count: notable.count { $0.note == entry.note })
            }
        }
    }

    private func sum(of note: NotableOutput.Note) -> Amount {
        Amount.sum(notable.filter { $0.note == note }.map(\.output.amount)) ?? coin.maxMoney
    }

    /// One object for each, the newest first.
    var json: [JSON] {
        sorted.map { entry in
            JSON([
                "txid": entry.output.outpoint.transaction.hex, "index": Int64(entry.output.outpoint.index),
                "amount": entry.output.amount.units, "confirmations": entry.output.confirmations,
                "note": name(of: entry), "blocks": blocks(of: entry),
            ])
        }
    }

    private var sorted: [NotableOutput] {
        notable.sorted { left, right in
            (left.output.confirmations, left.output.outpoint.transaction.hex, left.output.outpoint.index)
                < (right.output.confirmations, right.output.outpoint.transaction.hex, right.output.outpoint.index)
        }
    }

    private func text(_ entry: NotableOutput, _ sum: Amount, count: Int) -> String {
        let amount = coin.text(sum)
        switch entry.note {
        case .maturing(let blocks):
            return "\(amount) is new money: it can be spent after \(blocks) more block\(blocks == 1 ? "" : "s")."
        case .withdrawal(let isLocked):
            return "\(amount) of it is a withdrawal from \(coin.title) Platform, \(state(entry, isLocked))."
        case .unreadable:
            return
                "\(amount) is left out: the network names the transaction \(entry.output.outpoint.transaction.hex), which "
                + "it cannot show, shows otherwise, or this version cannot read. Its node or server may be older than the "
                + "network's rules."
        case .unchecked:
            return
                "\(amount) in \(count == 1 ? "another output" : "\(count) other outputs") is not counted: of so many outputs, only "
                + "the largest are checked."
        }
    }

    private func state(_ entry: NotableOutput, _ isLocked: Bool) -> String {
        entry.output.confirmations > 0 ? "confirmed" : isLocked ? "locked" : "pending"
    }

    private func name(of entry: NotableOutput) -> String {
        switch entry.note {
        case .maturing: "maturing"
        case .withdrawal(let isLocked): "withdrawal-\(state(entry, isLocked))"
        case .unreadable: "unreadable"
        case .unchecked: "unchecked"
        }
    }

    private func blocks(of entry: NotableOutput) -> Int? {
        if case .maturing(let blocks) = entry.note { blocks } else { nil }
    }
}

extension [NotableOutput] {
    /// The outputs that no sum counts.
    var apart: Set<Outpoint> { Set(filter { !$0.note.isWithdrawal }.map(\.output.outpoint)) }
}
