/// Payments that were signed and given up: a server refused them, or the person dropped them. Anyone who received one
/// may have kept it, and can have it confirmed while its UTXOs are unspent. So a server could refuse a payment and send
/// it after the person has paid again: they would pay twice (S16).
///
/// Therefore the next payment on that network spends a UTXO of each of them: then only one of the two can be confirmed.
struct GivenUpPayments: Sendable {
    /// Those not yet replaced, oldest first.
    let entries: [JournalEntry]
    private let services: Services

    init(on chain: ChainID, services: Services) throws(ServiceError) {
        self.services = services
        entries = try services.journal.givenUpPayments().filter { $0.request.chain == chain }
    }

    /// The UTXOs that a payment may spend: not those that one of these creates, because then both would be confirmed.
    func spendable(_ utxos: [OwnedUTXO]) -> [OwnedUTXO] {
        guard !entries.isEmpty else { return utxos }
        let own = Set(entries.compactMap(\.transaction?.id))
        return utxos.filter { !own.contains($0.outpoint.transaction) }
    }

    /// For each of these that can still be confirmed, the UTXOs of which a payment must spend one.
    /// - Parameters:
    ///   - utxos: everything that the wallet may spend.
    ///   - reserved: those of undecided payments.
    ///
    /// Throws ``ServiceError/Code/refusedByPolicy`` if one cannot be prevented from being confirmed: the network shows
    /// neither its UTXOs nor a payment of ours that replaced it.
    func toReplace(
        with utxos: [OwnedUTXO], reserved: Set<Outpoint>, on chain: any ChainReader, _ budget: inout ReadBudget
    ) async throws -> [Set<Outpoint>] {
        let there = Set(utxos.map(\.outpoint))
        var sets: [Set<Outpoint>] = []
        for entry in entries {
            let left = there.intersection(entry.inputs)
            if !left.isEmpty {
                sets.append(left)
            } else if !reserved.isDisjoint(with: entry.inputs) {
                throw ServiceError(
                    .refusedByPolicy,
                    "Payment #\(entry.id) was given up, but a server that kept a copy could still send it. Another payment "
                        + "uses the same money, and it is not known whether that payment was sent.",
                    hint: "Nothing was signed. Finish the other payment with “router resume”, then open the link again."
                )
            } else {
                try await explain(entry, on: chain, &budget)
            }
        }
        return sets
    }

    /// Returns if another payment of ours has replaced this one, whose UTXOs are spent; otherwise throws the reason.
    private func explain(
        _ entry: JournalEntry, on chain: any ChainReader, _ budget: inout ReadBudget
    ) async throws {
        guard let transaction = entry.transaction else { return }
        let inputs = entry.inputs
        let states = try await budget.run { try await chain.states(of: inputs) }
        switch UndecidedPayment.finding(inputs.map { states[$0] }, transaction.id) {
        case .replaced(let other):
            // A payment that was itself given up replaces nothing: a server that kept both could show each as the
            // replacement of the other.
            guard let made = entries.first(where: { $0.transaction?.id == other }) else { return }
            throw try madeAfterAll(made)
        case .known: throw try madeAfterAll(entry)
        case .free, .unclear:
            throw ServiceError(
                .refusedByPolicy,
                "Payment #\(entry.id) was given up, but a server that kept a copy could still send it. This payment would "
                    + "have to spend some of the same money, but the network does not show that money now.",
                hint:
                    "Nothing was signed. Try again later, or use another server. Once you are certain that it will never "
                    + "be sent, remove it with “router history --forget”.")
        }
    }

    /// Records that a payment was sent after it had been given up. This stops the next one: the person expects to pay
    /// once.
    private func madeAfterAll(_ entry: JournalEntry) throws(ServiceError) -> ServiceError {
        try services.journal.note(.sent, of: entry.id, at: services.now())
        return ServiceError(
            .refusedByPolicy,
            "The network reports that payment #\(entry.id), which had been given up, was made after all: somebody kept a copy "
                + "and sent it. Transaction \(entry.transaction?.id.hex ?? "").",
            hint: "Nothing else was paid. Look up the transaction before you pay again: “router history”.")
    }
}
