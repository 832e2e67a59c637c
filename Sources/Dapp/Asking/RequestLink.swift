import SchemeRouter

/// What an app asks a wallet for, checked, and ready to be written as a link.
///
/// ``RequestBuilder`` makes one; so does a link that was read. Reading what ``text(_:)`` writes gives the same again.
public struct RequestLink: Sendable, Hashable {
    /// What is asked for.
    public enum Content: Sendable, Hashable {
        /// Pay somebody.
        case payment(PaymentDetails)
        /// Tell an address of the wallet.
        case address
        /// Tell the extended public keys of an account, 0…2^31-1.
        case masterPublicKey(account: UInt32)
        /// Scan a QR code. It has no answer.
        case scanQR
    }

    /// The scheme of the wallet, in lower case.
    public let scheme: String
    /// How its links are written.
    public let grammar: SchemeDescriptor.Grammar
    /// The coin it is about.
    public let coin: CoinDescriptor
    /// The URL scheme of the requesting app, to which the answer goes; nil where no answer is wanted.
    public let sender: String?
    /// What is asked for.
    public let content: Content
}

extension RequestLink {
    /// What a link that was read asks for. What the reader ignored is not part of it. Nil for what dapps ask of named
    /// accounts, and for payments that are made to no address.
    /// - Parameter coin: the coin of the request.
    public init?(_ request: WalletRequest, of coin: CoinDescriptor) {
        var grammar = SchemeDescriptor.Grammar.authorityParameters
        switch request {
        case .payment(let payment):
            if payment.form == .bip21 { grammar = .bip21 }
            content = .payment(PaymentDetails(payment))
        case .address:
            content = .address
        case .key(let key):
            content = .masterPublicKey(account: key.account)
        case .scanQR:
            content = .scanQR
        case .otherPayment, .described, .login, .actions, .sign, .open:
            return nil
        }
        scheme = request.header.scheme
        self.grammar = grammar
        self.coin = coin
        sender = request.header.sender?.scheme
    }

    /// What is asked for.
    public var action: Action {
        switch content {
        case .payment: .payment
        case .address: .address
        case .masterPublicKey: .masterPublicKey
        case .scanQR: .scanQR
        }
    }

    /// The address to pay; nil if nobody is paid.
    public var recipient: String? {
        guard case .payment(let details) = content else { return nil }
        return details.address
    }
}

/// Writes links: the one place that does.
extension RequestLink {
    /// The link.
    public func text(_ form: LinkForm = .plain) -> String {
        switch grammar {
        case .bip21: paymentURI(form)
        case .authorityParameters, .jsonParameter, .uri: walletLink(form)
        }
    }

    /// `dashwallet:pay=<address>&amount=<amount>&sender=<sender>` (Documentation/protocols/dash-axe.md §1.1).
    private func walletLink(_ form: LinkForm) -> String {
        let start = form == .plain ? "\(scheme):" : "\(scheme)://"
        if case .scanQR = content { return start + Action.scanQR.rawValue }
        return start + parameters
    }

    /// `bitcoin:<address>?amount=<amount>` (BIP321).
    private func paymentURI(_ form: LinkForm) -> String {
        guard let address = recipient else { return "\(scheme):" }
        var start = "\(scheme):\(address)"
        if form == .qrCode, coin.hasBech32Form(address) { start = start.uppercased() }
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
        switch content {
        case .payment(let details):
            if grammar != .bip21 { add(.pay, details.address) }
            add(.amount, details.amount?.text(decimals: coin.decimals))
            if let wish = details.instantSend {
                add(.lock, wish.isRequested ? "1" : "0", prefix: wish.isRequired ? "req-" : "")
            }
            add(.label, details.label)
            add(.message, details.message)
            add(.proofOfPayment, details.proof?.prefix, prefix: details.proof?.isRequired == true ? "req-" : "")
        case .address, .scanQR:
            add(.request, action.rawValue)
        case .masterPublicKey(let account):
            add(.request, action.rawValue)
            add(.account, String(account))
        }
        add(.sender, sender)
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
