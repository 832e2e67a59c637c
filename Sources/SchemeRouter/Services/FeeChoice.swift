/// How soon a payment should be confirmed. The network determines the fee for that.
public enum FeeLevel: String, Sendable, Hashable, CaseIterable {
    case slow, normal, fast

    /// The confirmation target in blocks, for questions to nodes and servers.
    public var blocks: Int {
        switch self {
        case .slow: 144
        case .normal: 6
        case .fast: 2
        }
    }
}

/// The fee that the person wants to pay.
public enum FeeChoice: Sendable, Hashable {
    /// The network's fee for confirmation about that soon.
    case level(FeeLevel)
    /// In the smallest unit per 1,000 bytes, whatever the network asks for.
    case rate(Amount)

    /// Reads `slow`, `normal`, `fast`, or a rate in digits. Nil for anything else.
    public init?(_ text: String) {
        if let level = FeeLevel(rawValue: text) {
            self = .level(level)
            return
        }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let rate = Int64(text).flatMap({ Amount(units: $0) })
        else { return nil }
        self = .rate(rate)
    }

    /// The possible choices, for error messages.
    public static let forms = "slow, normal, fast, or a rate in the coin's smallest unit per 1,000 bytes"

    /// Why a coin's payments cannot have this fee, with the allowed rates; nil if they can.
    public func complaint(for coin: CoinDescriptor) -> String? {
        guard case .rate(let rate) = self, let ledger = coin.addressLedger else { return nil }
        let fees = ledger.feePerKB
        guard !(fees.min...fees.max).contains(rate) else { return nil }
        return
            "\(coin.title) allows \(fees.min.units) to \(fees.max.units) \(ledger.unit) per 1,000 bytes, "
            + "not \(rate.units)"
    }
}

/// The fees that the person chose.
public struct FeeChoices: Sendable, Hashable {
    /// For all payments of a coin.
    public var byCoin: [CoinID: FeeChoice]
    /// For the current payment only, whatever its coin.
    public var once: FeeChoice?

    public init(byCoin: [CoinID: FeeChoice] = [:], once: FeeChoice? = nil) {
        self.byCoin = byCoin
        self.once = once
    }

    /// The choice for the current payment; nil if the person chose nothing, which means ``FeeLevel/normal``.
    func choice(for coin: CoinID) -> FeeChoice? { once ?? byCoin[coin] }

    /// The current level, and those that may cost less, fastest first. None if the person chose a rate, or a fee for
    /// only this payment.
    func levels(of coin: CoinID) -> (usual: FeeLevel?, slower: [FeeLevel]) {
        guard once == nil else { return (nil, []) }
        return switch byCoin[coin] {
        case .level(.fast): (.fast, [.normal, .slow])
        case .level(.normal), nil: (.normal, [.slow])
        case .level(.slow), .rate: (nil, [])
        }
    }
}

extension AddressLedger.FeeRange {
    /// The rate if the network gives no estimate.
    public func usual(_ level: FeeLevel) -> Amount {
        switch level {
        case .slow: min
        case .normal: normal
        case .fast: Swift.min(normal.adding(normal) ?? high, high)
        }
    }
}
