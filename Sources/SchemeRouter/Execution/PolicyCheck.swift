/// Applies the prohibitions in the person's settings to links (``Policy``, S7). The person is never asked about what is
/// forbidden.
struct PolicyCheck {
    let services: Services
    /// Payments that the network has or may get, and does not call final, whatever their time
    /// (``Services/unsettledPayments(of:on:_:)``).
    var unsettled: [JournalEntry] = []

    static let day: UnixTime = 24 * 60 * 60

    /// Throws ``ServiceError/Code/refusedByPolicy`` if a receiver is not listed. If the request is about practice
    /// money, a dapp's server must also be listed for practice (S14); apps and pages that are not simply get no answer.
    /// - Parameter chain: where the request is carried out; nil if it needs no network.
    func checkReceivers(of link: ReadLink, on chain: ChainID?) throws(ServiceError) {
        if let name = services.settings.policy.forbidden(of: link.request) {
            throw ServiceError(
                .refusedByPolicy,
                "Your settings allow replies only to listed apps and servers, and “\(name)” is not listed.",
                hint: "To allow it, add “\(name)” under “senders: { allow: … }” in config.yaml.")
        }
        if let server = link.request.dapp?.server, let chain {
            try services.checkMayReply(server, isPractice: chain.isPractice)
        }
    }

    /// Throws ``ServiceError/Code/refusedByPolicy`` if a payment exceeds a limit, or if that cannot be ruled out.
    func check(_ intent: Intent, of link: ReadLink) throws(ServiceError) {
        try check(intent, of: link.coin)
        if case .handOver(let handOver) = intent { try checkScheme(of: handOver, link) }
        let policy = services.settings.policy
        let isCounted: Bool
        switch intent {
        // Our keys and networks belong to one coin. What another program does with the link is not known.
        case .payment: isCounted = policy.hasOwnLimits(link.coin.id)
        case .handOver: isCounted = false
        case .address, .newAddress, .keys, .actions, .identity, .texts: return
        }
        let scheme = link.request.header.scheme
        let limited = policy.limitedCoins
        if case .handOver = intent, !limited.isEmpty, !link.isShipped { try checkIsChosen(link, scheme) }
        let others = limited.compactMap(link.routes.coin).sorted { $0.id < $1.id }
        guard let other = others.first(where: { link.pays($0, isCounted: isCounted) }) else { return }
        throw ServiceError(
            .refusedByPolicy,
            "You have limits for \(other.title), but amounts in “\(scheme):” links do not count towards them.",
            hint: "Nothing was done. Ask the sender for a “\(other.id):” link.")
    }

    /// Throws ``ServiceError/Code/refusedByPolicy`` if another wallet would receive a link of another coin's scheme, or one
    /// that it pays over Lightning with another coin, and that coin has a limit: no amount of this link can be counted in it.
    private func checkScheme(of handOver: HandOverIntent, _ link: ReadLink) throws(ServiceError) {
        let isOverLightning = handOver.instruction.kind.isOverLightning
        let schemes = [handOver.scheme] + (isOverLightning ? [PaymentInstruction.lightningScheme] : [])
        let coins = schemes.compactMap { link.routes.scheme(named: $0.utf8)?.coins }
            .filter { !$0.contains(link.coin.id) }.flatMap { $0 }
        guard let limited = coins.first(where: counts), let other = link.routes.coin(limited) else { return }
        switch handOver.cost {
        case .nothing: return
        case .open: throw Self.unknown("The link does not say how much is paid", other)
        case .decidedElsewhere:
            throw Self.unknown("The link leaves it to somebody else, such as a server, how much is paid", other)
        case .uncountable: throw Self.unknown("The link asks for \(Self.uncounted(in: other))", other)
        case .known(let amount): throw Self.unknown("The link asks for \(link.coin.text(amount))", other)
        }
    }

    /// Throws ``ServiceError/Code/refusedByPolicy`` unless the person chose to hand links of this scheme to another
    /// wallet. The scheme was not shipped: its descriptor may give amounts, addresses or coins another meaning, so that
    /// no limit applies to them.
    private func checkIsChosen(_ link: ReadLink, _ scheme: String) throws(ServiceError) {
        let isChosen = services.settings.handOver.contains { $0.scheme?.isSame(scheme) == true }
        guard link.isReplaced || !isChosen else { return }
        throw ServiceError(
            .refusedByPolicy,
            "You have limits, but they cannot be applied to “\(scheme):” links, which another file describes.",
            hint: link.isReplaced
                ? "Nothing was done.".adding(Remedy.schemes.text { "\($0) shows which file." })
                : "Nothing was done. To hand them to a wallet anyway, name the scheme in a “hand-over” rule in config.yaml."
        )
    }

