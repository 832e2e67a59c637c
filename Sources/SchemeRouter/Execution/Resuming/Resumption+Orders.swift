/// Orders to a node's wallet: what was approved may have been paid, and the mark of the order finds it (S6).
extension Resumption {
    /// The node's wallet that the network of an entry has; nil where the person's own keys pay.
    func nodeWallet(of entry: JournalEntry) -> (any NodeWallet)? {
        guard let coin = routes.coin(entry.request.chain.coin), coin.accountChain == nil,
            let network = try? services.networks.network(of: coin), network.id == entry.request.chain
        else { return nil }
        return network.wallet
    }

    /// Finds out whether the wallet has paid, and gives the answer if it has.
    func finish(
        _ open: OpenOrder, by wallet: any NodeWallet, asks: Bool, _ budget: inout ReadBudget
    ) async throws(ServiceError) -> Resumed {
        let entry = open.entry
        let payment: NodePayment?
        do {
            payment = try await budget.run { try await wallet.payment(for: open.order) }
        } catch {
            let error = ServiceError(of: error)
            let reason = ServiceError(error.code, error.message, hint: UndecidedPayment.left.hint)
            return Resumed(entry: entry, state: .undecided(reason))
        }
        guard let payment else {
            guard services.now() - entry.changed > OpenOrder.settling else {
                return Resumed(entry: entry, state: .undecided(UndecidedPayment.left))
            }
            try note(.ended(.failed), of: entry)
            return Resumed(entry: entry, state: .interrupted)
        }
        let steps: [JournalStep] = [.signed(payment.transaction, inputs: payment.inputs), .sent]
        var known = entry
        for step in steps {
            try note(step, of: entry)
            known = try known.taking(step, at: services.now())
        }
        return Resumed(entry: known, state: try await answer(known, asks: asks))
    }
}
