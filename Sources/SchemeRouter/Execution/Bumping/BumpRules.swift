/// Which payments may be replaced, according to the journal.
struct BumpRules {
    let journal: any Journal
    /// The coins whose networks lock payments: their nodes raise no fees.
    let hasLock: @Sendable (CoinID) -> Bool

    /// The entry with this number. Throws ``ServiceError/Code/notReplaceable`` unless it is an unconfirmed payment,
    /// according to the journal.
    func replaceable(_ id: Int64) throws(ServiceError) -> JournalEntry {
        guard let entry = try journal.entry(id) else {
            throw Self.refusal("The journal has no entry #\(id).", hint: "“router history” lists the numbers.")
        }
        guard entry.request.action == .payment, entry.program == nil else {
            throw Self.refusal("Entry #\(id) is not a payment of this wallet.")
        }
        switch entry.progress {
        case .seen, .approved:
            throw Self.refusal(
                "Payment #\(id) was never sent, so it has no fee to raise.",
                hint: "“router history” lists the payments that were sent.")
        case .signed:
            guard entry.isUndecided else { throw Self.refusal("Payment #\(id) was given up.") }
            throw Self.refusal(
                "It is not known whether payment #\(id) was sent.", hint: "Run “router resume” to finish it.")
        case .sent, .calling, .calledBack: break
        }
        guard let transaction = entry.transaction, !transaction.bytes.isEmpty, !entry.inputs.isEmpty else {
            throw paidByNode(entry)
        }
        guard entry.end != nil else {
            throw Self.refusal(
                "The app that asked for payment #\(id) has not received its answer.",
                hint: "Run “router resume” to deliver it.")
        }
        switch entry.settlement {
        case .final: throw Self.refusal("Payment #\(id) is already confirmed.")
        case .replaced: throw Self.refusal("Another transaction replaced payment #\(id).")
        case .unwatched, nil: break
        }
        if let bump = try journal.bumps(of: id).first(where: \.mayBeOut) {
            throw Self.refusal(
                "The fee of payment #\(id) was already raised by payment #\(bump.id), which replaces it.",
                hint:
                    "To raise it further, run “router bump \(bump.id)”. If the network does not have #\(bump.id), “router "
                    + "resume” sends it again.")
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

    static func refusal(_ message: String, hint: String = "Nothing was sent.") -> ServiceError {
        ServiceError(.notReplaceable, message, hint: hint)
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
    public func rivals(of entry: JournalEntry) throws(ServiceError) -> Rivals {
        let others = try rivalEntries(of: entry).filter { $0.transaction?.id != entry.transaction?.id }
        return Rivals(
            earlier: others.filter { $0.id < entry.id }.compactMap(\.transaction?.id),
            later: others.filter { $0.id > entry.id }.compactMap(\.transaction?.id))
    }

    /// The entries that replace this one, and those that replace them, newest first.
    func allBumps(of entry: Int64) throws(ServiceError) -> [JournalEntry] {
        var found: [JournalEntry] = []
        for bump in try bumps(of: entry) where bump.id > entry { found += try allBumps(of: bump.id) + [bump] }
        return found
    }
}
