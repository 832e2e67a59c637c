extension WalletRequest {
    /// All receivers of anything about this request, by their names in `senders: { allow: … }`: an app by the scheme
    /// that starts it, such as `shop`, and a server by its host, such as `https://dapp.example`. In lower case.
    ///
    /// They are the sender, the receiver of a proof of payment, the program or page that calls a dapp back, the server
    /// that receives a dapp's result, and the page that a link opens. Empty if nobody is answered.
    public var receiverNames: [String] {
        var names = [header.sender?.scheme]
        switch self {
        case .payment(let payment): names.append(payment.proof?.scheme)
        case .open(_, let page): names.append(page?.receiverName)
        case .login, .actions, .sign:
            if let wake = dapp?.wake {
                names.append(wake.isPage ? wake.page?.receiverName : wake.scheme)
            }
            names.append(dapp?.server?.receiverName)
        // The other wallet asks for its own consent to whatever it sends.
        case .foreign, .address, .key, .scanQR: break
        }
        return names.compactMap { $0?.lowercased() }
    }
}

extension ServerAddress {
    /// Its host as in `senders: { allow: … }`, without the port: with the scheme before it, so that a host cannot be
    /// mistaken for an app with the same name.
    package var receiverName: String { "\(isPlain ? "http" : "https")://\(host.lowercased())" }
}
