import RouterBytes

/// The coins that a link concerns besides its scheme's: their limits apply, too (S7).
extension ReadLink {
    /// Whether a descriptor that was not shipped defines the link's meaning, or the coin whose amounts and addresses it
    /// has. Its author may have given them another meaning, so the link is shown exactly as it is handed over (S15).
    var isDescribedByOthers: Bool { request.asDescribed != nil && !isShipped }

    /// Whether the scheme and its coin are as shipped. Files that tighten them do not change that.
    var isShipped: Bool { link.scheme.origin.isShipped && (!hasCoin || coin.origin?.isShipped == true) }

    /// Whether another file defines the meaning of a shipped scheme's links.
    var isReplaced: Bool { link.scheme.origin.isShipped || link.scheme.lineage.replacesShipped }

    /// Whether a link without a coin, or of a scheme that was not shipped, may actually pay another coin: it names the
    /// coin or its currency, or pays to one of its addresses, with an amount or without.
    /// - Parameter isCounted: whether payments to addresses of the link's own coin certainly count towards that coin's
    ///   limits, even if another coin has the same addresses.
    func pays(_ other: CoinDescriptor, isCounted: Bool = false) -> Bool {
        guard other.id != coin.id else { return false }
        guard !hasCoin else {
            guard !isShipped else { return false }
            return hasAmount(in: other) || isNamed(coin.ticker, other)
                || recipients.contains { isAddress($0, of: other) && !(isCounted && isAddress($0, of: coin)) }
        }
        guard request.action == .payment || !amounts.isEmpty else {
            return recipients.contains { isInvoice($0, of: other) }
        }
        return hasAmount(in: other) || target.map { names(other, in: $0) } == true
            || recipients.contains { isAddress($0, of: other) }
    }

    private var amounts: [DescribedAmount] {
        request.asDescribed.map { $0.payments.compactMap(\.amount) + $0.surpluses + $0.fees } ?? []
    }

    /// Whether an amount is, or may be, in another coin's currency: in `BTC:0.5`, `XBT:0.5` or `sat:5`, but not in that of a
    /// state, or of a coin that is not `other`.
    private func hasAmount(in other: CoinDescriptor) -> Bool {
        amounts.compactMap(\.currency).contains { currency in
            isNamed(currency, other)
                || !StateCurrency.contains(currency) && !routes.coinList.contains { isNamed(currency, $0) }
        }
    }

    private var recipients: [String] {
        let addresses =
            request.payable?.address.map { [$0] } ?? request.asDescribed?.payments.compactMap { $0.address?.text } ?? []
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
        return ([target] + words).contains { isNamed($0, coin) }
    }

    /// Whether a word is a coin's name, ticker or title.
    private func isNamed(_ word: String, _ coin: CoinDescriptor) -> Bool {
        let word = word.lowercased()
        return [coin.id.name, coin.ticker, coin.title].contains { $0.lowercased().isSame(word) }
    }

    /// Whether a text, or a part of it, is an address of a coin, or a code or name that wallets can pay. Links without
    /// a coin can contain an address in many ways.
    private func isAddress(_ text: String, of coin: CoinDescriptor) -> Bool {
        let parts = text.utf8.split { !$0.isASCIILetter && !$0.isASCIIDigit }
            .map { String(decoding: Array($0), as: UTF8.self) }
        let forms = coin.addresses.filter { $0.kind != .name }
        let isWritten = ([text] + parts).contains { part in
            if router.mayBeAddress(part, of: coin) || isInvoice(part, of: coin) { return true }
            if isCode(part, of: coin) { return true }
            // Some wallets accept hex digits without a prefix, or with one in upper case.
            let digits = part.hasPrefix("0X") ? "0x" + part.dropFirst(2) : "0x" + part
            return !forms.isEmpty && (isAddress(part, as: forms) || isAddress(digits, as: forms))
        }
        return isWritten || isName(text, of: coin)
    }

    /// Whether a text is a name that wallets of the coin resolve. Accounts of known kinds can have such names, too.
    private func isName(_ text: String, of coin: CoinDescriptor) -> Bool {
        let forms = coin.addresses.filter { $0.rule == .name(.domain) || $0.rule == .name(.federated) }
        let isOpen = hasCoin || request.header.warnings.contains { $0.code == .unknownTarget }
        return isOpen && !forms.isEmpty && isAddress(text, as: forms)
    }

    /// Whether a text starts like an invoice of the coin (BOLT11) or like an offer (BOLT12).
    private func isInvoice(_ text: String, of coin: CoinDescriptor) -> Bool {
        let bolt11 = coin.networks.bech32.map { "ln\($0)" }
        let bolt12 = ways(to: coin).filter { $0.kinds.contains(.bolt12) }.map { "\($0.name)1" }
        let lowercased = text.lowercased()
        return (bolt11 + bolt12).contains { lowercased.utf8.starts(with: $0.utf8) }
    }

    /// Whether a text starts like a code for silent or private payments, or like the address of a server that issues
    /// invoices, and is as long as one.
    private func isCode(_ text: String, of coin: CoinDescriptor) -> Bool {
        let beginnings = ways(to: coin).compactMap { way -> String? in
            switch way.kinds.first {
            case .silentPayment, .privatePayment: "\(way.name)1"
            default: way.kinds.contains(.lnurl) ? "lnurl1" : nil
            }
        }
        let lowercased = text.lowercased()
        return text.utf8.count >= 40 && beginnings.contains { lowercased.utf8.starts(with: $0.utf8) }
    }

    /// The parameters in which links of the coin's schemes offer ways to pay: codes start with these names (BIP321).
    private func ways(to coin: CoinDescriptor) -> [InstructionRule] {
        routes.schemes.filter { $0.coins == [coin.id] }.flatMap { $0.links?.instructions ?? [] }
    }
}
