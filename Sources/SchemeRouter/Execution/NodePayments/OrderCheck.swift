/// Compares what a plugin proposes for a node's wallet with what was asked for, and finds out what it costs (S11).
struct OrderCheck {
    let chain: ChainFacts
    let wallet: any NodeWallet

    /// Throws ``ServiceError/Code/refusedByCheck`` where the proposal is not exactly what was asked for.
    func check(
        _ proposed: PaymentIntent, against asked: PaymentRequest, answers: Answers
    ) throws(ServiceError) {
        guard proposed.chain == chain.id, proposed.recipient == asked.address,
            proposed.amount == asked.amount ?? answers.amount
        else {
            throw ServiceError(
                .refusedByCheck, "What was prepared is not what the link asks for.",
                hint: "Nothing was sent. This is a mistake in the coin's plugin; please report it.")
        }
    }

    /// The same payment with the fee that the node's wallet names.
    func priced(
        _ proposed: PaymentIntent, purse: OwnedCoin, _ budget: inout ReadBudget
    ) async throws -> PaymentIntent {
        let order = NodeOrder(recipient: proposed.recipient, amount: proposed.amount, mark: "")
        let quote = try await budget.run { [wallet] in try await wallet.quote(for: order) }
        let (highest, overflow) = chain.coin.feePerKB.max.units.multipliedReportingOverflow(by: Int64(quote.size))
        guard !overflow, quote.fee.units <= highest / 1_000 else {
            throw ServiceError(
                .refusedByCheck, "The node's wallet would pay a fee of \(chain.coin.text(quote.fee)), above the limit.",
                hint: "Nothing was sent. Its own settings say how much it pays: settxfee, paytxfee.")
        }
        guard let rest = purse.amount.subtracting(proposed.amount)?.subtracting(quote.fee) else {
            throw ServiceError(
                .insufficientFunds, "The node's wallet has too little for the amount and the fee.",
                hint: "Nothing was sent.")
        }
        let change = rest > .zero ? PaymentIntent.Change(path: purse.path, amount: rest) : nil
        return PaymentIntent(
            chain: proposed.chain, inputs: [purse], recipient: proposed.recipient, amount: proposed.amount,
            change: change)
    }
}
