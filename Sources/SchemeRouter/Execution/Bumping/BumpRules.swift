/// Which payments may be replaced, according to the journal.
struct BumpRules {
    let journal: any Journal
    /// The coins whose networks lock payments: their nodes raise no fees.
    let hasLock: @Sendable (CoinID) -> Bool

    /// The entry with this number. Throws ``ServiceError/Code/notReplaceable`` unless it is an unconfirmed payment,
    /// according to the journal.
    func replaceable(_ id: Int64) throws(ServiceError) -> JournalEntry {
        guard let entry = try journal.entry(id) else {
            throw Self.refusal(
                "The journal has no entry #\(id).", hint: Remedy.history.text { "\($0) lists the numbers." })
        }
        guard entry.request.action == .payment, entry.program == nil else {
            throw Self.refusal("Entry #\(id) is not a payment of this wallet.")
        }
        switch entry.progress {
        case .seen, .approved:
            throw Self.refusal(
                "Payment #\(id) was never sent, so it has no fee to raise.",
                hint: Remedy.history.text { "\($0) lists the payments that were sent." })
        case .signed:
            guard entry.isUndecided else { throw Self.refusal("Payment #\(id) was given up.") }
            throw Self.refusal(
                "It is not known whether payment #\(id) was sent.",
                hint: Remedy.resume.text({ "Run \($0) to finish it." }, or: "Finish it first."))
        case .sent, .calling, .calledBack: break
        }
        guard let transaction = entry.transaction, !transaction.bytes.isEmpty, !entry.inputs.isEmpty else {
            throw paidByNode(entry)
        }
        guard entry.end != nil else {
            throw Self.refusal(
                "The app that asked for payment #\(id) has not received its answer.",
                hint: Remedy.resume.text({ "Run \($0) to deliver it." }, or: "Deliver it first."))
        }
        switch entry.settlement {
        case .final: throw Self.refusal("Payment #\(id) is already confirmed.")
        case .replaced: throw Self.refusal("Another transaction replaced payment #\(id).")
        case .unwatched, nil: break
        }
        if let bump = try journal.bumps(of: id).first(where: \.mayBeOut) {
            throw Self.refusal(
                "The fee of payment #\(id) was already raised by payment #\(bump.id), which replaces it.",
                hint: Remedy.raiseFee(of: bump.id).text(
                    { "To raise it further, run \($0)." }, or: "Raise that one instead."
                )
                .adding(Remedy.resume.text { "If the network does not have #\(bump.id), \($0) sends it again." }))
        }
        let spender = try journal.entries(changedSince: entry.changed).first {
            $0.mayBeOut && $0.inputs.contains { $0.transaction == transaction.id }
        }
        if let spender {
            throw Self.refusal(
                "Payment #\(spender.id) spends the change of payment #\(id) and would be lost.",
                hint: "To speed up both, raise the fee of #\(spender.id).")
        }
        return entry
    }

    func paidByNode(_ entry: JournalEntry) -> ServiceError {
        Self.refusal(
            "A wallet of your node made payment #\(entry.id), with the node's keys.",
            hint: hasLock(entry.request.chain.coin)
                ? "Nothing was sent. Nodes of this coin cannot raise a fee: the network locks payments instead."
                : "The node can raise its fee: “bumpfee \(entry.transaction?.id.hex ?? "TXID")”.")
    }

    static func notSignalled(_ entry: JournalEntry) -> ServiceError {
        refusal("Payment #\(entry.id) does not signal that it can be replaced (BIP125), so nodes would not replace it.")
    }

    static func refusal(_ message: String, hint: String? = nil) -> ServiceError {
        ServiceError(.notReplaceable, message, hint: hint ?? "Nothing was sent.")
    }
}

extension JournalEntry {
    /// Whether a network has it or may have it.
    var mayBeOut: Bool {
        switch progress {
        case .seen, .approved: false
        case .signed: isUndecided
        case .sent, .calling, .calledBack: true
        }
    }
}

