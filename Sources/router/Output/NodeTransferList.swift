import ExactJSON
import SchemeRouter

/// What a wallet program lists of its payments.
struct NodeTransferList {
    /// Newest first.
    let transfers: [NodeTransfer]
    let coin: CoinDescriptor

    /// One line for each.
    var lines: [String] { transfers.isEmpty ? ["Nothing yet."] : transfers.map(text) }

    /// The same fields as those of a wallet with keys here.
    var json: JSON {
        JSON([
            "coin": coin.id.name, "practice": false, "ticker": coin.ticker, "unit": coin.unit,
            "decimals": coin.decimals, "transactions": transfers.map(Self.json), "unread": [String](),
        ])
    }

    private func text(_ transfer: NodeTransfer) -> String {
        let fee = transfer.fee.map { ", fee \(coin.text($0))" } ?? ""
        return [
            transfer.time.map(Timestamp.text),
            "\(transfer.isOutgoing ? "sent" : "received") \(coin.text(transfer.amount))\(fee)",
            Self.state(of: transfer)?.text(isFollowed: false) ?? "the wallet waits for it no longer",
            "txid \(transfer.id.hex)",
        ].compactMap(\.self).joined(separator: "  ")
    }

    private static func state(of transfer: NodeTransfer) -> PaymentState? {
        switch transfer.state {
        case .confirmed(let count, let isLocked)?: .confirmed(count, isLocked: isLocked)
        case .waiting(let isLocked)?: .waiting(isLocked: isLocked)
        case .unknown?, nil: nil
        }
    }

    private static func json(_ transfer: NodeTransfer) -> JSON {
        let state = state(of: transfer)
        let spent = transfer.amount.adding(transfer.fee ?? .zero) ?? transfer.amount
        return JSON([
            "txid": transfer.id.hex, "state": state?.name ?? "unknown", "confirmations": state?.confirmations,
            "locked": false, "replacedBy": String?.none, "time": transfer.time,
            "received": transfer.isOutgoing ? 0 : transfer.amount.units, "spent": transfer.isOutgoing ? spent.units : 0,
            "fee": transfer.fee?.units, "withdrawal": false,
        ])
    }
}
