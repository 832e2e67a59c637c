// Amounts, errors and other types are shared with the wallet's side. Importing this module imports them, too.
@_exported import RouterLinks

/// Builds links for the wallets of one scheme: `dashwallet`, `bitcoin` …
///
/// It checks all values by the rules of wallets and throws the same errors, so that every link it builds can be read.
/// What only the coin's code can check, such as whether an address is valid, is checked if there is a reader: it reads
/// each link before the link is returned.
public struct RequestBuilder: Sendable {
    /// Reads a finished link as a wallet would. Throws the error with which the wallet would refuse it.
    public typealias LinkCheck = @Sendable (_ link: [UInt8]) throws(RequestError) -> Void

    public let scheme: WalletScheme
    public var coin: WalletCoin { scheme.coin }
    private let isWalletScheme: @Sendable (String) -> Bool
    private let check: LinkCheck?

    /// A builder for links of a scheme.
    /// - Parameters:
    ///   - scheme: the scheme.
    ///   - check: reads each link before it is returned; nil if the app has no reader.
    public init(_ scheme: WalletScheme, check: LinkCheck? = nil) {
        self.init(scheme, isWalletScheme: KnownSchemes.contains, check: check)
    }

    /// The same, for apps that know more wallet schemes than those of `schemes.yaml`.
    /// - Parameter isWalletScheme: whether links of a scheme, in any case, are for wallets, so that no answer may go
    ///   there.
    package init(_ scheme: WalletScheme, isWalletScheme: @escaping @Sendable (String) -> Bool, check: LinkCheck?) {
        self.scheme = scheme
        self.isWalletScheme = isWalletScheme
        self.check = check
    }

    /// An amount from decimal coins, `0.5`. Throws the error of a wallet.
    public func amount(_ coins: String) throws(RequestError) -> Amount {
        try Amount.typed(coins, of: coin)
    }

    /// A request to pay.
    /// - Parameters:
    ///   - details: the address, the amount, and texts.
    ///   - sender: the URL scheme of the requesting app. Wallet schemes require it; payment URIs of the Dash family may
    ///     have it, as an extension of the phones' wallets.
    public func payment(_ details: PaymentDetails, sender: String?) throws(RequestError) -> RequestLink {
        try build(.payment(details), sender) { (rules) throws(RequestError) in
            try PaymentCheck(scheme: scheme, rules: rules, isWalletScheme: isWalletScheme)
                .check(details, sender: sender)
        }
    }

    /// A request for a payment address.
    public func address(sender: String) throws(RequestError) -> RequestLink {
        try build(.address, sender)
    }

