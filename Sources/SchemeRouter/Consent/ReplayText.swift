/// The words about how the same link ended before.
struct ReplayText {
    let entry: JournalEntry
    let coin: CoinDescriptor
    let now: UnixTime
    /// Whether another wallet gets the link now.
    var goesElsewhere = false

    /// What became of it, and what going on would mean.
    var paragraphs: [Paragraph] {
        ["This very link was opened before. It ended \(own: age):"] + end + [warning]
    }

    var agree: String {
        !goesElsewhere && entry.end == .done && entry.request.action == .payment ? "Pay once more" : "Go on"
    }

    private var age: String {
        let seconds = max(0, now - entry.changed)
        return seconds == 1 ? "1 second ago" : "\(seconds) seconds ago"
    }

    private var end: [Paragraph] {
        switch (entry.end, entry.request.action) {
        case (.done, .payment):
            let amount = entry.amount ?? entry.request.amount
            return [
                amount.map { "Paid \(own: coin.text($0))" } ?? "Paid",
                entry.request.recipient.map { "to \(address: $0)" },
                entry.transaction.map { "Transaction: \(own: $0.id.hex)" },
            ].compactMap { $0 } + told
        case (.done, .address): return ["An address was given out."] + told
        case (.done, .masterPublicKey): return ["The master public keys were given out."] + told
        case (.done, .transfer), (.done, .transaction):
            return ["It was done."] + (entry.transaction.map { ["Transaction: \(own: $0.id.hex)"] } ?? []) + told
        case (.done, .login), (.done, .sign): return ["It was signed."] + told
        case (.done, .scanQR), (.done, .openHome), (.done, .openDapp), (.done, .withdraw), (.done, .channel),
            (.done, .askServer), (.done, .delegate), (.done, .claim):
            return ["It was done."]
        case (.handedOver, _):
            return [
                "You gave it to \(word: entry.program ?? "another program"). It is not known whether that one paid."
            ]
        case (.refused, _): return ["You refused; nothing was done."] + toldFailure
        case (.timedOut, _): return ["Nobody answered in time; nothing was done."] + toldFailure
        case (.failed, _) where entry.transaction != nil:
            return ["It was signed, but the network did not take it. Whoever got a copy could still send it."]
                + toldFailure
        case (.failed, _) where entry.program != nil: return ["Another wallet was to get it, and did not."]
        case (.failed, _): return ["It could not be done; nothing was sent."] + toldFailure
        case (.dropped, _): return ["You dropped it after it was signed; the network did not have it."] + toldFailure
        case (.unknown, _), (.interrupted, _), (nil, _): return ["It is not known what became of it."] + toldFailure
        }
    }

    private var told: [Paragraph] {
        switch entry.progress {
        case .calledBack: ["The asking program was told."]
        case .calling: ["It is not known whether the asking program was told."]
        case .seen, .approved, .signed, .sent: ["The asking program was not told."]
        }
    }

    private var toldFailure: [Paragraph] {
        switch entry.toldFailure {
        case .declined: ["The asking program was told that nothing came of it."]
        case .unknown: ["The asking program was told that it is not known what came of it."]
        case nil: []
        }
    }

    private var warning: Paragraph {
        if goesElsewhere { return "Going on gives it to another wallet, which may pay it once more." }
        return switch (entry.end, entry.request.action) {
        case (.done, .payment): "Going on makes another payment. You will be asked for the passcode first."
        case (.done, .transfer), (.done, .transaction):
            "Going on does it once more. You will be asked for the passcode first."
        default: "Going on asks you once more."
        }
    }
}
