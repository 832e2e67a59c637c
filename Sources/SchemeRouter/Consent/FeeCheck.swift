/// Judges fees by the coin's own numbers: a network can name any, and one server alone must not set one beyond what the
/// person was warned of (S16).
extension CoinDescriptor {
    /// Throws ``ServiceError/Code/refusedByCheck`` where a network asks for a rate that no payment of the coin is worth.
    func checkRate(_ perKB: Amount) throws(ServiceError) {
        guard perKB > feePerKB.max else { return }
        throw ServiceError(
            .refusedByCheck,
            "The network asks for a fee of \(text(perKB)) per 1,000 bytes; this program never pays more than \(text(feePerKB.max)).",
            hint: "Nothing was signed. Use another server or node, or wait until fees are lower.")
    }

    /// What the person is warned of before they pay this fee, a paragraph each; nothing for a usual one.
    func warnings(aboutFeeOf payment: PaymentIntent) -> [Paragraph] {
        guard let fee = payment.fee else { return [] }
        var warnings: [Paragraph] = []
        // A twentieth, rounded down: a whole number is above both or neither.
        if fee.units > payment.amount.units / 20 {
            warnings.append("Warning: the fee is more than 5 % of the amount.")
        }
        if fee > payment.fee(ofRate: feePerKB.high) {
            warnings.append("Warning: the fee rate is high for \(own: title).")
        }
        return warnings
    }
}

extension PaymentIntent {
    /// The fee at a rate for 1,000 bytes, rounded up. A node's wallet says its size; else outputs count as P2PKH: other
    /// ones are a few bytes more or less.
    fileprivate func fee(ofRate perKB: Amount) -> Amount {
        let size =
            quote.map { Int64($0.size) } ?? 12 + InputsWeight(spending: inputs).size + (change == nil ? 1 : 2) * 34
        let (product, overflow) = perKB.units.multipliedReportingOverflow(by: size)
        return overflow ? perKB : Amount(units: product / 1_000 + (product % 1_000 > 0 ? 1 : 0)) ?? perKB
    }
}

/// How a fee came about, and how to pay less.
struct FeeText {
    /// What the person chose; nil where they chose nothing.
    let choice: FeeChoice?
    let coin: CoinDescriptor

    /// - Parameter isHigh: whether the person is warned of the fee.
    func paragraphs(isHigh: Bool) -> [Paragraph] {
        switch choice {
        case .rate(let rate): ["You chose this rate: \(own: "\(rate.units) \(coin.unit)") per 1,000 bytes."]
        case .level(let level): ["You chose this fee: “\(own: level.rawValue)”."] + (isHigh ? advice(level) : [])
        case nil: isHigh ? advice(.normal) : []
        }
    }

    private func advice(_ level: FeeLevel) -> [Paragraph] {
        guard level != .slow else { return [] }
        return [
            """
            To pay less and wait longer, refuse and use “--fee slow”, or write “fees: { \(own: coin.id.name): slow }” in \
            config.yaml. This fee is “\(own: level.rawValue)”.
            """
        ]
    }
}
