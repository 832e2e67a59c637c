extension WalletRequest {
    /// Everybody who would receive anything of this request, by the names that `senders: { allow: … }` has: an app by the
    /// scheme that starts it, such as `shop`, and a server by its host, such as `https://dapp.example`. In lower case.
    ///
    /// They are the sender, the receiver of a proof of payment, the program or page that calls a dapp back, the server
    /// a dapp's result is sent to, and the page that a link opens. None where nobody is answered.
    public var receiverNames: [String] {
        var names = [header.sender?.scheme]
        switch self {
        case .payment(let payment): names.append(payment.proof?.scheme)
        case .otherPayment(let payment): names.append(payment.proof?.scheme)
        case .open(_, let page): names.append(page?.receiverName)
        case .login, .actions, .sign:
            if let wake = dapp?.wake {
                names.append(wake.isPage ? wake.page?.receiverName : wake.scheme)
            }
            names.append(dapp?.server?.receiverName)
        // Whatever another wallet tells, it asks about itself.
        case .described, .address, .key, .scanQR: break
        }
        return names.compactMap { $0?.lowercased() }
    }
}

extension ServerAddress {
    /// Its host as `senders: { allow: … }` has it, whatever the port: with the scheme before it, so that no host can be
    /// taken for an app of the same name.
    package var receiverName: String { "\(isPlain ? "http" : "https")://\(host.lowercased())" }
}
