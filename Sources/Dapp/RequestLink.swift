import RouterLinks

/// What an app requests from a wallet: checked, and ready to be written as a link.
///
/// ``RequestBuilder`` creates it. Reading the text that ``text(_:)`` writes gives the same request.
public struct RequestLink: Sendable, Hashable {
    /// What is requested.
    public enum Content: Sendable, Hashable {
        case payment(PaymentDetails)
        /// Share an address of the wallet.
        case address
        /// Share the extended public keys of an account, 0…2^31-1.
        case masterPublicKey(account: UInt32)
        /// Scan a QR code. It has no answer.
        case scanQR
    }

    /// The scheme of the wallet, in lower case.
    public let scheme: String
    /// How its links are written.
    public let grammar: LinkGrammar
    /// The coin of the request.
    public let coin: WalletCoin
    /// The URL scheme of the requesting app, to which the answer goes; nil if no answer is wanted.
    public let sender: String?
    /// What is requested.
    public let content: Content

    /// The highest account (BIP32): higher numbers are hardened.
    static let lastAccount: UInt32 = (1 << 31) - 1

    package init(scheme: String, grammar: LinkGrammar, coin: WalletCoin, sender: String?, content: Content) {
        self.scheme = scheme
        self.grammar = grammar
        self.coin = coin
        self.sender = sender
        self.content = content
    }
}

extension RequestLink {
    /// The kind of request.
    public var action: Action {
        switch content {
        case .payment: .payment
        case .address: .address
        case .masterPublicKey: .masterPublicKey
        case .scanQR: .scanQR
        }
    }

    /// The address to pay; nil if the request is not a payment.
    public var recipient: String? {
        guard case .payment(let details) = content else { return nil }
        return details.address
    }
}

/// Writes links. No other code does.
extension RequestLink {
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

    /// The parameters, joined by `&`. Appended in a loop: `joined` costs more at start-up than reading the link.
    private var parameters: String {
        var fields = ""
        func add(_ name: ParameterName, _ value: String?, prefix: String = "") {
            guard let value else { return }
            if !fields.isEmpty { fields += "&" }
            fields += prefix
            fields += name.rawValue
            fields += "="
            fields += PercentEncoding.encode(value)
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

/// How a link is written. All forms of a link make the same request.
public enum LinkForm: Sendable, Hashable, CaseIterable {
    /// `scheme:…`, which every desktop delivers unchanged. For links on Linux.
    case plain
    /// `scheme://…`, as in the wallets' documentation. Phones know only this form; KDE opens it in a web browser
    /// (Documentation/protocols/linux-desktop.md §1.1).
    ///
    /// No document writes payment URIs (BIP321) with slashes, so for them this is the plain form.
    case documented
    /// For QR codes that phones scan: the documented form, with a bech32 address and its scheme in upper case, which
    /// takes a third less space (BIP173, BIP321). Base58 addresses are case-sensitive and stay unchanged. So do names
    /// of parameters, because `?`, `=` and `&` around them would leave nothing to gain.
    case qrCode
}

/// What a payment link says about the payment.
public struct PaymentDetails: Sendable, Hashable {
    /// The address to pay. Use a new one for each request: the answer contains it, and nothing else tells requests
    /// apart.
    public var address: String
    /// How much, in the smallest unit of the coin; nil if the person chooses the amount.
    public var amount: Amount?
    /// Whether the payment should be locked within seconds (DIP-10); nil for no preference.
    public var instantSend: LockWish?
    /// A name for the recipient. Payment URIs show it as the requesting app's words; wallet schemes of the Dash family
    /// ignore it, as the phones' wallets do.
    public var label: String?
    /// A note for the person, shown as the requesting app's words.
    public var message: String?
    /// The destination of the proof of payment (BIP321): only for payment URIs, and only if there is no sender to
    /// receive an answer.
    public var proof: ProofWish?

    /// A request to append the whole payment transaction to a link of the requesting app (BIP321, "pop").
    public struct ProofWish: Sendable, Hashable {
        /// The beginning of that link, such as `myapp:`; the wallet appends `onchain=` and the transaction in hex.
        public var prefix: String
        /// Whether the payment must not be made if the proof cannot be given. Wallets that do not know `pop` refuse the
        /// link.
        public var isRequired: Bool

        /// Creates a request for a proof.
        public init(prefix: String, isRequired: Bool = false) {
            self.prefix = prefix
            self.isRequired = isRequired
        }
    }

    /// Creates details; ``RequestBuilder`` checks them.
    public init(
        address: String, amount: Amount? = nil, instantSend: LockWish? = nil,
        label: String? = nil, message: String? = nil, proof: ProofWish? = nil
    ) {
        self.address = address
        self.amount = amount
        self.instantSend = instantSend
        self.label = label
        self.message = message
        self.proof = proof
    }
}
