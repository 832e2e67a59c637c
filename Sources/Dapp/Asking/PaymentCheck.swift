import RouterLinks

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
        case .paymentRequest: false
        }
    }
}
