/// Payments that were signed and given up: a server refused them, or the person dropped them. Anyone who received one
/// may have kept it, and can have it confirmed while its UTXOs are unspent. So a server could refuse a payment and send
/// it after the person has paid again: they would pay twice (S16).
///
/// Therefore the next payment on that network spends a UTXO of each of them: then only one of the two can be confirmed.
/// That guards the one after it, too, unless it pays the same recipient: the network may forget the guard before it is final,
/// and then the one given up and the later one could both be confirmed. So a payment to the same recipient waits until the
/// guard is final.
struct GivenUpPayments: Sendable {
    /// Those that can still be confirmed, oldest first.
    let payments: [GivenUpPayment]
    /// The transactions of all of them, including those that can never be confirmed, unless they were sent after all.
    private let transactions: Set<TransactionID>
    private let services: Services

    init(on chain: ChainID, services: Services) throws(ServiceError) {
        self.services = services
        var all: [GivenUpPayment] = []
        for entry in try services.journal.givenUpPayments() where entry.request.chain == chain {
            all.append(try GivenUpPayment(entry, in: services.journal))
        }
        payments = all.filter { !$0.isDead }
        transactions = Set(all.filter { !$0.hasSentCopy }.compactMap(\.entry.transaction?.id))
    }

    /// The UTXOs that a payment may spend: not those that one of these creates, because then both would be confirmed.
    func spendable(_ utxos: [OwnedUTXO]) -> [OwnedUTXO] {
        utxos.filter { !transactions.contains($0.outpoint.transaction) }
    }

    /// A payment that is to be replaced, and the UTXOs of which the next payment must spend one.
    private struct Claim {
        let payment: GivenUpPayment
        let utxos: Set<Outpoint>
    }

    /// For each account, the sets of UTXOs of which a payment must spend one. A set that is not in the account cannot be
    /// satisfied: then that account must not pay.
    /// - Parameters:
    ///   - accounts: everything that each account may spend.
    ///   - recipients: the address that is paid now, in all its spellings.
    ///
    /// Throws ``ServiceError/Code/refusedByPolicy`` if one cannot be prevented from being confirmed: the network shows
    /// neither its UTXOs nor a payment of ours that replaced it.
    func toReplace(
        with accounts: [Set<Outpoint>], paying recipients: [String], on chain: any ChainReader,
        _ budget: inout ReadBudget
    ) async throws -> [[Set<Outpoint>]] {
        let there = accounts.reduce(into: Set()) { $0.formUnion($1) }
        var claims: [Claim] = []
        // What a node's wallet was to pay never was money of these accounts: it says nothing about other recipients.
        for payment in payments where payment.entry.nodeSignature == nil || payment.pays(recipients) {
            let entry = payment.entry
            let left = there.intersection(payment.outputs)
            if !payment.guards.isEmpty {
                if let error = tooEarly(payment, behind: payment.guards, paying: recipients) { throw error }
            } else if !left.isEmpty {
                claims.append(Claim(payment: payment, utxos: left))
            } else if !payment.otherGuards.isEmpty {
                try await refuseUnlessFinal(
                    payment, behind: payment.otherGuards, paying: recipients, on: chain, &budget)
            } else if payment.isInDoubt {
                throw ServiceError(
                    .refusedByPolicy,
                    "Payment #\(entry.id) was given up, but a server that kept a copy could still send it. Another payment "
                        + "uses the same money, and it is not known whether that payment was sent.",
                    hint: Remedy.resume.text(
                        { "Nothing was signed. Finish the other payment with \($0), then open the link again." },
                        or: "Nothing was signed. Finish the other payment, then open the link again.")
                )
            } else if entry.nodeSignature != nil {
                let elsewhere = ServiceError(
                    .refusedByPolicy,
                    "Payment #\(entry.id) to the same recipient was given up, but whoever kept a copy could still send it. It is "
                        + "from the wallet of a node, whose money a payment from here cannot spend.",
                    hint:
                        "Nothing was signed. Put “wallet” back under “networks” in config.yaml to pay from that wallet. "
                        + Self.forget)
                try await explain(entry, on: chain, &budget, otherwise: elsewhere)
            } else {
                let hidden = ServiceError(
                    .refusedByPolicy,
                    "Payment #\(entry.id) was given up, but a server that kept a copy could still send it. This payment would "
                        + "have to spend some of the same money, but the network does not show that money now.",
                    hint: "Nothing was signed. Try again later, or use another server. \(Self.forget)")
                try await explain(entry, on: chain, &budget, otherwise: hidden)
            }
        }
        return try share(claims, among: accounts, paying: recipients)
    }

