/// How soon a payment should be in a block. What that costs is the network's to say.
public enum FeeLevel: String, Sendable, Hashable, CaseIterable {
    case slow, normal, fast

    /// Within how many blocks: what nodes and servers are asked about.
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
    /// What the network asks for being in a block about that soon.
    case level(FeeLevel)
    /// In the smallest unit for 1,000 bytes, whatever the network asks for.
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

    /// What can be chosen, for error messages.
    public static let forms = "slow, normal, fast, or a rate in the coin's smallest unit per 1,000 bytes"

    /// Why a coin's payments cannot have this fee, with the rates that they can have; nil where they can.
    public func complaint(for coin: CoinDescriptor) -> String? {
        guard case .rate(let rate) = self, !(coin.feePerKB.min...coin.feePerKB.max).contains(rate) else { return nil }
        return
            "\(coin.title) allows \(coin.feePerKB.min.units) to \(coin.feePerKB.max.units) \(coin.unit) per 1,000 bytes, "
            + "not \(rate.units)"
    }
}

/// The fees that the person chose.
public struct FeeChoices: Sendable, Hashable {
    /// For all payments of a coin.
    public var byCoin: [CoinID: FeeChoice]
    /// For the one payment that is asked for now, whatever its coin.
    public var once: FeeChoice?

    /// Creates choices.
    public init(byCoin: [CoinID: FeeChoice] = [:], once: FeeChoice? = nil) {
        self.byCoin = byCoin
        self.once = once
    }

    /// What counts for a payment now; nil where the person chose nothing, which means ``FeeLevel/normal``.
    func choice(for coin: CoinID) -> FeeChoice? { once ?? byCoin[coin] }

    /// The level that counts now, and those that may cost less, the quickest first. None if the person gave a rate, or
    /// a fee for this one payment.
    func levels(of coin: CoinID) -> (usual: FeeLevel?, slower: [FeeLevel]) {
        guard once == nil else { return (nil, []) }
        return switch byCoin[coin] {
        case .level(.fast): (.fast, [.normal, .slow])
        case .level(.normal), nil: (.normal, [.slow])
        case .level(.slow), .rate: (nil, [])
        }
    }
}

extension CoinDescriptor.FeeRange {
    /// What is paid where the network gives no estimate.
    public func usual(_ level: FeeLevel) -> Amount {
        switch level {
        case .slow: min
        case .normal: normal
        case .fast: Swift.min(normal.adding(normal) ?? high, high)
        }
    }
}