    /// Throws ``ServiceError/Code/refusedByPolicy`` if a payment exceeds a limit of a coin.
    func check(_ intent: Intent, of coin: CoinDescriptor) throws(ServiceError) {
        guard let limits = services.settings.policy.limits[coin.id], !limits.isEmpty else { return }
        let cost: Amount
        let words: String
        let chain: ChainID
        var inputs: [Outpoint] = []
        switch intent {
        case .payment(let payment):
            inputs = payment.outpoints
            cost = payment.fee.flatMap { $0.adding(payment.amount) } ?? coin.maxMoney
            (chain, words) = (payment.chain, "The payment costs \(coin.text(cost)) including the fee")
        // The other wallet's fee is not known here.
        case .handOver(let handOver):
            chain = handOver.chain
            switch handOver.cost {
            case .nothing: return
            case .open: throw Self.unknown("The link does not say how much is paid", coin)
            case .decidedElsewhere:
                throw Self.unknown("The link leaves it to somebody else, such as a server, how much is paid", coin)
            case .uncountable: (cost, words) = (.largest, "The link asks for \(Self.uncounted(in: coin))")
            case .known(let amount): (cost, words) = (amount, "The link asks for \(coin.text(amount))")
            }
        case .address, .newAddress, .keys, .actions, .identity, .texts: return
        }
        if let limit = limits.payment, cost > limit {
            throw Self.refusal(
                "\(words); your limit per payment is \(coin.text(limit))."
            )
        }
        guard let limit = limits.day else { return }
        let spent = try spent(of: coin, on: chain, besides: inputs)
        guard let total = spent?.adding(cost), total <= limit else {
            throw Self.refusal("\(words). " + Self.text(spent, limit: limit, of: coin))
        }
    }

    /// Throws ``ServiceError/Code/refusedByPolicy`` if a payment that replaces one with a lower fee exceeds a limit.
    /// The first payment already counted the amount; only the fee increase counts toward the daily limit.
    func check(_ payment: PaymentIntent, raising earlier: Amount, of coin: CoinDescriptor) throws(ServiceError) {
        guard let limits = services.settings.policy.limits[coin.id] else { return }
        let fee = payment.fee ?? coin.maxMoney
        let cost = fee.adding(payment.amount) ?? coin.maxMoney
        if let limit = limits.payment, cost > limit {
            throw Self.refusal(
                "The payment would cost \(coin.text(cost)) including the fee; your limit per payment is "
                    + "\(coin.text(limit)).")
        }
        guard let limit = limits.day, let more = fee.subtracting(earlier) else { return }
        let spent = try spent(of: coin, on: payment.chain, besides: payment.outpoints)
        guard let total = spent?.adding(more), total <= limit else {
            throw Self.refusal(
                "The fee would rise by \(coin.text(more)). " + Self.text(spent, limit: limit, of: coin))
        }
    }

    /// An amount beyond every limit (``Amount/largest``), whatever the reason.
    private static func uncounted(in coin: CoinDescriptor) -> String {
        "an amount that this program cannot count in \(coin.ticker), because it is too large, in a token, in another "
            + "currency or not fully stated"
    }

    private static func text(_ spent: Amount?, limit: Amount, of coin: CoinDescriptor) -> String {
        let paid =
            spent.map { "You paid \(coin.text($0)) within the last 24 hours" }
            ?? "Within the last 24 hours you paid \(uncounted(in: coin))"
        return paid + "; your limit for 24 hours is \(coin.text(limit))."
    }

    /// The sum of all payments on a network within the last day. Payments that may have been sent count however old
    /// they are: they can be sent at any time, and then on the same day as the new payment.
    ///
    /// No clock alone makes a payment old. Payments with a time in the future count: the clock was set back, and that must
    /// not reset a limit. With an old time, those count that follow a link of the last day in the journal, and those that
    /// the network has and does not call final (``unsettled``): the clock was behind when they were made.
    /// - Parameter inputs: the outputs that the new payment spends: one that was given up and spends one of them cannot be
    ///   confirmed beside it.
    /// - Returns: nil if one of them, made by another wallet, cannot be counted in the coin, or if the sum is too large.
    private func spent(
        of coin: CoinDescriptor, on chain: ChainID, besides inputs: [Outpoint]
    ) throws(ServiceError) -> Amount? {
        let now = services.now()
        let start = now - Self.day
        let known = try services.journal.entries(changedSince: start)
        // A time in the future says nothing of the entries after it: it would count all of them until it has come.
        let first = known.filter { (start...now).contains($0.seen) }.map(\.id).min() ?? .max
        let recent = known.filter { $0.changed >= start || $0.id > first }
        var counted = Set(recent.map(\.id))
        let older = (try services.journal.unfinished().filter(\.isOpenPayment) + unsettled).filter {
            counted.insert($0.id).inserted
        }
        let all = (recent + older).filter { $0.request.chain == chain }
        var costs: [Amount] = []
        for entry in all where entry.mayHavePaid { costs += try cost(of: entry) }
        for entry in try givenUp(among: all, besides: inputs) { costs += try cost(of: entry) }
        return costs.contains(.largest) ? nil : Amount.sum(costs)
    }

