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
    /// The URL scheme of the asking app, to which the answer goes; nil where no answer is wanted.
    public let sender: String?
    /// What is asked for.
    public let content: Content
}

extension RequestLink {
    /// What a link that was read asks for. What the reader ignored is not part of it. Nil for what dapps ask of named
    /// accounts.
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
        case .login, .actions, .sign, .open:
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

    /// The address to pay; nil where nobody is to be paid.
    public var recipient: String? {
        guard case .payment(let details) = content else { return nil }
        return details.address
    }

    /// The link.
    public func text(_ form: LinkForm = .plain) -> String {
        LinkPrinter(form: form, link: self).text
    }
}
