/// The choice of a payment's fee, if the usual fee is worth a warning and a lower one exists. It comes before the
/// consent, which repeats everything with the chosen fee: no answer here pays anything (S5).
struct FeeQuestion: Sendable {
    let dialogue: Dialogue
    /// The usual fee, then the lower ones, each as an amount.
    let options: [PromptOption]
}

/// A payment with the fee of one level.
struct LevelledPayment: Sendable {
    let level: FeeLevel
    let payment: PaymentIntent
    /// The full transactions whose outputs it spends (S12).
    let previous: [TransactionID: [UInt8]]
}

extension ConsentText {
    /// - Parameter choices: the usual payment, then at least one with a lower fee. Returns nil if there is no choice.
    func feeQuestion(about choices: [LevelledPayment]) throws(RequestError) -> FeeQuestion? {
        guard let payment = choices.first?.payment else { return nil }
        let text = try layOut(
            heading: heading(.payment(payment)),
            groups: [
                link.coin.warnings(aboutFeeOf: payment) + [
                    """
                    You can pay less and wait longer for a block. Which fee do you want to pay? You are asked for your \
                    passcode next.
                    """
                ], [caller.saying(.asker), afterwards.saying(.answer)],
            ])
        return FeeQuestion(
            dialogue: Dialogue(title: title, text: text, agree: "OK", about: subject(.payment(payment))),
            options: choices.map {
                PromptOption(
                    "“\($0.level.rawValue)” for a fee of \(link.coin.text($0.payment.fee ?? .zero))",
                    detail: "within about \($0.level.blocks) blocks")
            })
    }
}