    /// The payments that were signed and given up, and that somebody who kept their bytes can have confirmed beside the new
    /// one: no other payment that was sent spends the same, nor does the new one. Of those that spend the same, one is
    /// confirmed at most, so the largest counts. One whose money an unknown transaction took counts as paid by that one:
    /// whoever has the keys, such as a node's wallet, can sign the same payment again.
    private func givenUp(
        among entries: [JournalEntry], besides inputs: [Outpoint]
    ) throws(ServiceError) -> [JournalEntry] {
        var taken: Set<Outpoint> = []
        var counted: [JournalEntry] = []
        for entry in entries.filter(\.isGivenUp).sorted(by: { ($0.amount ?? .zero) > ($1.amount ?? .zero) }) {
            // What took its money, and is none of ours, may have paid the same.
            if entry.settlement == .replaced, try services.journal.replacement(of: entry) == nil {
                counted.append(entry)
                continue
            }
            let payment = try GivenUpPayment(entry, in: services.journal)
            guard !payment.isDead, payment.guards.isEmpty, payment.otherGuards.isEmpty,
                payment.outputs.isDisjoint(with: inputs), taken.isDisjoint(with: entry.inputs)
            else { continue }
            taken.formUnion(entry.inputs)
            counted.append(entry)
        }
        return counted
    }

    /// If one payment replaced another, at most one is confirmed: the second costs only the increase of the fee.
    private func cost(of entry: JournalEntry) throws(ServiceError) -> [Amount] {
        if let first = entry.request.bumps, let earlier = try services.journal.entry(first), earlier.mayHavePaid,
            let more = entry.fee?.subtracting(earlier.fee ?? .zero)
        {
            return [more]
        }
        return [entry.amount, entry.fee].compactMap(\.self)
    }

    /// Whether a coin has a limit, so that the amount of each payment must be known.
    func counts(_ coin: CoinID) -> Bool { services.settings.policy.limits[coin]?.isEmpty == false }

    /// Throws ``ServiceError/Code/refusedByPolicy`` if a wallet would receive a link that was not read, and one of its coins
    /// has a limit.
    func check(_ link: ForeignLink, for program: WalletProgram) throws(ServiceError) {
        guard program.isWallet, let coin = link.coins.first(where: counts) else { return }
        throw ServiceError(
            .refusedByPolicy,
            "You have limits for \(coin.name), and this link was not read, so they cannot count what a wallet would pay.",
            hint: "Nothing was done. Ask the sender for a payment link with an amount.")
    }

    private static func unknown(_ message: String, _ coin: CoinDescriptor) -> ServiceError {
        ServiceError(
            .refusedByPolicy, "\(message), so your limits for \(coin.title) cannot count it.",
            hint: "Nothing was done. Ask the sender for a link with an amount.")
    }

    private static func refusal(_ message: String) -> ServiceError {
        ServiceError(
            .refusedByPolicy, message, hint: "Nothing was done. To change your limits, edit “limits” in config.yaml.")
    }
}

extension JournalEntry {
    fileprivate var isOpenPayment: Bool { isUndecided || (progress == .approved && program == nil && end == nil) }

    /// Whether its amount was sent, or may have been: neither refused by the network nor dropped. Between the agreement and
    /// the signature nothing can be sent yet, but it soon may be; and earlier versions ordered payments of a node's wallet
    /// without recording more than that. Payments handed to another wallet also count, and so does money sent along with a
    /// contract call.
    fileprivate var mayHavePaid: Bool {
        switch progress {
        case .seen: false
        case .approved: end == nil || end == .handedOver || isInterruptedHandOver
        case .signed: end != .failed && end != .dropped
        case .sent, .calling, .calledBack: true
        }
    }
}

extension PaymentIntent {
    /// The outputs that it spends.
    fileprivate var outpoints: [Outpoint] { prepared?.inputs ?? inputs.map(\.outpoint) }
}
