import RouterDash
import SchemeRouter

/// The reply about a payment of a described protocol, which a wallet program of the person made:
/// `<sender>://callback=payack&address=…&txid=…&proof=…`. Failures are reported as to apps of the Dash family.
enum ProvedPayment {
    static let form = ReplyForm(
        name: "payment-proof", fields: ["callback", "address", "source", "request", "code"],
        results: [("txid", .txid), ("proof", .paymentProof)], done: ["payack"], declined: ["error", "declined"],
        failed: ["error", "declined"], unknown: ["error", "unknown"])

    static func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        guard request.action == .payment, let sender = request.sender,
            let usual = DashReplies.all.reply(to: request, ending: ending)?.link
        else { return nil }
        let proof = ending == .done ? [ReplyField("proof", .blank(.paymentProof))] : []
        return ReplyTemplate(link: LinkTemplate(to: sender, usual.fields + proof))
    }
}
