import RouterBytes

/// What a link pays: sums, and what counts toward limits.
extension DescribedReading {
    /// What the person's limits apply to (S7): everything that is paid. What cannot be expressed in the coin, because it is in
    /// a token, in another currency, or exceeds 64 bits, exceeds every limit.
    func cost(_ payments: [DescribedPayment]) -> LinkCost {
        guard !link.scheme.coins.isEmpty, !isDecidedElsewhere else {
            return link.scheme.coins.isEmpty ? .nothing : .decidedElsewhere
        }
        // A token is not the coin, even if it has the coin's name, or wallets exchange it for the coin. Staking and log-ins
        // pay nobody, whatever they name.
        guard !(mayBeOfToken && action == .payment), !hasUncountedFee else { return .uncountable }
        let amounts = mayBeOfToken ? [] : payments.compactMap(\.amount)
        let counted = (amounts + surpluses + fees).map { $0.units(of: link.coin) ?? .largest }
        let own = action == .login ? [] : instructions.map { $0.cost(besides: nil) }
        for open in [LinkCost.decidedElsewhere, .uncountable] where own.contains(open) { return open }
        // Some wallets ask for an amount if that of the link is zero.
        let isOpen = payments.contains { payment in
            payment.amount.map { action == .payment && $0.number == .zero } ?? true
        }
        if own.contains(.open) || !mayBeOfToken && isOpen { return .open }
        // A contract whose call has no amount of the coin can still do anything.
        if action == .transaction, amounts.isEmpty { return .decidedElsewhere }
        let sum = LinkCost(sum: counted + own.compactMap(\.known))
        return sum == .nothing && action == .payment ? .open : sum
    }

    /// Whether the link leaves it to a server, or to a transaction that is not read here, what is paid. Who logs in, lets a
    /// pool stake, or claims a gift pays nobody, whatever a server answers.
    private var isDecidedElsewhere: Bool {
        let asksServer = [.server, .url, .host].contains { form.path.has($0) }
        switch action {
        // Whatever the link calls it: only the answer of the server says whether the wallet receives or pays.
        case .withdraw, .channel, .askServer: return true
        case .transaction: return asksServer || split.parameter(.payload) != nil || form.path.has(.payload)
        case .payment: return asksServer
        default: return false
        }
    }

    /// ``DescribedRequest/paidAmount``.
    /// - Parameter total: the sum of several payments; nil if it is not known.
    func paidAmount(_ payments: [DescribedPayment], total: DescribedAmount?) -> Amount? {
        // The coin of another chain may be another coin.
        guard !link.scheme.coins.isEmpty, !mayBeOfToken, !isOnOtherChain else { return nil }
        guard payments.contains(where: { $0.amount != nil }) else {
            let known = instructions.compactMap(\.exactAmount)
            return known.isEmpty || known.count < instructions.count ? nil : Amount.sum(known)
        }
        return (payments.count == 1 ? payments[0].amount : total)?.exactUnits(of: link.coin)
    }

    var isOfToken: Bool {
        split.parameter(.issuer) != nil || hasForeignToken
            || split.parameter(.asset).map { $0.value.elementsEqual(link.coin.ticker.utf8) } == false
            || (split.piece(.token) != nil && form.action == .payment)
    }

    /// Whether a parameter names a token, and it is not the coin itself.
    var hasForeignToken: Bool { split.parameter(.token).map { !$0.isOwnCoin } ?? false }

    /// Whether it is not known that amounts are in the coin.
    var mayBeOfToken: Bool { isOfToken || split.rules.amounts.hasUnknownUnit && split.parameter(.amount) != nil }

    /// The sum of several payments, and whether one without an amount adds to it.
    func total(of payments: [DescribedPayment]) throws(RequestError) -> (DescribedAmount?, Bool) {
        guard payments.count > 1 else { return (nil, false) }
        let amounts = payments.compactMap(\.amount)
        if !mayBeOfToken, !isOnOtherChain { try checkSum(of: amounts) }
        guard var sum = amounts.first else { return (nil, true) }
        for amount in amounts.dropFirst() {
            guard let next = sum.adding(amount) else { return (nil, true) }
            sum = next
        }
        return (sum, amounts.count < payments.count)
    }

    /// Checks the sum of all amounts in the coin, however each of them names it.
    private func checkSum(of amounts: [DescribedAmount]) throws(RequestError) {
        let most = link.coin.maxMoney
        guard most < .largest else { return }
        var rest = most.units
        for units in amounts.compactMap({ $0.units(of: link.coin)?.units }) {
            guard units <= rest else {
                throw RequestError(
                    .amountOutOfRange, "The payments add up to more than the \(link.coin.text(most)) that can exist.",
                    at: link.body, parameter: amountName)
            }
            rest -= units
        }
    }
}
