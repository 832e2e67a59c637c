/// The state of orders to a node's wallet: they have no bytes to send again, but a mark that identifies them.
extension Resumption {
    /// Finishes an order that the node's wallet may have received. Nil for an entry that is not an order, or that
    /// certainly failed.
    func finishOrder(
        _ entry: JournalEntry, asks: Bool, _ budget: inout ReadBudget
    ) async throws(ServiceError) -> Resumed.State? {
        guard let open = OpenOrder(entry), let coin = routes.coin(entry.request.chain.coin), coin.accountChain == nil,
            let network = try? services.networks.network(of: coin), network.id == entry.request.chain,
            let wallet = network.wallet
        else { return nil }
        let found: NodePayment?
        do {
            found = try await open.payment(by: wallet, now: services.now(), &budget)
        } catch {
            return .undecided(ServiceError(of: error))
        }
        guard let found else { return nil }
        let step = JournalStep.signed(found.transaction, inputs: found.inputs)
        let now = services.now()
        try note(step, of: entry)
        try note(.sent, of: entry)
        return try await reply(to: try entry.taking(step, at: now).taking(.sent, at: now), asks: asks)
    }
}