extension Journal {
    /// The entries that this one replaces, newest first. Each is older than the one before, so a damaged journal ends them, too.
    func replaced(by entry: JournalEntry) throws(ServiceError) -> [JournalEntry] {
        var (replaced, next) = ([JournalEntry](), entry)
        while let number = next.request.bumps, number < next.id, let found = try self.entry(number) {
            replaced.append(found)
            next = found
        }
        return replaced
    }

    /// The entries that spend the same outputs as this one, because each replaces another: at most one of them all is
    /// confirmed.
    func rivalEntries(of entry: JournalEntry) throws(ServiceError) -> [JournalEntry] {
        let first = try replaced(by: entry).last ?? entry
        return ([first] + (try allBumps(of: first.id))).filter { $0.id != entry.id }
    }

    /// Their transactions, except the entry's own, which another entry may share.
    public func rivals(of entry: JournalEntry) throws(ServiceError) -> CompetingPayments {
        let others = try rivalEntries(of: entry).filter { $0.transaction?.id != entry.transaction?.id }
        return CompetingPayments(
            earlier: others.filter { $0.id < entry.id }.compactMap(\.transaction?.id),
            later: others.filter { $0.id > entry.id }.compactMap(\.transaction?.id))
    }

    /// The person's own payment that took the money of this one; nil if the journal knows none. One that lost the money to
    /// something else took it for no time.
    func replacement(of entry: JournalEntry) throws(ServiceError) -> JournalEntry? {
        let others = try payments(with: entry.inputs).filter {
            $0.competes(with: entry) && $0.settlement != .replaced
        }
        return others.first { $0.settlement == .final } ?? others.max { $0.id < $1.id }
    }

    /// The entries that replace this one, and those that replace them, newest first.
    func allBumps(of entry: Int64) throws(ServiceError) -> [JournalEntry] {
        var found: [JournalEntry] = []
        for bump in try bumps(of: entry) where bump.id > entry { found += try allBumps(of: bump.id) + [bump] }
        return found
    }
}

/// The fee of a payment that replaces one with a lower fee. It spends the same outputs and pays the same recipient the
/// same amount: only its change is lower.
struct RaisedFee {
    let sent: SentPayment
    let amount: Amount
    let coin: CoinDescriptor
    /// The fees of other signed replacements of the same payment: with one of these it would be the same transaction.
    var tried: Set<Amount> = []

    /// How the fee was determined.
    enum Basis: Sendable, Hashable {
        /// The person's choice of a rate or a level; nil if they chose nothing.
        case choice(FeeChoice?)
        /// The minimum fee at which networks replace a payment. The choice, or ``FeeLevel/fast`` by default, would not
        /// exceed it.
        case least(FeeLevel, Amount)
        /// All of the change, because the rest would be below the dust limit.
        case allChange
    }

    /// The fee and change of the new payment.
    struct Raised: Sendable, Hashable {
        /// The change; nil if nothing is left.
        let change: PaymentIntent.Change?
        let basis: Basis
    }

