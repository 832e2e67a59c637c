/// Payments that were signed and given up: a server refused them, or the person dropped them. Whoever was sent one may have
/// kept it, and can have it confirmed for as long as its coins are there. So a server that refuses what it keeps, to send it
/// once the person has paid again, would be paid for twice (S16).
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

    /// What a payment may spend: not what one of these pays, which would make both of them true.
    func spendable(_ coins: [OwnedCoin]) -> [OwnedCoin] {
        guard !entries.isEmpty else { return coins }
        let own = Set(entries.compactMap(\.transaction?.id))
        return coins.filter { !own.contains($0.outpoint.transaction) }
    }

    /// Of which coins a payment must spend one, for each of these that can still be confirmed.
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

    /// Returns where another payment of ours has taken the place of this one, whose coins are gone.
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
                "Payment #\(entry.id), which had been given up, was made after all: somebody had kept it. "
                    + "Transaction \(transaction.id.hex).",
                hint: "Nothing else was paid. Open the link again if you still want to pay.")
        case .free, .unclear:
            throw ServiceError(
                .refusedByPolicy,
                "Payment #\(entry.id) was given up, and a server that kept it could still send it. The network does not "
                    + "show its coins now, so that this payment cannot take its place.",
                hint:
                    "Nothing was signed. Try again later, or name another server. Once you are certain that it is never "
                    + "sent, “router history --forget” ends this.")
        }
    }
}
