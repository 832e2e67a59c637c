/// Proposals for a node's wallet: the link and the person say what is paid, and the wallet builds the payment.
extension LinkExecution {
    func propose(
        _ link: ReadLink, _ wallet: any NodeWallet, _ plugin: any PaymentPlugin, _ facts: ChainFacts,
        _ chain: any Chain, _ budget: inout ReadBudget, ask: Asking
    ) async throws -> Proposal {
        guard case .payment(let request) = link.request else {
            throw ServiceError(
                .unsupported, "The node's wallet “\(wallet.name)” only pays; it does not share addresses or keys.",
                hint: "Remove “wallet” under “networks” in config.yaml to use your own wallet for everything.")
        }
        let recipients = link.spellings(of: request.address)
        let givenUp = try GivenUpPayments(on: facts.id, services: services)
        var coins: Set<Outpoint> = []
        if givenUp.payments.contains(where: { $0.pays(recipients) }) {
            coins = try await budget.run { try await wallet.coins() }
            // Coins stay locked if their payment was given up while config.yaml named another wallet, or none.
            let locked = givenUp.payments.map(\.entry).filter { entry in
                entry.nodeSignature == .given && recipients.contains(where: entry.pays)
                    && coins.isDisjoint(with: entry.inputs)
            }
            if !locked.isEmpty {
                for entry in locked { await wallet.release(entry.inputs) }
                coins = try await budget.run { try await wallet.coins() }
            }
        }
        let mustSpend = try await givenUp.mustSpend(of: coins, paying: recipients, on: chain, &budget)
        let balance = try await budget.run { try await wallet.balance() }
        let answers = try await answers(about: request, plugin, facts, ask: ask)
        guard let amount = request.amount ?? answers.amount else {
            throw ServiceError(.internalError, "The coin's plugin does not ask how much to pay.")
        }
        let order = NodeOrder(recipient: request.address, amount: amount, mustSpend: mustSpend)
        let prepared = try await budget.run { try await wallet.prepare(order) }
        try check(prepared, for: order, facts)
        guard balance.spendable.subtracting(amount)?.subtracting(prepared.fee) != nil else {
            let most = balance.spendable.subtracting(prepared.fee) ?? .zero
            throw ServiceError(
                .insufficientFunds,
                "The node's wallet has too little for \(facts.coin.text(amount)) and the fee of "
                    + "\(facts.coin.text(prepared.fee)). It can spend \(facts.coin.text(balance.spendable)), and with that "
                    + "fee pay \(facts.coin.text(most))." + (balance.reason.map { " \($0)" } ?? ""),
                hint: "Nothing was sent.")
        }
        return Proposal(
            intent: .payment(
                PaymentIntent(chain: facts.id, recipient: request.address, amount: amount, prepared: prepared)))
    }

    /// The wallet chose the outputs and the fee. A payment must not spend what another one spends that may still be
    /// confirmed (S6), and must not cost too much (S16).
    private func check(_ prepared: PreparedPayment, for order: NodeOrder, _ facts: ChainFacts) throws(ServiceError) {
        let inputs = Set(prepared.inputs)
        let unsettled = try services.journal.undecidedPayments() + services.journal.followedPayments()
        if let other = unsettled.first(where: { $0.request.chain == facts.id && !inputs.isDisjoint(with: $0.inputs) }) {
            throw ServiceError(
                .refusedByPolicy,
                "The node's wallet would spend the money of payment #\(other.id), which is not final yet.",
                hint: "Nothing was sent. Finish that payment with “router resume”, then open the link again.")
        }
        guard inputs.isSuperset(of: order.mustSpend) else {
            throw ServiceError(
                .refusedByCheck,
                "The payment does not replace an earlier one that was given up, so both could be paid.",
                hint: "Nothing was sent. Your node's wallet did not use the outputs that it was asked to use.")
        }
        let (highest, overflow) = facts.coin.feePerKB.max.units.multipliedReportingOverflow(by: Int64(prepared.size))
        guard !overflow, prepared.fee.units <= highest / 1_000 else {
            throw ServiceError(
                .refusedByCheck,
                "The node's wallet would pay a fee of \(facts.coin.text(prepared.fee)), above the limit.",
                hint: "Nothing was sent. The node's own settings control its fee: settxfee, paytxfee.")
        }
    }
}