    /// A request for the extended public keys of an account, which show all its payments, past and future, for ever.
    /// - Parameters:
    ///   - account: BIP32/BIP44 account, 0…2^31-1; most wallets use only 0.
    ///   - sender: the URL scheme of the requesting app, to which the answer goes.
    public func masterPublicKey(account: UInt32 = 0, sender: String) throws(RequestError) -> RequestLink {
        try build(.masterPublicKey(account: account), sender) { (rules) throws(RequestError) in
            let highest = rules[.account]?.maximum ?? Int(RequestLink.lastAccount)
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

    /// Checks the requesting app's own scheme by the rules for callbacks (S4).
    private func checkSender(_ sender: String?, of action: Action, rules: [ParameterRule]) throws(RequestError) {
        guard let sender else {
            // Without a sender there is no answer; only payment URIs and scanning need none.
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
        guard !Sender.couldBeSecret(sender.utf8) else {
            throw RequestError(
                .invalidSender, "The sender could be a private key or the words of a wallet.",
                hint: "It is your app's scheme, and everybody who sees the link can read it.", parameter: "sender")
        }
        if let reason = CallbackRules.reasonToRefuse(scheme: sender, isWalletScheme: isWalletScheme) {
            throw RequestError(
                .forbiddenSender, "“\(sender)” must not receive callbacks: \(reason).",
                hint: "The sender must be your app's own scheme.", parameter: "sender")
        }
    }

    private func read(_ link: RequestLink, _ form: LinkForm) throws(RequestError) {
        let text = Array(link.text(form).utf8)
        guard text.count <= LinkBytes.maxLength else {
            throw RequestError(
                .urlTooLong, "The link would have \(text.count) bytes; the limit is \(LinkBytes.maxLength).",
                hint: "Shorten the message.")
        }
        try check?(text)
    }
}

/// Checks the details of a payment link before it is written.
struct PaymentCheck {
    let scheme: WalletScheme
    let rules: [ParameterRule]
    let isWalletScheme: (String) -> Bool

    private var coin: WalletCoin { scheme.coin }

    func check(_ details: PaymentDetails, sender: String?) throws(RequestError) {
        for rule in rules where rule.isRequired && !details.has(rule.name, sender: sender) {
            throw RequestError(
                .missingParameter, "“\(scheme.name)” links must contain “\(rule.name.rawValue)”.",
                hint: rule.name == .sender ? "Name the sender (--sender): the URL scheme of your app." : nil,
                parameter: rule.name.rawValue)
        }
        try check(address: details.address)
        if let amount = details.amount { try check(amount) }
        if details.instantSend != nil { try checkLock() }
        if let label = details.label { try check(label, .label) }
        if let message = details.message { try check(message, .message) }
        if let proof = details.proof { try check(proof, sender: sender) }
    }

    private func check(address: String) throws(RequestError) {
        guard address.isLikeAddress else {
            throw RequestError(
                .invalidAddress, "This is not an address: an address has 25 to 90 letters and digits.",
                hint: "Give only the address, without a scheme.", parameter: "pay")
        }
    }

    private func check(_ amount: Amount) throws(RequestError) {
        let rule = try rule(.amount)
        // Check the text, because the wallet reads the text.
        _ = try Amount.typed(amount.text(decimals: coin.decimals), of: coin)
        guard let minimum = rule.minimum, amount < minimum else { return }
        throw RequestError(
            .amountOutOfRange, "“\(scheme.name)” links pay at least \(coin.text(minimum)).", parameter: "amount")
    }

    private func checkLock() throws(RequestError) {
        _ = try rule(.lock)
        guard !coin.hasLock else { return }
        throw RequestError(
            .unsupportedRequiredParameter, "\(coin.title) has no InstantSend.", parameter: "IS")
    }

    /// The answer goes to one app: either a sender receives it, or a proof is sent.
    private func check(_ proof: PaymentDetails.ProofWish, sender: String?) throws(RequestError) {
        _ = try rule(.proofOfPayment)
        guard sender == nil else {
            throw RequestError(
                .unsupportedRequiredParameter, "The sender receives the answer; no proof is sent to “pop”.",
                parameter: "pop")
        }
        _ = try ProofLink.scheme(of: proof.prefix.utf8, at: nil, isWalletScheme: isWalletScheme)
    }

    /// Wallets remove invisible characters and cut long text: the person would not read what was written.
    private func check(_ text: String, _ name: ParameterName) throws(RequestError) {
        let limit = try rule(name).maximum ?? ForeignText.maxLength
        guard text.unicodeScalars.count <= limit else {
            throw RequestError(
                .tooMuchToShow, "The \(name.rawValue) has more than \(limit) characters.", parameter: name.rawValue)
        }
        guard !ForeignText(text.utf8, limit: limit).wasChanged else {
            throw RequestError(
                .invalidEncoding,
                "The \(name.rawValue) has line breaks, controls or invisible characters, which wallets remove.",
                parameter: name.rawValue)
        }
    }

    private func rule(_ name: ParameterName) throws(RequestError) -> ParameterRule {
        if let rule = rules[name] { return rule }
        throw RequestError(
            .unsupportedRequiredParameter, "“\(scheme.name)” links have no “\(name.rawValue)”.",
            parameter: name.rawValue)
    }
}

extension PaymentDetails {
    /// Whether a link with these details has the parameter.
    fileprivate func has(_ name: ParameterName, sender: String?) -> Bool {
        switch name {
        case .pay, .request, .account: true
        case .sender: sender != nil
        case .amount: amount != nil
        case .lock: instantSend != nil
        case .label: label != nil
        case .message: message != nil
        case .proofOfPayment: proof != nil
        case .paymentRequest, .data: false
        }
    }
}
