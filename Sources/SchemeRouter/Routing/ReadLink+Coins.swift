extension ReadLink {
    /// Whether a link of a scheme without a coin asks to pay this coin, so that the coin's limits are about it (S7): it names
    /// the coin or its currency, or pays to one of its addresses. False where the link says no amount, as with links of the
    /// coin itself.
    func asksFor(_ coin: CoinDescriptor) -> Bool {
        guard !hasCoin, case .described(let request) = request else { return false }
        let isNamed = request.facts.contains { fact in
            guard fact.field == "target", case .name(let target) = fact.value else { return false }
            return [coin.id.name, coin.ticker.lowercased()].contains { $0.isSame(target) }
        }
        return request.payments.contains { payment in
            guard let amount = payment.amount else { return false }
            return isNamed || amount.currency.map { _ in amount.units(of: coin) != nil } == true
                || payment.address.map { isAddress($0.text, of: coin) } == true
        }
    }

    private func isAddress(_ text: String, of coin: CoinDescriptor) -> Bool {
        if router.isAddress(text, of: coin) { return true }
        // A name can be anybody's.
        let forms = coin.addresses.filter { $0.kind != .name }
        return !forms.isEmpty && isAddress(text, as: forms)
    }
}
