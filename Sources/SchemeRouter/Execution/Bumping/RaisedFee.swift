/// The fee of a payment that replaces one with a lower fee. It spends the same outputs and pays the same recipient the
/// same amount: only its change is lower.
struct RaisedFee {
    let sent: SentPayment
    let amount: Amount
    let coin: CoinDescriptor
    /// The fees of other signed replacements of the same payment: with one of these it would be the same transaction.
    var tried: Set<Amount> = []

    /// How the fee was determined.
    enum Basis: Sendable, Hashable {
        /// The person's choice of a rate or a level; nil if they chose nothing.
        case choice(FeeChoice?)
        /// The minimum fee at which networks replace a payment. The choice, or ``FeeLevel/fast`` by default, would not
        /// exceed it.
        case least(FeeLevel, Amount)
        /// All of the change, because the rest would be below the dust limit.
        case allChange
    }

    /// The fee and change of the new payment.
    struct Raised: Sendable, Hashable {
        /// The change; nil if nothing is left.
        let change: PaymentIntent.Change?
        let basis: Basis
    }

    /// - Parameters:
    ///   - choice: the person's choice; nil for ``FeeLevel/fast``.
    ///   - rate: the current rate for that choice, per 1,000 bytes. If it is below the networks' minimum, the minimum
    ///     is used, unless the person chose a rate.
    ///
    /// Throws ``ServiceError/Code/notReplaceable``, ``ServiceError/Code/refusedByPolicy`` with the range of rates, or
    /// ``ServiceError/Code/insufficientFunds``.
    func raised(_ choice: FeeChoice?, at rate: Amount) throws(ServiceError) -> Raised {
        guard let change = sent.change else {
            throw ServiceError(
                .notReplaceable, "The payment has no change that could pay the higher fee.",
                hint: "Nothing was sent. The payment stays as it is.")
        }
        guard let least = least(ofSize: sent.size.largest), let wanted = Self.fee(rate, sent.size.largest) else {
            throw Self.tooLarge
        }
        if case .rate? = choice, wanted < least {
            throw ServiceError(
                .refusedByPolicy,
                "To replace the payment, the fee rate must be \(lowestRate(least)) to \(coin.feePerKB.max.units) "
                    + "\(coin.unit) per 1,000 bytes, not \(rate.units).",
                hint: "Nothing was sent. Use “--fee fast” to have a fee chosen.")
        }
        let (fee, basis) = try untried(max(wanted, least), wanted: wanted, choice)
        let left = change.amount.units - (fee - sent.fee.units)
        if left >= max(coin.dust.units, 1), let left = Amount(units: left) {
            return Raised(change: PaymentIntent.Change(path: change.path, amount: left), basis: basis)
        }
        // All of the change becomes fee. Without a change output, the payment is smaller.
        let size = sent.size.largest - sent.size.change
        let all = sent.fee.units.addingReportingOverflow(change.amount.units)
        guard !all.overflow, let least = self.least(ofSize: size), let wanted = Self.fee(rate, size) else {
            throw Self.tooLarge
        }
        guard all.partialValue >= max(least, wanted) else {
            throw ServiceError(
                .insufficientFunds,
                "The payment's change of \(coin.text(change.amount)) does not cover the increase of the fee.",
                hint:
                    "Nothing was sent. Only the payment's own change can pay for it. A lower rate may work: “--fee RATE”."
            )
        }
        guard !tried.contains(where: { $0.units == all.partialValue }) else { throw triedBefore(all.partialValue) }
        return Raised(change: nil, basis: .allChange)
    }

    /// The fee, or if it has been tried before, the next one in steps of the relay minimum: a transaction that was
    /// given up is not signed again as another payment.
    private func untried(
        _ fee: Int64, wanted: Int64, _ choice: FeeChoice?
    ) throws(ServiceError) -> (fee: Int64, basis: Basis) {
        var (fee, isRaised) = (fee, fee > wanted)
        guard let step = Self.fee(coin.feePerKB.min, sent.size.largest), step > 0 else { throw Self.tooLarge }
        while tried.contains(where: { $0.units == fee }) {
            if case .rate? = choice { throw triedBefore(fee) }
            let next = fee.addingReportingOverflow(step)
            guard !next.overflow else { throw Self.tooLarge }
            (fee, isRaised) = (next.partialValue, true)
        }
        var level = FeeLevel.fast
        if case .level(let chosen)? = choice { level = chosen }
        guard isRaised, let wanted = Amount(units: wanted) else { return (fee, .choice(choice)) }
        return (fee, .least(level, wanted))
    }

    private func triedBefore(_ fee: Int64) -> ServiceError {
        ServiceError(
            .refusedByPolicy,
            "A replacement with exactly this fee was already made and given up"
                + (Amount(units: fee).map { ": \(coin.text($0))." } ?? "."),
            hint: "Nothing was sent. Choose another fee: “--fee RATE”.")
    }

    /// The minimum replacement fee (BIP125): the old fee plus the cost of relaying the new payment, at a higher rate
    /// than before.
    private func least(ofSize size: Int64) -> Int64? {
        guard let relay = Self.fee(coin.feePerKB.min, size) else { return nil }
        let sum = sent.fee.units.addingReportingOverflow(relay)
        let product = sent.fee.units.multipliedReportingOverflow(by: size)
        guard !sum.overflow, !product.overflow, sent.size.signed > 0 else { return nil }
        return max(sum.partialValue, product.partialValue / sent.size.signed + 1)
    }

    /// The lowest rate that gives this fee.
    private func lowestRate(_ fee: Int64) -> Int64 {
        let product = fee.multipliedReportingOverflow(by: 1_000)
        return product.overflow ? fee : (product.partialValue + sent.size.largest - 1) / sent.size.largest
    }

    private static func fee(_ rate: Amount, _ size: Int64) -> Int64? {
        let product = rate.units.multipliedReportingOverflow(by: size)
        guard !product.overflow, size > 0 else { return nil }
        return product.partialValue / 1_000 + (product.partialValue % 1_000 > 0 ? 1 : 0)
    }

    private static let tooLarge = ServiceError(.refusedByCheck, "The fee is too large.")
}
