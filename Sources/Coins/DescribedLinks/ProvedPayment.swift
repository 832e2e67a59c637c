import RouterDash
import SchemeRouter

/// The reply about a request of a described protocol that a wallet program of the person carried out:
/// `<sender>://callback=payack&address=…&txid=…&proof=…`, and `<sender>://callback=address&address=…&source=…`. Failures are
/// reported as to apps of the Dash family.
enum ProvedPayment {
    static let form = ReplyForm(
        name: "payment-proof", fields: ["callback", "address", "source", "request", "code"],
        results: [("txid", .txid), ("proof", .paymentProof)], done: ["payack", "address"],
        declined: ["error", "declined"], failed: ["error", "declined"], unknown: ["error", "unknown"])

    static func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        guard [.payment, .address].contains(request.action), let sender = request.sender,
            let usual = DashReplies.all.reply(to: request, ending: ending)?.link
        else { return nil }
        let isPaid = request.action == .payment && ending == .done
        return ReplyTemplate(
            link: LinkTemplate(to: sender, usual.fields + (isPaid ? [ReplyField("proof", .blank(.paymentProof))] : [])))
    }
}
