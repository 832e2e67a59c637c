extension WalletRequest {
    /// The request as a link in the form that every desktop delivers unchanged, `scheme:key=value&key=value`.
    ///
    /// Reading it gives this request again. Nil for a request of another grammar.
    /// - Parameter coin: gives the decimals of an amount.
    public func link(of coin: CoinDescriptor) -> String? {
        var parameters: [(name: ParameterName, prefix: String, value: String)] = []
        switch self {
        case .payment(let payment):
            guard payment.form == .native else { return nil }
            parameters.append((.pay, "", payment.address))
            if let amount = payment.amount { parameters.append((.amount, "", amount.text(decimals: coin.decimals))) }
            if let wish = payment.instantSend {
                parameters.append((.instantSend, wish.isRequired ? "req-" : "", wish.isRequested ? "1" : "0"))
            }
            if let message = payment.message { parameters.append((.message, "", message.text)) }
        case .address:
            parameters.append((.request, "", Action.address.rawValue))
        case .key(let key):
            parameters.append((.request, "", Action.masterPublicKey.rawValue))
            parameters.append((.account, "", String(key.account)))
        case .scanQR:
            return "\(header.scheme):\(Action.scanQR.rawValue)"
        }
        if let sender = header.sender { parameters.append((.sender, "", sender.scheme)) }
        let pairs = parameters.map { "\($0.prefix)\($0.name.rawValue)=\(PercentEncoding.encode($0.value))" }
        return "\(header.scheme):\(pairs.joined(separator: "&"))"
    }
}
