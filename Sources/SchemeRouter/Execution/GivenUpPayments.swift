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
    /// - Parameter coins: all that the wallet has.
    ///
    /// Throws ``ServiceError/Code/refusedByPolicy`` where one cannot be kept from being confirmed: the network shows no
    /// coin of it, and no payment of ours that took its place.
    func toReplace(
        with coins: [OwnedCoin], on chain: any ChainReader, _ budget: inout ReadBudget
    ) async throws -> [Set<Outpoint>] {
        let there = Set(coins.map(\.outpoint))
        var sets: [Set<Outpoint>] = []
        for entry in entries {
            let left = there.intersection(entry.inputs)
            if !left.isEmpty {
                sets.append(left)
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
        case .replaced(let other):
            // One that was given up itself takes nobody's place: whoever kept both would show each as the end of the other.
            guard let made = entries.first(where: { $0.transaction?.id == other }) else { return }
            throw try madeAfterAll(made)
        case .known: throw try madeAfterAll(entry)
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

    /// Records that a payment was made that had been given up. It stops the next one: the person thinks that they pay once.
    private func madeAfterAll(_ entry: JournalEntry) throws(ServiceError) -> ServiceError {
        try services.journal.note(.sent, of: entry.id, at: services.now())
        return ServiceError(
            .refusedByPolicy,
            "The network says that payment #\(entry.id), which had been given up, was made after all: somebody had kept it. "
                + "Transaction \(entry.transaction?.id.hex ?? "").",
            hint: "Nothing else was paid. Look the transaction up before you pay again: “router history”.")
    }
}
