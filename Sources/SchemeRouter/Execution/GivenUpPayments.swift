/// Payments that were signed and given up: a server refused them, or the person dropped them. Anyone who received one
/// may have kept it, and can have it confirmed while its UTXOs are unspent. So a server could refuse a payment and send
/// it after the person has paid again: they would pay twice (S16).
///
/// Therefore the next payment on that network spends a UTXO of each of them: then only one of the two can be confirmed.
/// That guards the one after it, too, unless it pays the same recipient: the network may forget the guard before it is final,
/// and then the one given up and the later one could both be confirmed. So a payment to the same recipient waits until the
/// guard is final.
struct GivenUpPayments: Sendable {
    /// Those that nothing final replaces, oldest first.
    let entries: [JournalEntry]
    /// Payments that were sent and are not final yet, oldest first.
    private let followed: [JournalEntry]
    private let services: Services

    init(on chain: ChainID, services: Services) throws(ServiceError) {
        self.services = services
        entries = try services.journal.givenUpPayments().filter { $0.request.chain == chain }
        followed = entries.isEmpty ? [] : try services.journal.followedPayments().sorted { $0.id < $1.id }
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
    ///   - reserved: those of undecided and of followed payments.
    ///   - recipient: the address that is paid now.
    ///
    /// Throws ``ServiceError/Code/refusedByPolicy`` if one cannot be prevented from being confirmed: the network shows
    /// neither its UTXOs nor a payment of ours that replaced it.
    func toReplace(
        with utxos: [OwnedUTXO], reserved: Set<Outpoint>, paying recipient: String, on chain: any ChainReader,
        _ budget: inout ReadBudget
    ) async throws -> [Set<Outpoint>] {
        let there = Set(utxos.map(\.outpoint))
        var sets: [Set<Outpoint>] = []
        for entry in entries {
            let left = there.intersection(entry.inputs)
            let guards = followed.filter { $0.competes(with: entry) }
            if !guards.isEmpty {
                // A guard that pays the same was agreed to as the second try: one of the two is what the person wants.
                if entry.pays(recipient), !guards.contains(where: { entry.isTried(again: $0) }) {
                    throw Self.tooEarly(entry, behind: guards[0])
                }
            } else if !left.isEmpty {
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

    private static func tooEarly(_ entry: JournalEntry, behind guarding: JournalEntry) -> ServiceError {
        ServiceError(
            .refusedByPolicy,
            "Payment #\(entry.id) to the same recipient was given up, but a server that kept a copy could still send it until "
                + "payment #\(guarding.id), which spends the same money, is final.",
            hint: "Nothing was signed. Open the link again when “router history” shows one of the two as final.")
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

extension JournalEntry {
    /// Whether `other` pays what this one would have paid.
    fileprivate func isTried(again other: JournalEntry) -> Bool {
        asksTheSame(as: other.request, amount: other.amount) && amount == other.amount
    }
}