    /// The coins of a node's wallet that its next payment must spend, so that none of these that pay one of the recipients
    /// can be paid beside it. Payments to others are left alone: the wallet may hold nothing that they spend.
    ///
    /// Throws ``ServiceError/Code/refusedByPolicy`` if the wallet cannot prevent one of them.
    func mustSpend(
        of coins: Set<Outpoint>, paying recipients: [String], on chain: any ChainReader, _ budget: inout ReadBudget
    ) async throws -> [Outpoint] {
        var mustSpend: [Outpoint] = []
        for payment in payments where payment.pays(recipients) {
            let guards = payment.guards + payment.otherGuards
            guard guards.isEmpty else {
                try await refuseUnlessFinal(payment, behind: guards, paying: recipients, on: chain, &budget)
                continue
            }
            if let coin = payment.entry.inputs.first(where: coins.contains) {
                mustSpend.append(coin)
                continue
            }
            // It may have been made after all, or something final may have taken its money.
            let cannot = ServiceError(
                .refusedByPolicy,
                "Payment #\(payment.entry.id) to the same recipient was given up, but a server that kept a copy could "
                    + "still send it. The node's wallet cannot prevent that.",
                hint: "Nothing was sent. \(Self.forget)")
            try await explain(payment.entry, on: chain, &budget, otherwise: cannot)
        }
        return mustSpend
    }

    private static let history = Remedy.history.text({ $0 }, or: "the journal")

    private static let forget = Remedy.forget.text(
        { "Once you are certain that the earlier payment will never be made, remove it with \($0)." },
        or: "Once you are certain that the earlier payment will never be made, remove it from the journal.")

    /// A payment never spends money of two accounts, so it cannot replace payments of both. It replaces those to its own
    /// recipient; if there are none, the newest one, which is most likely what is tried again under another address; and
    /// any others that its account can replace.
    private func share(
        _ claims: [Claim], among accounts: [Set<Outpoint>], paying recipients: [String]
    ) throws(ServiceError) -> [[Set<Outpoint>]] {
        let same = claims.filter { $0.payment.pays(recipients) }
        let required = same.isEmpty ? Array(claims.suffix(1)) : same
        guard accounts.contains(where: { account in required.allSatisfy { !$0.utxos.isDisjoint(with: account) } })
        else {
            let numbers = required.map { "#\($0.payment.entry.id)" }.joined(separator: " and ")
            throw ServiceError(
                .refusedByPolicy,
                "Payments \(numbers) to the same recipient were given up, but a server that kept copies could still send them. "
                    + "They are from different accounts, so no payment can replace all of them.",
                hint:
                    "Nothing was signed. Payments to other recipients replace them one by one; when "
                    + "\(Self.history) shows those as final, open the link again.")
        }
        let all = required.map(\.utxos)
        let others = claims.map(\.utxos).filter { !all.contains($0) }
        return accounts.map { account in all + others.filter { !$0.isDisjoint(with: account) } }
    }

    /// The network is asked only if that decides: whoever is paid instead does not wait for its answer.
    private func refuseUnlessFinal(
        _ payment: GivenUpPayment, behind guards: [JournalEntry], paying recipients: [String],
        on chain: any ChainReader, _ budget: inout ReadBudget
    ) async throws {
        guard let error = tooEarly(payment, behind: guards, paying: recipients),
            try await !isAnyFinal(guards, on: chain, &budget)
        else { return }
        throw error
    }

