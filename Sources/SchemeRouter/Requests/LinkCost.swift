/// What a link costs the person, as far as their limits can count it (S7). Every request has one, whatever its scheme:
/// limits refuse what they cannot count.
public enum LinkCost: Sendable, Hashable {
    /// Nothing leaves the person's wallet: they log in, or receive something.
    case nothing
    /// This much of the coin, rounded up to its smallest unit. The fee of another wallet is not known.
    case known(Amount)
    /// The link has no amount, or pays zero: whoever pays enters it.
    case open
    /// A server, a contract, or a transaction that is not read here decides it.
    case decidedElsewhere
    /// The link has an amount that is not one of the coin: in a token or another currency, incomplete, or too large for 64
    /// bits.
    case uncountable

    /// The amount; nil if it is not known, or nothing is paid.
    public var known: Amount? {
        if case .known(let amount) = self { return amount }
        return nil
    }

    /// What counts towards limits: `Amount.largest` if the amount is not known, nil if nothing is paid.
    public var counted: Amount? {
        switch self {
        case .nothing: nil
        case .known(let amount): amount
        case .open, .decidedElsewhere, .uncountable: .largest
        }
    }

    /// The cost of a sum of amounts; ``Amount/largest`` stands for one that cannot be counted.
    init(sum amounts: [Amount]) {
        guard !amounts.isEmpty else {
            self = .nothing
            return
        }
        let sum = amounts.contains(.largest) ? nil : Amount.sum(amounts)
        self = sum.map { $0 == .largest ? .uncountable : .known($0) } ?? .uncountable
    }
}

extension PaymentInstruction {
    /// What it costs to pay in this way.
    /// - Parameter amount: the amount that a wallet receives together with it; nil for none.
    func cost(besides amount: Amount?) -> LinkCost {
        // A wallet may ask for the amount if it is zero.
        let (ownAmount, amount) = (self.amount?.orNone, amount?.orNone)
        switch kind {
        case .lnurl, .lightningAddress, .link: return .decidedElsewhere
        // A wallet receives it alone, so the amount of the link is not the invoice's.
        case .lightning: return ownAmount.map { LinkCost(sum: [$0]) } ?? .open
        case .onchain, .silentPayment, .privatePayment: return amount.map { .known($0) } ?? .open
        case .offer:
            // The payer enters how many items they buy.
            guard !isPerItem else { return .open }
            // The payer may pay more than an offer's amount.
            let amounts = [ownAmount, amount].compactMap(\.self)
            return amounts.max().map { LinkCost(sum: [$0]) } ?? .open
        }
    }
}

extension Amount {
    /// Nil if it is zero.
    fileprivate var orNone: Amount? { units == 0 ? nil : self }

    /// The amount of a link; nil if it has none and the person must choose.
    /// - Parameters:
    ///   - parameter: the `amount` parameter.
    ///   - coin: provides decimals, largest amount and dust limit.
    ///   - minimum: the descriptor's higher minimum, if any.
    ///   - isOnChain: whether it is paid by an output, which must not be dust.
    public static func requested(
        _ parameter: LinkParameter?, of coin: CoinDescriptor, minimum: Amount?, isOnChain: Bool = true
    ) throws(RequestError) -> Amount? {
        guard let parameter, !parameter.value.isEmpty else { return nil }
        return try payable(
            withoutNeedlessZeros(parameter.value, decimals: coin.decimals), of: coin, minimum: minimum,
            isOnChain: isOnChain, at: parameter.range)
    }
}
