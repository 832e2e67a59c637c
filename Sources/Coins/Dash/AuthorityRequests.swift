import RouterBitcoinFamily
import SchemeRouter

/// Reads `authority-params` links of Bitcoin-like coins into typed requests (Documentation/protocols/dash-axe.md §1).
extension DashLinks {
    /// Link → request.
    public func request(from link: RoutedLink, hasLock: Bool) throws(RequestError) -> WalletRequest {
        let read = try AuthorityLink(link)
        guard read.action != .scanQR else {
            return .scanQR(RequestHeader(read.parameters, of: link, sender: nil, warnings: read.warnings))
        }
        guard let senderParameter = read.parameters[.sender] else {
            throw RequestError(.missingParameter, "The link does not say who is asking.", parameter: "sender")
        }
        let sender = try Sender(senderParameter, of: link)
        if read.action == .payment { return .payment(try Self.payment(link, read, sender, hasLock: hasLock)) }
        let header = RequestHeader(read.parameters, of: link, sender: sender, warnings: read.warnings)
        switch read.action {
        case .address:
            return .address(header)
        default:
            // The master public keys: no other request with a sender is left.
            let account = try Self.account(read.parameters[.account], rule: read.rules[.account])
            return .key(KeyRequest(header: header, account: account))
        }
    }

    private static func payment(
        _ link: RoutedLink, _ read: borrowing AuthorityLink, _ sender: Sender, hasLock: Bool
    ) throws(RequestError) -> PaymentRequest {
        guard let pay = read.parameters[.pay] else {
            throw RequestError(.missingParameter, "The link does not say whom to pay.", parameter: "pay")
        }
        if pay.value.isEmpty, let request = read.parameters[.paymentRequest] {
            throw .onlyPaymentRequest(at: request.range)
        }
        let address = try AddressReading.read(pay.value, at: pay.range, of: link, parameter: "pay")
        let amount = try Amount.requested(
            read.parameters[.amount], of: link.coin, minimum: read.rules[.amount]?.minimum)
        var warnings = read.warnings
        CallerText.noteIgnoredRequest(read.parameters, warnings: &warnings)
        let lock = try PaymentLock.wish(hasLock ? read.parameters[.lock] : nil, warnings: &warnings)
        let message = CallerText.read(read.parameters[.message], rule: read.rules[.message], warnings: &warnings)
        return PaymentRequest(
            header: RequestHeader(read.parameters, of: link, sender: sender, warnings: warnings), form: .native,
            address: address, amount: amount, lock: lock, label: nil, message: message)
    }

    /// The account, 0 if the link does not say (Documentation/protocols/dash-axe.md §1.4).
    private static func account(_ parameter: LinkParameter?, rule: ParameterRule?) throws(RequestError) -> UInt32 {
        guard let parameter else { return 0 }
        let highest = rule?.maximum.flatMap { UInt32(exactly: $0) } ?? DerivationPath.hardened - 1
        let digits = String(decoding: parameter.value, as: UTF8.self)
        guard let number = UInt32(digits), String(number) == digits, number <= highest else {
            throw RequestError(
                .invalidAccount, "The account is not a number from 0 to \(highest).", at: parameter.range,
                hint: "Accounts are plain numbers; most wallets have only 0.", parameter: "account")
        }
        return number
    }
}
