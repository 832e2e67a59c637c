extension CoinDescriptor {
    /// The current fee per 1,000 bytes for a choice, within the coin's limits. Asks the network unless the person chose
    /// a rate.
    ///
    /// Throws ``ServiceError/Code/refusedByCheck`` if the network asks for more than is ever paid (S16).
    func feePerKB(_ choice: FeeChoice?, on chain: any ChainReader) async throws(ServiceError) -> Amount {
        switch choice {
        case .rate(let rate):
            if let complaint = choice?.complaint(for: self) {
                throw ServiceError(.refusedByPolicy, complaint + ".", hint: "Nothing was sent.")
            }
            return rate
        case .level, nil:
            var level = FeeLevel.normal
            if case .level(let chosen)? = choice { level = chosen }
            let rate = try await chain.feePerKB(for: level) ?? feePerKB.usual(level)
            try checkRate(rate)
            return max(rate, feePerKB.min)
        }
    }
}
