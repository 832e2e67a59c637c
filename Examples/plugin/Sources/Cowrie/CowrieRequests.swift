import SchemeRouter

/// What links of the family ask for: payments of whole cowries, and who asks must be said.
enum CowrieRequests {
    static func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
        let read = try WalletLink(link)
        guard read.action == .payment, let recipient = read.parameters[.pay] else {
            throw RequestError(
                .unsupportedAction, "Links of \(link.coin.title) ask for payments only.",
                hint: "A link says “pay=<address>”.")
        }
        guard let sender = read.parameters[.sender], let amount = read.parameters[.amount], !amount.value.isEmpty else {
            throw RequestError(
                .missingParameter, "The link does not say who asks, or for how much.",
                hint: "Ask the sender for a link with “sender” and “amount”.")
        }
        let (message, warnings) = note(read.parameters[.message], read.warnings)
        return .payment(
            PaymentRequest(
                header: RequestHeader(
                    of: link, sender: try Sender(sender, of: link), warnings: warnings, ignored: read.parameters.ignored
                ),
                form: .native, address: try address(recipient, of: link),
                amount: try Amount.requested(amount, of: link.coin, minimum: nil), lock: nil, label: nil,
                message: message))
    }

    /// Byte for byte: what is shown and paid is what the link says.
    private static func address(_ parameter: LinkParameter, of link: RoutedLink) throws(RequestError) -> String {
        let text = String(decoding: parameter.value, as: UTF8.self)
        guard CowrieAddress(text) != nil else {
            throw RequestError(
                .invalidAddress, "This is not an address of \(link.coin.title).", at: parameter.range,
                hint: "It has two letters, and eighteen digits that belong together. Ask the sender for it again.",
                parameter: "pay")
        }
        return text
    }

    /// The texts of strangers are made safe to show, and the person is told.
    private static func note(
        _ parameter: LinkParameter?, _ warnings: [LinkWarning]
    ) -> (ForeignText?, [LinkWarning]) {
        guard let parameter else { return (nil, warnings) }
        let text = ForeignText(parameter.value)
        guard text.wasChanged else { return (text, warnings) }
        return (text, warnings + [LinkWarning(.textSanitised, "The message was cut, or had invisible characters.")])
    }
}
