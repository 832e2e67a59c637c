import SchemeRouter

/// Reads `authority-params` links of Bitcoin-like coins into typed requests (seed documents of Dash and Axe).
public enum AuthorityRequests {
    /// The `req-` parameters honoured for a coin (S3): `IS` only where the coin has InstantSend. `label` is read and
    /// thrown away and `r` is never fetched, so neither can be required.
    public static func understood(for coin: CoinDescriptor) -> Set<ParameterName> {
        let always: Set<ParameterName> = [.pay, .request, .sender, .account, .amount, .message]
        return coin.hasInstantSend ? always.union([.instantSend]) : always
    }

    /// What `link` asks for.
    public static func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
        let read = try AuthorityLink(link, understood: understood)
        guard read.action != .scanQR else {
            return .scanQR(header(link, read, sender: nil, warnings: read.warnings))
        }
        guard let senderParameter = read.parameters[.sender] else {
            throw RequestError(.missingParameter, "The link does not say who asks.", parameter: "sender")
        }
        let sender = try Sender(senderParameter, of: link)
        switch read.action {
        case .payment:
            return .payment(try payment(link, read, sender))
        case .address:
            return .address(AddressRequest(header: header(link, read, sender: sender, warnings: read.warnings)))
        case .masterPublicKey, .scanQR:
            let account = try Self.account(read.parameters[.account], rule: rule(.account, read))
            return .key(
                KeyRequest(header: header(link, read, sender: sender, warnings: read.warnings), account: account))
        }
    }

    private static func payment(
        _ link: RoutedLink, _ read: borrowing AuthorityLink, _ sender: Sender
    ) throws(RequestError) -> PaymentRequest {
        guard let pay = read.parameters[.pay] else {
            throw RequestError(.missingParameter, "The link does not say whom to pay.", parameter: "pay")
        }
        if pay.value.isEmpty, let request = read.parameters[.paymentRequest] {
            throw RequestError(
                .paymentProtocolUnsupported,
                "The link has no address, only a BIP70 payment request, which is not fetched.",
                at: request.range, hint: "Ask the sender for a link with an address.")
        }
        let address = try AddressReading.read(pay, link)
        var amount: Amount?
        if let parameter = read.parameters[.amount] {
            amount = try Amount.requested(parameter, of: link.coin, minimum: rule(.amount, read)?.minimum)
        }
        var warnings = read.warnings
        if read.parameters.has(.paymentRequest) {
            warnings.append(
                LinkWarning(
                    .paymentProtocolIgnored, "The payment request behind “r” is not fetched; the address is used."))
        }
        let instantSend = try InstantSend.wish(read.parameters[.instantSend], of: link.coin, warnings: &warnings)
        let message = read.parameters[.message].map { parameter in
            ForeignText(parameter.value, limit: rule(.message, read)?.maximum ?? ForeignText.maxLength)
        }
        if message?.wasChanged == true {
            warnings.append(
                LinkWarning(.textSanitised, "Invisible characters were removed from the message, or it was cut."))
        }
        return PaymentRequest(
            header: header(link, read, sender: sender, warnings: warnings), form: .native, address: address,
            amount: amount, instantSend: instantSend, label: nil, message: message)
    }

    /// The account, 0 where the link does not say (seed documents, "Master public key").
    private static func account(_ parameter: LinkParameter?, rule: ParameterRule?) throws(RequestError) -> UInt32 {
        guard let parameter else { return 0 }
        let highest = rule?.maximum.flatMap { UInt32(exactly: $0) } ?? DerivationPath.hardened - 1
        let digits = String(decoding: parameter.value, as: UTF8.self)
        guard let number = UInt32(digits), String(number) == digits, number <= highest else {
            throw RequestError(
                .invalidAccount, "The account is no number from 0 to \(highest).", at: parameter.range,
                hint: "Accounts are plain numbers; most wallets have only 0.", parameter: "account")
        }
        return number
    }

    private static func rule(_ name: ParameterName, _ read: borrowing AuthorityLink) -> ParameterRule? {
        read.rules.first { $0.name == name }
    }

    private static func header(
        _ link: RoutedLink, _ read: borrowing AuthorityLink, sender: Sender?, warnings: [LinkWarning]
    ) -> RequestHeader {
        // "r" is not acted on: it counts as ignored, beside the warning that says so.
        var ignored = read.parameters.ignored
        if read.parameters.has(.paymentRequest) { ignored.append("r") }
        return RequestHeader(
            scheme: link.scheme.name, coin: link.coin.id, network: link.network, sender: sender,
            callbacks: link.scheme.callbacks, warnings: warnings, ignored: ignored)
    }
}
