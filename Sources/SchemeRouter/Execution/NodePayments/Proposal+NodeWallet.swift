/// Proposals for a node's wallet: the link and the person define the payment, and the node says what it costs.
extension LinkExecution {
    func propose(
        _ link: ReadLink, _ wallet: any NodeWallet, _ plugin: any PaymentPlugin, _ facts: ChainFacts,
        _ budget: inout ReadBudget, ask: Asking
    ) async throws -> Proposal {
        guard case .payment(let request) = link.request else {
            throw ServiceError(
                .unsupported, "The node's wallet “\(wallet.name)” only pays; it does not share addresses or keys.",
                hint: "Remove “wallet” under “networks” in config.yaml to use your own wallet for everything.")
        }
        try await GivenUpPayments(on: facts.id, services: services).refuseAnother(
            to: link.spellings(of: request.address), on: try services.networks.network(of: link.coin).chain, &budget)
        let balance = try await budget.run { try await wallet.balance() }
        let answers = try await answers(about: request, plugin, facts, ask: ask)
        guard let amount = request.amount ?? answers.amount else {
            throw ServiceError(.internalError, "The coin's plugin does not ask how much to pay.")
        }
        let order = NodeOrder(recipient: request.address, amount: amount, mark: "")
        let quote = try await budget.run { try await wallet.quote(for: order) }
        let (highest, overflow) = facts.coin.feePerKB.max.units.multipliedReportingOverflow(by: Int64(quote.size))
        guard !overflow, quote.fee.units <= highest / 1_000 else {
            throw ServiceError(
                .refusedByCheck, "The node's wallet would pay a fee of \(facts.coin.text(quote.fee)), above the limit.",
                hint: "Nothing was sent. The node's own settings control its fee: settxfee, paytxfee.")
        }
        guard balance.subtracting(amount)?.subtracting(quote.fee) != nil else {
            let most = balance.subtracting(quote.fee) ?? .zero
            throw ServiceError(
                .insufficientFunds,
                "The node's wallet has too little for \(facts.coin.text(amount)) and the fee of "
                    + "\(facts.coin.text(quote.fee)). It can spend \(facts.coin.text(balance)), and with that fee pay "
                    + "\(facts.coin.text(most)).",
                hint: "Nothing was sent.")
        }
        return Proposal(
            intent: .payment(PaymentIntent(chain: facts.id, recipient: request.address, amount: amount, quote: quote)))
    }
}