    /// Nil if these recipients may be paid before one of the guards is final.
    private func tooEarly(
        _ payment: GivenUpPayment, behind guards: [JournalEntry], paying recipients: [String]
    ) -> ServiceError? {
        guard let guarding = guards.first(where: { $0.settlement == nil }) ?? guards.first, payment.pays(recipients),
            !payment.isRetry(by: guards, paying: recipients)
        else { return nil }
        let isFollowed = guarding.settlement == nil
        return ServiceError(
            .refusedByPolicy,
            "Payment #\(payment.entry.id) to the same recipient was given up, but a server that kept a copy could still send it "
                + "until payment #\(guarding.id), which takes its money, is final.",
            hint: isFollowed
                ? "Nothing was signed. Open the link again when \(Self.history) shows one of the two as final."
                : "Nothing was signed. Two servers must show payment #\(guarding.id) as final. \(Self.forget)")
    }

    private func isAnyFinal(
        _ entries: [JournalEntry], on chain: any ChainReader, _ budget: inout ReadBudget
    ) async throws -> Bool {
        // Those that are followed are settled as soon as they are final.
        for entry in entries where entry.settlement == .unwatched {
            if let id = entry.transaction?.id, try await isFinal(id, on: chain, &budget) { return true }
        }
        return false
    }

    /// Whether more than one server reports that a transaction is final (``ChainReader/agrees(on:_:)``).
    private func isFinal(
        _ id: TransactionID, on chain: any ChainReader, _ budget: inout ReadBudget
    ) async throws -> Bool {
        try await budget.run { try await chain.agreesOnEnd(of: id) }
    }

    /// Returns if another final transaction spends the UTXOs of this payment, which are not shown. Otherwise throws the
    /// reason: that it was made after all, what else took its money, or `error`.
    private func explain(
        _ entry: JournalEntry, on chain: any ChainReader, _ budget: inout ReadBudget, otherwise error: ServiceError
    ) async throws {
        guard let transaction = entry.transaction else { return }
        guard try await budget.run({ try await chain.state(of: transaction.id) }) == .unknown else {
            throw try await madeAfterAll(entry, on: chain, &budget)
        }
        let inputs = entry.inputs
        let states = try await budget.run { try await chain.states(of: inputs) }
        switch UndecidedPayment.finding(inputs.map { states[$0] }, transaction.id) {
        case .known: throw try await madeAfterAll(entry, on: chain, &budget)
        case .replaced(let other):
            // A payment that was itself given up replaces nothing: a server that kept both could show each as the
            // replacement of the other.
            if let made = payments.first(where: { $0.entry.transaction?.id == other }) {
                throw try await madeAfterAll(made.entry, on: chain, &budget)
            }
            // Nor does one server's word, or what can still be forgotten.
            guard try await !isFinal(other, on: chain, &budget) else {
                // It may have paid the same, so the next consent warns of that.
                try services.journal.note(.settled(.replaced), of: entry.id, at: services.now())
                return
            }
            throw ServiceError(
                .refusedByPolicy,
                "Payment #\(entry.id) was given up, but a server that kept a copy could still send it until transaction "
                    + "\(other.hex), which takes its money, is final.",
                hint:
                    "Nothing was signed. Open the link again once two servers show that transaction as final. \(Self.forget)"
            )
        case .free, .unclear: throw error
        }
    }

    /// Records that a payment was sent after it had been given up. This stops the next one: the person expects to pay
    /// once. One server's word is not recorded: then this program would send the payment itself, and nothing would
    /// prevent it any more.
    private func madeAfterAll(
        _ entry: JournalEntry, on chain: any ChainReader, _ budget: inout ReadBudget
    ) async throws -> ServiceError {
        guard let id = entry.transaction?.id, try await budget.run({ try await chain.agreesOnHaving(id) }) else {
            return ServiceError(
                .refusedByPolicy,
                "One server reports that payment #\(entry.id), which had been given up, was made after all: transaction "
                    + "\(entry.transaction?.id.hex ?? ""). No other server confirms that.",
                hint:
                    "Nothing was signed. Look up the transaction. It counts as sent once two servers show it. If you know that "
                    + "it was made, or never will be, you can remove the payment"
                    + "\(Remedy.forget.text({ " with \($0)" }, or: " from the journal")).")
        }
        try services.journal.note(.sent, of: entry.id, at: services.now())
        return ServiceError(
            .refusedByPolicy,
            "The network reports that payment #\(entry.id), which had been given up, was made after all: somebody kept a copy "
                + "and sent it. Transaction \(id.hex).",
            hint: Remedy.history.text(
                { "Nothing else was paid. Look up the transaction before you pay again: \($0)." },
                or: "Nothing else was paid. Look up the transaction before you pay again."))
    }
}

