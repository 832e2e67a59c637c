/// Payments that were signed and given up: a server refused them, or the person dropped them. Whoever got one may have
/// kept it, and can have it confirmed as long as its coins are unspent. So a server could refuse a payment, and send it
/// once the person has paid again: they would pay twice (S16).
///
/// Therefore the next payment of that network spends a coin of each of them: only one of the two can then be confirmed.
struct GivenUpPayments: Sendable {
    /// Those that nothing has replaced so far, oldest first.
    let entries: [JournalEntry]
    private let services: Services

    /// Those of a network.
    init(on chain: ChainID, services: Services) throws(ServiceError) {
        self.services = services
        entries = try services.journal.givenUpPayments().filter { $0.request.chain == chain }
    }

    /// The coins that a payment may spend: none that one of these creates, because then both would be confirmed.
    func spendable(_ coins: [OwnedCoin]) -> [OwnedCoin] {
        guard !entries.isEmpty else { return coins }
        let own = Set(entries.compactMap(\.transaction?.id))
        return coins.filter { !own.contains($0.outpoint.transaction) }
    }

    /// For each of these that can still be confirmed, the coins of which a payment must spend one.
    /// - Parameters:
    ///   - coins: all that the wallet may spend.
    ///   - reserved: those of payments that are not decided yet.
    ///
    /// Throws ``ServiceError/Code/refusedByPolicy`` where one cannot be kept from being confirmed: the network shows no
    /// coin of it, and no payment of ours that took its place.
    func toReplace(
        with coins: [OwnedCoin], reserved: Set<Outpoint>, on chain: any ChainReader, _ budget: inout ReadBudget
    ) async throws -> [Set<Outpoint>] {
        let there = Set(coins.map(\.outpoint))
        var sets: [Set<Outpoint>] = []
        for entry in entries {
            let left = there.intersection(entry.inputs)
            if !left.isEmpty {
                sets.append(left)
            } else if !reserved.isDisjoint(with: entry.inputs) {
                throw ServiceError(
                    .refusedByPolicy,
                    "Payment #\(entry.id) was given up, and a server that kept it could still send it. Its coins are "
                        + "those of another payment, of which it is not known whether it was sent.",
                    hint: "Nothing was signed. “router resume” finishes the other payment; then open the link again.")
            } else {
                try await explain(entry, on: chain, &budget)
            }
        }
        return sets
    }

    /// Returns where another payment of ours has replaced this one, whose coins are spent.
    private func explain(
        _ entry: JournalEntry, on chain: any ChainReader, _ budget: inout ReadBudget
    ) async throws {
        guard let transaction = entry.transaction else { return }
        let inputs = entry.inputs
        let states = try await budget.run { try await chain.states(of: inputs) }
        switch UndecidedPayment.finding(inputs.map { states[$0] }, transaction.id) {
        case .replaced: return
        case .known:
            try services.journal.note(.sent, of: entry.id, at: services.now())
            throw ServiceError(
                .refusedByPolicy,
                "Payment #\(entry.id) had been given up, but somebody kept a copy and sent it. "
                    + "Transaction \(transaction.id.hex).",
                hint: "Nothing else was paid. Open the link again if you still want to pay.")
        case .free, .unclear:
            throw ServiceError(
                .refusedByPolicy,
                "Payment #\(entry.id) was given up, but a server that kept a copy could still send it. This payment would "
                    + "have to spend one of the same coins, and the network does not show them now.",
                hint:
                    "Nothing was signed. Try again later, or name another server. Once you are certain that it will never "
                    + "be sent, remove it with “router history --forget”.")
        }
    }
}
