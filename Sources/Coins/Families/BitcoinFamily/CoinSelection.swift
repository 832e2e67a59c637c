import SchemeRouter

/// Chooses which coins a payment spends.
///
/// One coin where one suffices – the smallest such –, otherwise the largest first. Change that the network would not
/// relay goes to the fee. The same coins always give the same choice.
struct CoinSelection {
    /// Bytes of a transaction without inputs and outputs.
    static let baseSize: Int64 = 10
    /// Bytes of a signed P2PKH input with a compressed key, at most.
    static let inputSize: Int64 = 148
    /// Bytes of a P2PKH output, which change is.
    static let changeSize: Int64 = 34

    /// The coins to spend.
    let inputs: [OwnedCoin]
    /// What comes back; nil where nothing does.
    let change: Amount?

    /// Nil where the coins do not suffice.
    /// - Parameters:
    ///   - coins: what may be spent.
    ///   - amount: what the recipient gets.
    ///   - recipientSize: bytes of the recipient's output.
    ///   - feePerKB: the fee for 1,000 bytes.
    ///   - dust: the smallest output that is relayed.
    init?(from coins: [OwnedCoin], paying amount: Amount, recipientSize: Int64, feePerKB: Amount, dust: Amount) {
        let fee = Fee(perKB: feePerKB.units)
        let worthwhile = coins.filter { $0.amount.units > fee.of(Self.inputSize) }
        let descending = worthwhile.sorted {
            ($0.amount, $1.outpoint.description) > ($1.amount, $0.outpoint.description)
        }
        func need(_ count: Int) -> Int64 {
            amount.units + fee.of(Self.baseSize + recipientSize + Int64(count) * Self.inputSize)
        }

        var chosen: [OwnedCoin] = []
        var total: Int64 = 0
        if let single = descending.last(where: { $0.amount.units >= need(1) }) {
            chosen = [single]
            total = single.amount.units
        } else {
            for coin in descending {
                guard total < need(max(chosen.count, 1)) else { break }
                chosen.append(coin)
                total += coin.amount.units
            }
        }
        guard !chosen.isEmpty, total >= need(chosen.count) else { return nil }

        let size = Self.baseSize + recipientSize + Int64(chosen.count) * Self.inputSize + Self.changeSize
        let rest = total - amount.units - fee.of(size)
        self.inputs = chosen
        self.change = rest >= dust.units ? Amount(units: rest) : nil
    }

    /// A fee rate that rounds up: a payment a unit below the rate is not relayed.
    private struct Fee {
        let perKB: Int64

        func of(_ size: Int64) -> Int64 {
            (perKB * size + 999) / 1_000
        }
    }
}
