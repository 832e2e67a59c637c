import SchemeRouter

/// Builds links for the wallets of one scheme: `dashwallet`, `bitcoin` …
///
/// All values are checked, by the rules by which a wallet would refuse them and with its errors, so that a link that can
/// be built is one that can be read. What only the coin knows – whether an address is one – is checked where a ``Router``
/// with the coin's plugin is given: then each link is read before it is handed out.
public struct RequestBuilder: Sendable {
    /// The scheme.
    public let scheme: SchemeDescriptor
    /// Its coin.
    public let coin: CoinDescriptor
    private let routes: RouteTable
    private let reader: Router?

    /// A builder for links of `scheme`.
    /// - Parameters:
    ///   - scheme: one that the descriptors name, in any case.
    ///   - coin: which coin, where the scheme has several, as `pay` has; the link itself does not say it.
    ///   - routes: the descriptors.
    ///   - reader: reads each link before it is handed out; nil where the app has no coin plugin.
    ///
    /// Throws ``RequestError/Code/unsupportedScheme`` where nothing answers links of the scheme, and
    /// ``RequestError/Code/ambiguousCoin`` where it must be said which of its coins is meant.
    public init(
        scheme: String, coin: CoinID? = nil, of routes: RouteTable, reader: Router? = nil
    ) throws(RequestError) {
        guard Sender.isScheme(scheme.utf8), let descriptor = routes.scheme(named: scheme.utf8) else {
            throw RequestError(
                .unsupportedScheme, "No descriptor defines the scheme \(Quoted(scheme, limit: 64)).",
                hint: "“router schemes” lists the configured schemes.")
        }
        guard descriptor.isEnabled, descriptor.grammar != .jsonParameter, descriptor.grammar != .uri else {
            throw RequestError(.unsupportedScheme, "“\(descriptor.name)” requests cannot be built.")
        }
        let meant = descriptor.coins.filter { coin == nil || $0 == coin }
        guard meant.count == 1, let found = routes.coin(meant[0]) else {
            throw RequestError(
                .ambiguousCoin, "“\(descriptor.name)” links do not identify their coin.",
                hint: "Name one of these: \(descriptor.coins.map(\.name).joined(separator: ", ")).",
                candidates: descriptor.coins)
        }
        self.scheme = descriptor
        self.coin = found
        self.routes = routes
        self.reader = reader
    }

    /// An amount from decimal coins, `0.5`. Throws what a wallet would say of it.
    public func amount(_ coins: String) throws(RequestError) -> Amount {
        try Amount.typed(coins, of: coin)
    }

    /// A request to pay.
    /// - Parameters:
    ///   - details: whom, how much, and what is said about it.
    ///   - sender: the URL scheme of the requesting app. Wallet schemes require it; payment URIs of the Dash family may
    ///     have it, an extension of the phones' wallets.
    public func payment(_ details: PaymentDetails, sender: String?) throws(RequestError) -> RequestLink {
        try build(.payment(details), sender) { (rules) throws(RequestError) in
            try PaymentCheck(coin: coin, scheme: scheme, rules: rules, routes: routes).check(details, sender: sender)
        }
    }

    /// A request for an address to pay to.
    public func address(sender: String) throws(RequestError) -> RequestLink {
        try build(.address, sender)
    }

    /// A request for the extended public keys of an account, which show all its payments, past and future, for ever.
    /// - Parameter account: BIP32/BIP44 account, 0…2^31-1; most wallets use only 0.
    public func masterPublicKey(account: UInt32 = 0, sender: String) throws(RequestError) -> RequestLink {
        try build(.masterPublicKey(account: account), sender) { (rules) throws(RequestError) in
            let highest = rules[.account]?.maximum ?? Int(DerivationPath.hardened) - 1
            guard Int(account) <= highest else {
                throw RequestError(
                    .invalidAccount, "The account is not a number from 0 to \(highest).", parameter: "account")
            }
        }
    }

    /// A request to scan a QR code. It has no answer.
    public func scanQR() throws(RequestError) -> RequestLink {
        try build(.scanQR, nil)
    }

    private func build(
        _ content: RequestLink.Content, _ sender: String?,
        check: ([ParameterRule]) throws(RequestError) -> Void = { _ in }
    ) throws(RequestError) -> RequestLink {
        let link = RequestLink(
            scheme: scheme.name, grammar: scheme.grammar, coin: coin, sender: sender, content: content)
        guard let rules = scheme.actions[link.action] else {
            throw RequestError(
                .unsupportedAction, "“\(scheme.name)” links do not offer “\(link.action.rawValue)”.")
        }
        try check(rules)
        try checkSender(sender, of: link.action, rules: rules)
        for form in LinkForm.allCases { try read(link, form) }
        return link
    }

    /// Checks the requesting app's own scheme, by the rules by which answers go out (S4).
    private func checkSender(_ sender: String?, of action: Action, rules: [ParameterRule]) throws(RequestError) {
        guard let sender else {
            // Without a sender nobody could be answered; only payment URIs and scanning need no answer.
            guard scheme.grammar == .bip21 || action == .scanQR else {
                throw RequestError(.missingParameter, "The link would not say who is asking.", parameter: "sender")
            }
            return
        }
        guard rules.contains(where: { $0.name == .sender }) else {
            throw RequestError(
                .unsupportedRequiredParameter, "“\(scheme.name)” links have no “sender”.", parameter: "sender")
        }
        guard Sender.isScheme(sender.utf8) else {
            throw RequestError(
                .invalidSender, "The sender is not a URL scheme.",
                hint: "It is your app's scheme, without “:”: letters, digits, “+”, “-” and “.”, at most "
                    + "\(Sender.maxLength), beginning with a letter.",
                parameter: "sender")
        }
        if let reason = CallbackRules.reasonToRefuse(scheme: sender, routes: routes) {
            throw RequestError(
                .forbiddenSender, "“\(sender)” must not receive callbacks: \(reason).",
                hint: "The sender must be your app's own scheme.", parameter: "sender")
        }
    }

    private func read(_ link: RequestLink, _ form: LinkForm) throws(RequestError) {
        let text = Array(link.text(form).utf8)
        guard text.count <= Router.maxLinkLength else {
            throw RequestError(
                .urlTooLong, "The link would have \(text.count) bytes; the limit is \(Router.maxLinkLength).",
                hint: "Shorten the message.")
        }
        guard let reader else { return }
        let read: ReadLink
        do {
            read = try reader.read(text)
        } catch {
            // A position in a link that nobody has seen helps nobody.
            var error = error
            error.range = nil
            throw error
        }
        guard read.coin.id == coin.id else {
            throw RequestError(
                .wrongNetwork, "This is an address for \(read.coin.title), not for \(coin.title).", parameter: "pay",
                detected: [read.coin.id])
        }
    }
}
