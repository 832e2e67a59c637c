import SchemeRouter

/// Writes links: the one place that does.
struct LinkPrinter {
    let form: LinkForm
    let link: RequestLink

    var text: String {
        switch link.grammar {
        case .bip21: paymentURI
        case .authorityParameters, .jsonParameter: walletLink
        }
    }

    /// `dashwallet:pay=<address>&amount=<amount>&sender=<sender>` (Documentation/protocols/dash-axe.md §1.1).
    private var walletLink: String {
        let start = form == .plain ? "\(link.scheme):" : "\(link.scheme)://"
        if case .scanQR = link.content { return start + Action.scanQR.rawValue }
        return start + parameters
    }

    /// `bitcoin:<address>?amount=<amount>` (BIP321).
    private var paymentURI: String {
        guard let address = link.recipient else { return "\(link.scheme):" }
        var start = "\(link.scheme):\(address)"
        if form == .qrCode, link.coin.hasBech32Form(address) { start = start.uppercased() }
        let query = parameters
        return query.isEmpty ? start : "\(start)?\(query)"
    }

    /// The parameters, with `&` between them. Appended, not joined: to join costs more at a start than to read the link.
    private var parameters: String {
        var fields = ""
        func add(_ name: ParameterName, _ value: String?, prefix: String = "") {
            guard let value else { return }
            if !fields.isEmpty { fields += "&" }
            fields += "\(prefix)\(name.rawValue)=\(PercentEncoding.encode(value))"
        }
        switch link.content {
        case .payment(let details):
            if link.grammar != .bip21 { add(.pay, details.address) }
            add(.amount, details.amount?.text(decimals: link.coin.decimals))
            if let wish = details.instantSend {
                add(.lock, wish.isRequested ? "1" : "0", prefix: wish.isRequired ? "req-" : "")
            }
            add(.label, details.label)
            add(.message, details.message)
            add(.proofOfPayment, details.proof?.prefix, prefix: details.proof?.isRequired == true ? "req-" : "")
        case .address, .scanQR:
            add(.request, link.action.rawValue)
        case .masterPublicKey(let account):
            add(.request, link.action.rawValue)
            add(.account, String(account))
        }
        add(.sender, link.sender)
        return fields
    }
}

extension CoinDescriptor {
    /// Whether an address is written in bech32 (BIP173) for one of the coin's networks: then its case means nothing.
    func hasBech32Form(_ address: String) -> Bool {
        let text = address.lowercased()
        return NetworkKind.allCases.contains { kind in
            networks[kind]?.bech32.map { text.hasPrefix("\($0)1") } ?? false
        }
    }
}
