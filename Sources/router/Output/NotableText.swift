import ExactJSON
import SchemeRouter

/// What a balance says of outputs besides their sum.
struct NotableText {
    let coin: CoinDescriptor
    let notable: [NotableOutput]

    /// One line for each, the newest first.
    var lines: [String] { sorted.map { text($0) } }

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

    private func text(_ entry: NotableOutput) -> String {
        let amount = coin.text(entry.output.amount)
        switch entry.note {
        case .maturing(let blocks):
            return "\(amount) is new money: it can be spent after \(blocks) more block\(blocks == 1 ? "" : "s")."
        case .withdrawal(let isLocked):
            return "\(amount) of it is a withdrawal from \(coin.title) Platform, \(state(entry, isLocked))."
        case .unreadable:
            return
                "\(amount) is left out: the network names the transaction \(entry.output.outpoint.transaction.hex), which "
                + "it cannot show or this version cannot read. Its node or server may be older than the network's rules."
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
        }
    }

    private func blocks(of entry: NotableOutput) -> Int? {
        if case .maturing(let blocks) = entry.note { blocks } else { nil }
    }
}
