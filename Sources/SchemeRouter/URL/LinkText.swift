extension WalletRequest {
    /// The request as a link in the form that every desktop delivers unchanged, `scheme:key=value&key=value`.
    ///
    /// Reading it gives this request again. Nil for a request of another grammar.
    /// - Parameter coin: gives the decimals of an amount.
    public func link(of coin: CoinDescriptor) -> String? {
        var text = "\(header.scheme):"
        func add(_ name: ParameterName, _ value: String, prefix: String = "") {
            if text.utf8.last != UInt8(ascii: ":") { text += "&" }
            text += "\(prefix)\(name.rawValue)=\(PercentEncoding.encode(value))"
        }
        switch self {
        case .payment(let payment):
            guard payment.form == .native else { return nil }
            add(.pay, payment.address)
            if let amount = payment.amount { add(.amount, amount.text(decimals: coin.decimals)) }
            if let wish = payment.instantSend {
                add(.instantSend, wish.isRequested ? "1" : "0", prefix: wish.isRequired ? "req-" : "")
            }
            if let message = payment.message { add(.message, message.text) }
        case .address:
            add(.request, Action.address.rawValue)
        case .key(let key):
            add(.request, Action.masterPublicKey.rawValue)
            add(.account, String(key.account))
        case .scanQR:
            return text + Action.scanQR.rawValue
        }
        if let sender = header.sender { add(.sender, sender.scheme) }
        return text
    }
}
