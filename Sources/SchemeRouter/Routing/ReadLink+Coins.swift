import RouterBytes

/// Which coins a link concerns in addition to its scheme's: limits apply to those, too (S7).
extension ReadLink {
    /// Whether a descriptor that was not shipped says what the link means. Its author may have called an amount anything else.
    var isDescribedByOthers: Bool { request.asDescribed != nil && link.scheme.links?.isShipped == false }

    /// Whether the scheme, with its coin, is as it was shipped. Files that tighten it do not change that.
    var isShipped: Bool { link.scheme.origin.isShipped && (!hasCoin || coin.origin?.isShipped == true) }

    /// Whether another file says what links of a shipped scheme mean.
    var isReplaced: Bool { link.scheme.origin.isShipped || link.scheme.lineage.replacesShipped }

    /// Whether a link that is about no coin, or about one that was not shipped, pays another one: it names the coin or its
    /// currency, or pays to one of its addresses. False if a link without a coin has no amount.
    func pays(_ other: CoinDescriptor) -> Bool {
        guard other.id != coin.id else { return false }
        guard !hasCoin else {
            guard coin.origin?.isShipped == false else { return false }
            return coin.ticker.lowercased().isSame(other.ticker.lowercased())
                || recipients.contains { isAddress($0, of: other) }
        }
        guard let request = request.asDescribed else { return false }
        let amounts = request.payments.compactMap(\.amount) + request.surpluses
        // An invoice says its amount itself.
        return recipients.contains { isInvoice($0, of: other) }
            || !amounts.isEmpty
                && (amounts.contains { $0.currency != nil && $0.units(of: other) != nil }
                    || target.map { names(other, in: $0) } == true
                    || recipients.contains { isAddress($0, of: other) })
    }

    private var recipients: [String] {
        let addresses: [String] =
            switch request {
            case .payment(let payment): [payment.address]
            case .described(let request): request.payments.compactMap { $0.address?.text }
            default: []
            }
        return addresses + request.instructions.map(\.text)
    }

    /// The kind of account that the link names (RFC 8905).
    private var target: String? {
        guard case .name(let text)? = request.asDescribed?.facts.first(where: { $0.field == "target" })?.value else {
            return nil
        }
        return text
    }

    private func names(_ coin: CoinDescriptor, in target: String) -> Bool {
        let words = target.utf8.split { !$0.isASCIILetter && !$0.isASCIIDigit }
            .map { String(decoding: Array($0), as: UTF8.self) }
        return [coin.id.name, coin.ticker.lowercased(), coin.title.lowercased()].contains { name in
            name.isSame(target) || words.contains { $0.isSame(name) }
        }
    }

    /// Whether a text, or a part of it, is an address of a coin. What is about no coin says an address in many ways.
    private func isAddress(_ text: String, of coin: CoinDescriptor) -> Bool {
        let parts = text.utf8.split { "/:?=".utf8.contains($0) }.map { String(decoding: Array($0), as: UTF8.self) }
        let forms = coin.addresses.filter { $0.kind != .name }
        return ([text] + parts).contains { part in
            if router.isAddress(part, of: coin) || isInvoice(part, of: coin) { return true }
            // Some wallets take digits without a prefix, or with one of large letters.
            let digits = part.hasPrefix("0X") ? "0x" + part.dropFirst(2) : "0x" + part
            return !forms.isEmpty && (isAddress(part, as: forms) || isAddress(digits, as: forms))
        }
    }

    /// Whether a text begins as an invoice of the coin does (BOLT11).
    private func isInvoice(_ text: String, of coin: CoinDescriptor) -> Bool {
        let lowercased = text.lowercased()
        return coin.networks.values.contains { network in
            network.bech32.map { lowercased.utf8.starts(with: "ln\($0)".utf8) } == true
        }
    }
}