    /// - Parameters:
    ///   - choice: the person's choice; nil for ``FeeLevel/fast``.
    ///   - rate: the current rate for that choice, per 1,000 bytes. If it is below the networks' minimum, the minimum
    ///     is used, unless the person chose a rate.
    ///
    /// Throws ``ServiceError/Code/notReplaceable``, ``ServiceError/Code/refusedByPolicy`` with the range of rates, or
    /// ``ServiceError/Code/insufficientFunds``.
    func raised(_ choice: FeeChoice?, at rate: Amount) throws(ServiceError) -> Raised {
        let ledger = try coin.requiredAddressLedger()
        guard let change = sent.change else {
            throw ServiceError(
                .notReplaceable, "The payment has no change that could pay the higher fee.",
                hint: "Nothing was sent. The payment stays as it is.")
        }
        guard let least = least(ofSize: sent.size.largest), let wanted = Self.fee(rate, sent.size.largest) else {
            throw Self.tooLarge
        }
        if case .rate? = choice, wanted < least {
            throw ServiceError(
                .refusedByPolicy,
                "To replace the payment, the fee rate must be \(lowestRate(least)) to \(ledger.feePerKB.max.units) "
                    + "\(ledger.unit) per 1,000 bytes, not \(rate.units).",
                hint: "Nothing was sent. Use “--fee fast” to have a fee chosen.")
        }
        let (fee, basis) = try untried(max(wanted, least), wanted: wanted, choice)
        let left = change.amount.units - (fee - sent.fee.units)
        if left >= max(ledger.dust.units, 1), let left = Amount(units: left) {
            return Raised(change: PaymentIntent.Change(path: change.path, amount: left), basis: basis)
        }
        // All of the change becomes fee. Without a change output, the payment is smaller.
        let size = sent.size.largest - sent.size.change
        let all = sent.fee.units.addingReportingOverflow(change.amount.units)
        guard !all.overflow, let least = self.least(ofSize: size), let wanted = Self.fee(rate, size) else {
            throw Self.tooLarge
        }
        guard all.partialValue >= max(least, wanted) else {
            throw ServiceError(
                .insufficientFunds,
                "The payment's change of \(coin.text(change.amount)) does not cover the increase of the fee.",
                hint:
                    "Nothing was sent. Only the payment's own change can pay for it. A lower rate may work: “--fee RATE”."
            )
        }
        guard !tried.contains(where: { $0.units == all.partialValue }) else { throw triedBefore(all.partialValue) }
        return Raised(change: nil, basis: .allChange)
    }

    /// The fee, or if it has been tried before, the next one in steps of the relay minimum: a transaction that was
    /// given up is not signed again as another payment.
    private func untried(
        _ fee: Int64, wanted: Int64, _ choice: FeeChoice?
    ) throws(ServiceError) -> (fee: Int64, basis: Basis) {
        var (fee, isRaised) = (fee, fee > wanted)
        guard let lowest = coin.addressLedger?.feePerKB.min, let step = Self.fee(lowest, sent.size.largest), step > 0
        else { throw Self.tooLarge }
        while tried.contains(where: { $0.units == fee }) {
            if case .rate? = choice { throw triedBefore(fee) }
            let next = fee.addingReportingOverflow(step)
            guard !next.overflow else { throw Self.tooLarge }
            (fee, isRaised) = (next.partialValue, true)
        }
        var level = FeeLevel.fast
        if case .level(let chosen)? = choice { level = chosen }
        guard isRaised, let wanted = Amount(units: wanted) else { return (fee, .choice(choice)) }
        return (fee, .least(level, wanted))
    }

    private func triedBefore(_ fee: Int64) -> ServiceError {
        ServiceError(
            .refusedByPolicy,
            "A replacement with exactly this fee was already made and given up"
                + (Amount(units: fee).map { ": \(coin.text($0))." } ?? "."),
            hint: "Nothing was sent. Choose another fee: “--fee RATE”.")
    }

    /// The minimum replacement fee (BIP125): the old fee plus the cost of relaying the new payment, at a higher rate
    /// than before.
    private func least(ofSize size: Int64) -> Int64? {
        guard let lowest = coin.addressLedger?.feePerKB.min, let relay = Self.fee(lowest, size) else { return nil }
        let sum = sent.fee.units.addingReportingOverflow(relay)
        let product = sent.fee.units.multipliedReportingOverflow(by: size)
        guard !sum.overflow, !product.overflow, sent.size.signed > 0 else { return nil }
        return max(sum.partialValue, product.partialValue / sent.size.signed + 1)
    }

    /// The lowest rate that gives this fee.
    private func lowestRate(_ fee: Int64) -> Int64 {
        let product = fee.multipliedReportingOverflow(by: 1_000)
        return product.overflow ? fee : (product.partialValue + sent.size.largest - 1) / sent.size.largest
    }

    private static func fee(_ rate: Amount, _ size: Int64) -> Int64? {
        let product = rate.units.multipliedReportingOverflow(by: size)
        guard !product.overflow, size > 0 else { return nil }
        return product.partialValue / 1_000 + (product.partialValue % 1_000 > 0 ? 1 : 0)
    }

    private static let tooLarge = ServiceError(.refusedByCheck, "The fee is too large.")
}
