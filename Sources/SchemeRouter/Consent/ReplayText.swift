/// The text about how the same link ended before.
struct ReplayText {
    let entry: JournalEntry
    let coin: CoinDescriptor
    let now: UnixTime
    /// Whether another wallet receives the link now.
    var goesElsewhere = false
    /// As ``ReadLink/isTyped``.
    var isTyped = false

    /// The earlier result, and what going on would mean.
    var groups: [[Paragraph]] {
        let first: Paragraph =
            "\(own: isTyped ? "The same payment was started" : "This same link was opened") before. It ended \(own: age):"
        return [[first], end, [warning]]
    }

    var agree: String {
        !goesElsewhere && entry.end == .done && entry.request.action == .payment ? "Pay again" : "Continue"
    }

    private var age: String {
        let seconds = max(0, now - entry.changed)
        return seconds == 0 ? "just now" : seconds == 1 ? "1 second ago" : "\(seconds) seconds ago"
    }

    private var end: [Paragraph] {
        switch (entry.end, entry.request.action) {
        case (.done, .payment) where entry.settlement == .replaced:
            return [
                """
                The network accepted this payment, but another transaction spent its money, and may have paid the same \
                recipient.
                """
            ] + told
        case (.done, .payment):
            let amount = entry.shownAmount
            return [
                amount.map { "Paid \(amount: coin.text($0))" } ?? "Paid",
                entry.request.recipient.map { "to \(address: $0)" },
                entry.transactionID.map { "Transaction: \(own: $0.hex)" },
            ].compactMap { $0 } + (isTyped ? [] : told)
        case (.done, .address): return ["An address was shared."] + told
        case (.done, .masterPublicKey): return ["The master public keys were shared."] + told
        case (.done, .transfer), (.done, .transaction):
            return ["It was done."] + (entry.transaction.map { ["Transaction: \(own: $0.id.hex)"] } ?? []) + told
        case (.done, .login), (.done, .sign): return ["It was signed."] + told
        case (.done, .scanQR), (.done, .openHome), (.done, .openDapp), (.done, .withdraw), (.done, .channel),
            (.done, .askServer), (.done, .delegate), (.done, .claim), (.done, .contact):
            return ["It was done."]
        case (.handedOver, _):
            return [
                "You handed it to \(word: entry.program ?? "another program"). It is not known whether that program paid."
            ]
        case (.refused, _): return ["You refused; nothing was done."] + toldFailure
        case (.timedOut, _): return ["Nobody answered in time; nothing was done."] + toldFailure
        case (.locked, _): return ["Too many wrong passcodes were typed; nothing was done."] + toldFailure
        case (.failed, _) where entry.settlement == .replaced, (.dropped, _) where entry.settlement == .replaced:
            return ["Another transaction took its money, and may have paid the same recipient."] + toldFailure
        case (.failed, _) where entry.nodeSignature == .asked, (.dropped, _) where entry.nodeSignature == .asked:
            return ["Your node was asked to sign it and did not say that it did. It could still send it."] + toldFailure
        case (.failed, _) where entry.transaction != nil:
            return ["It was signed, but the network rejected it. Anyone who has a copy could still send it."]
                + toldFailure
        case (.failed, _) where entry.program != nil:
            return ["The other wallet could not be started, or it reported a failure."]
        case (.failed, _): return ["It could not be done; nothing was sent."] + toldFailure
        case (.dropped, _): return ["You dropped it after it was signed; the network did not have it."] + toldFailure
        case (.unknown, _), (.interrupted, _), (nil, _): return ["The outcome is unknown."] + toldFailure
        }
    }

    private var told: [Paragraph] {
        switch entry.progress {
        case .calledBack: ["The requesting app was notified."]
        case .calling: ["It is not known whether the requesting app was notified."]
        case .seen, .approved, .signed, .sent: ["The requesting app was not notified."]
        }
    }

    private var toldFailure: [Paragraph] {
        switch entry.toldFailure {
        case .declined: ["The requesting app was notified that the request was not carried out."]
        case .unknown: ["The requesting app was notified that the outcome is unknown."]
        case nil: []
        }
    }

    private var warning: Paragraph {
        if goesElsewhere { return "If you continue, another wallet receives it and may pay it again." }
        return switch (entry.end, entry.request.action) {
        case (.done, .payment): "If you continue, you make another payment. You will be asked for the passcode first."
        case (.done, .transfer), (.done, .transaction):
            "If you continue, it is done again. You will be asked for the passcode first."
        default: "If you continue, you will be asked again."
        }
    }
}

/// A notice that another wallet recently received the same link and may still have it, or may have paid it (S15).
struct RecentHandOverNotice {
    let before: HandedOverLink
    let now: UnixTime
    /// As ``ReadLink/isTyped``.
    let isTyped: Bool

    var paragraph: Paragraph {
        let seconds = max(0, now - before.at)
        let age = seconds == 1 ? "1 second" : seconds < 120 ? "\(seconds) seconds" : "\(seconds / 60) minutes"
        return """
            Warning: you handed this \(own: isTyped ? "payment" : "link") to \(Quoted(before.program, limit: 80)) \(own: age) ago. It may be \
            open there, or already paid.
            """
    }
}
