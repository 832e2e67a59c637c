/// The text of the consent to a higher fee (S5).
struct BumpText: Sendable {
    let first: JournalEntry
    let sent: SentPayment
    let payment: PaymentIntent
    let coin: CoinDescriptor
    let basis: RaisedFee.Basis

    /// Why nobody is notified of the new payment.
    static let silence =
        "Nobody was notified of the new transaction: an app that asked for the payment has only the first transaction's id."

    /// - Parameter columns: of a line, as ``Prompt/columns``.
    func dialogue(columns: Int) throws -> Dialogue {
        let chain = payment.chain
        let notice = chain.isPractice ? ConsentText.practice : nil
        let heading: [Paragraph] = [
            "Raise the fee of payment #\(own: "\(first.id)"): \(amount: coin.text(payment.amount))",
            "to \(address: payment.recipient)",
        ]
        guard
            let text = PageLayout.text(
                about: .payment, notice: notice, heading: heading, columns: columns, groups: [paragraphs])
        else {
            throw RequestError.tooMuchToShow
        }
        let title = "\(chain.isPractice ? "Practice: " : "")\(coin.title)"
        return Dialogue(title: title, text: text, agree: "Raise the fee")
    }

    /// How the fee was determined.
    private var reason: [Paragraph] {
        switch basis {
        case .choice(let choice?): FeeText(choice: choice, coin: coin).paragraphs(isHigh: false)
        case .choice(nil): ["This is the “\(own: FeeLevel.fast.rawValue)” fee, the default."]
        case .least(let level, let wanted):
            [
                """
                It is the lowest fee for which networks replace a payment. “\(own: level.rawValue)” \
                would be \(own: coin.text(wanted)) now.
                """
            ]
        case .allChange: ["This uses all of the payment's change, because what is left would be below the dust limit."]
        }
    }

    private var paragraphs: [Paragraph] {
        let fee = payment.fee ?? .zero
        let more = fee.subtracting(sent.fee) ?? .zero
        let warnings = coin.warnings(aboutFeeOf: payment)
        var paragraphs: [Paragraph] = [
            "Current fee: \(own: coin.text(sent.fee)). New fee: \(own: coin.text(fee)).",
            """
            The difference of \(own: coin.text(more)) comes out of your \
            change\(own: payment.change == nil ? ", of which nothing is left" : ""). The recipient receives the same \
            amount.
            """,
        ]
        paragraphs += reason + warnings
        if !warnings.isEmpty { paragraphs.append("To pay less, refuse and use “--fee slow”, or a rate: “--fee RATE”.") }
        paragraphs += [
            """
            The same payment is sent again with this fee and replaces the first. Both spend the same money, so only \
            one of them can be confirmed.
            """
        ]
        if let sender = first.request.sender {
            paragraphs.append("\(Quoted(sender, limit: Sender.maxLength)) asked for it and will not be notified again.")
        }
        if let id = first.transaction?.id { paragraphs.append("The first transaction: \(own: id.hex)") }
        return paragraphs
    }
}