/// A payment that was given up, with what the journal knows about whether it can still be confirmed (S16).
struct GivenUpPayment: Sendable {
    let entry: JournalEntry
    /// What it spends, and what those of our own payments spend whose outputs it needs: whatever else spends one of these
    /// prevents it.
    private(set) var outputs: Set<Outpoint> = []
    /// Payments of ours that were sent, are followed, and spend the same UTXOs.
    private(set) var guards: [JournalEntry] = []
    /// Other payments of ours that were sent and prevent it once they are final: too old to be followed, or replacing one
    /// that it needs.
    private(set) var otherGuards: [JournalEntry] = []
    /// Whether it can never be confirmed: something final spends one of ``outputs``.
    private(set) var isDead = false
    /// Whether the same transaction was sent under another number: signing the same again gives the same transaction.
    private(set) var hasSentCopy = false
    /// Whether an undecided payment of ours spends one of ``outputs``.
    private(set) var isInDoubt = false

    init(_ entry: JournalEntry, in journal: any Journal) throws(ServiceError) {
        self.entry = entry
        var known: Set<Int64> = [entry.id]
        var ancestors = [entry]
        while let next = ancestors.popLast() {
            outputs.formUnion(next.inputs)
            let others = try journal.payments(with: next.inputs).sorted { $0.id < $1.id }
            if others.contains(where: { $0.excludes(next, spending: next.inputs) }) { isInDoubt = true }
            for other in others where other.competes(with: next) && !isCopy(other, of: next) {
                note(other, against: next)
            }
            // Another transaction spent its money, and is final.
            if next.settlement == .replaced { isDead = true }
            if next.settlement == .unwatched { continue }
            let creators = Set(next.inputs.map(\.transaction))
            for other in others where other.request.chain == entry.request.chain && other.settlement != .final {
                guard let id = other.transaction?.id, creators.contains(id), known.insert(other.id).inserted else {
                    continue
                }
                ancestors.append(other)
            }
        }
    }

    /// Whether `other` is the same transaction as an ancestor: then it creates what this payment spends.
    private func isCopy(_ other: JournalEntry, of next: JournalEntry) -> Bool {
        next.id != entry.id && other.transaction?.id == next.transaction?.id
    }

    private mutating func note(_ other: JournalEntry, against next: JournalEntry) {
        let isCopy = other.transaction?.id == entry.transaction?.id
        if isCopy { hasSentCopy = true }
        switch other.settlement {
        case nil where next.id == entry.id: guards.append(other)
        case nil, .unwatched: otherGuards.append(other)
        case .final: isDead = true
        case .replaced where isCopy: isDead = true
        case .replaced: break
        }
    }

    /// Whether it pays one of these addresses.
    func pays(_ recipients: [String]) -> Bool { recipients.contains(where: entry.pays) }

    /// Whether one of these guards pays what this one would have paid: it was agreed to as the second try, and one of the
    /// two is what the person wants. A higher fee for a payment that this one needs is not: the person wants that one as
    /// well.
    func isRetry(by guards: [JournalEntry], paying recipients: [String]) -> Bool {
        guards.contains { other in
            (other.competes(with: entry) || (other.id > entry.id && other.request.bumps == nil))
                && other.amount == entry.amount
                && (other.request.fingerprint == entry.request.fingerprint || recipients.contains(where: other.pays))
        }
    }
}
