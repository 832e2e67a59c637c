/// A notice that the same was paid before, however long ago: the same link, or the same amount to the same recipient. Or
/// that another wallet may have received it, that a payment to the recipient was given up and can still be made, or that
/// something else took the money of one.
struct PaidText {
    /// The newest such entry of the journal (``JournalEntry/repeats(_:amount:)``, ``GivenUpPayments``).
    let entry: JournalEntry
    /// What is requested now.
    let request: JournalRequest
    /// As ``ReadLink/isTyped``: then there is no link to mention.
    let isTyped: Bool
    /// The recipient that was paid before, as the link has it; nil if the link has only one.
    var recipient: String?
    /// The person's own payment that took the money of that one, if the journal knows it.
    var replacement: JournalEntry?

    var paragraph: Paragraph {
        let time = UTCTime.minuteText(max(0, entry.changed))
        let isSameLink = !isTyped && entry.request.fingerprint == request.fingerprint
        let whom: Paragraph = recipient.map { "\(address: $0)" } ?? "this recipient"
        if entry.settlement == .replaced, let replacement, let id = replacement.transactionID {
            let payee: Paragraph = replacement.request.recipient.map { ", which paid \(address: $0)" } ?? ""
            return """
                Warning: payment #\(own: String(entry.id)) to \(whom), signed on \(own: time), was replaced by your payment \
                #\(own: String(replacement.id)), transaction \(own: id.hex)\(payee).
                """
        }
        guard entry.settlement != .replaced else {
            return """
                Warning: payment #\(own: String(entry.id)) to \(whom), signed on \(own: time), was replaced: another \
                transaction spent its money, and may have paid the same recipient. Look that up before you agree.
                """
        }
        guard !entry.isGivenUp else {
            return """
                Warning: payment #\(own: String(entry.id)) to \(whom), signed on \(own: time), was given up, but a server \
                that kept a copy could still send it.
                """
        }
        let isPayment = entry.request.action == .payment
        if let program = entry.program {
            let link: Paragraph = isSameLink ? "this same link" : "a link to \(whom) for the same amount"
            guard program != WalletProgram.clipboard.id else {
                return """
                    Warning: this program was interrupted on \(own: time) while it copied the address of \(link). You may \
                    have paid it from another wallet.
                    """
            }
            return """
                Warning: this program was interrupted on \(own: time) while it gave \(link) to \(word: program), which may \
                have received and paid it.
                """
        }
        let what: Paragraph =
            isSameLink
            ? isPayment ? "paid this same link" : "sent this same request"
            : "\(own: isPayment ? "paid" : "sent") \(whom) the same amount"
        guard entry.isUndecided else { return "Warning: you already \(what) on \(own: time)." }
        return """
            Warning: you may already have \(what) on \(own: time). It is not known whether the network has that \
            transaction.
            """
    }
}

extension Acceptance {
    /// What the person should know about it; nil if nothing needs to be said.
    public var reservation: String? {
        switch self {
        case .network: nil
        case .oneServer:
            "So far only one server reports the payment.".adding(Remedy.resume.text { "Run \($0) to check again." })
        }
    }
}
