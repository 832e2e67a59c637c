/// Checks fees against the coin's own numbers: a network can name any fee, and no single server may set one beyond what
/// the person was warned of (S16).
extension CoinDescriptor {
    /// Throws ``ServiceError/Code/refusedByCheck`` if a network asks for a rate that is never reasonable for the coin.
    func checkRate(_ perKB: Amount) throws(ServiceError) {
        let highest = try requiredAddressLedger().feePerKB.max
        guard perKB > highest else { return }
        throw ServiceError(
            .refusedByCheck,
            "The network asks for a fee of \(text(perKB)) per 1,000 bytes; this program never pays more than \(text(highest)).",
            hint: "Nothing was signed. Use another server or node, or wait until fees are lower.")
    }

    /// What the person is warned of before they pay this fee, one paragraph each; empty for a usual fee.
    func warnings(aboutFeeOf payment: PaymentIntent) -> [Paragraph] {
        guard let fee = payment.fee else { return [] }
        var warnings: [Paragraph] = []
        // Rounding down a twentieth does not change the comparison of whole numbers.
        if fee.units > payment.amount.units / 20 {
            warnings.append("Warning: the fee is more than 5 % of the amount.")
        }
        if let high = addressLedger?.feePerKB.high, fee > payment.fee(ofRate: high) {
            warnings.append("Warning: the fee rate is high for \(own: title).")
        }
        return warnings
    }
}

extension PaymentIntent {
    /// The fee at a rate per 1,000 bytes, rounded up. A node's wallet knows its transaction's size; otherwise outputs
    /// count as P2PKH, because other types differ by only a few bytes.
    fileprivate func fee(ofRate perKB: Amount) -> Amount {
        let size =
            prepared.map { Int64($0.size) } ?? 12 + InputsWeight(spending: inputs).size + (change == nil ? 1 : 2) * 34
        let (product, overflow) = perKB.units.multipliedReportingOverflow(by: size)
        return overflow ? perKB : Amount(units: product / 1_000 + (product % 1_000 > 0 ? 1 : 0)) ?? perKB
    }
}

/// Where a fee came from, and how to pay less.
struct FeeText {
    /// What the person chose; nil if they did not choose.
    let choice: FeeChoice?
    let coin: CoinDescriptor

    /// - Parameter isHigh: whether the person is warned of the fee.
    func paragraphs(isHigh: Bool) -> [Paragraph] {
        switch choice {
        case .rate(let rate):
            ["You chose this rate: \(own: "\(rate.units) \(coin.unit ?? coin.ticker)") per 1,000 bytes."]
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
