/// What a payment costs that takes the place of one with a lower fee. It spends the same, and pays the same to the same
/// recipient: only its change is less.
struct RaisedFee {
    let sent: SentPayment
    let amount: Amount
    let coin: CoinDescriptor

    /// The change of the new payment; nil where none is left.
    /// - Parameters:
    ///   - rate: for 1,000 bytes.
    ///   - isExact: whether the person named the rate. Otherwise the least that networks take is paid where `rate` is less.
    ///
    /// Throws ``ServiceError/Code/notReplaceable``, ``ServiceError/Code/refusedByPolicy`` with the range of rates, or
    /// ``ServiceError/Code/insufficientFunds``.
    func change(at rate: Amount, isExact: Bool) throws(ServiceError) -> PaymentIntent.Change? {
        guard let change = sent.change else {
            throw ServiceError(
                .notReplaceable, "The payment has no change, which alone would pay the higher fee.",
                hint: "Nothing was sent. The payment stays as it is.")
        }
        guard let least = least(ofSize: sent.size.largest), let wanted = Self.fee(rate, sent.size.largest) else {
            throw Self.tooLarge
        }
        if isExact, wanted < least {
            throw ServiceError(
                .refusedByPolicy,
                "Networks take another payment in its place for \(lowestRate(least)) to \(coin.feePerKB.max.units) "
                    + "\(coin.unit) for 1,000 bytes, not for \(rate.units).",
                hint: "Nothing was sent. “--fee fast” chooses a fee.")
        }
        let fee = max(wanted, least)
        let left = change.amount.units - (fee - sent.fee.units)
        if left >= max(coin.dust.units, 1), let left = Amount(units: left) {
            return PaymentIntent.Change(path: change.path, amount: left)
        }
        // All of the change goes to the fee, of a payment that is smaller without it.
        let size = sent.size.largest - sent.size.change
        let all = sent.fee.units.addingReportingOverflow(change.amount.units)
        guard !all.overflow, let least = self.least(ofSize: size), let wanted = Self.fee(rate, size) else {
            throw Self.tooLarge
        }
        guard all.partialValue >= max(least, wanted) else {
            throw ServiceError(
                .insufficientFunds,
                "The payment's change of \(coin.text(change.amount)) is less than the higher fee would add.",
                hint: "Nothing was sent. Only its own change pays it. A lower rate may do: “--fee RATE”.")
        }
        return nil
    }

    /// The least fee that networks take (BIP125): more than before, by as much as relaying the new payment costs, and at a
    /// higher rate than before.
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

    private static let tooLarge = ServiceError(.refusedByCheck, "The fee is larger than can be counted.")
}
