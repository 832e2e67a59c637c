/// A notice that the same was paid before, however long ago: the same link, or the same amount to the same recipient.
struct PaidText {
    /// The newest such entry of the journal (``JournalEntry/repeats(_:amount:)``).
    let entry: JournalEntry
    /// What is requested now.
    let request: JournalRequest
    /// As ``ReadLink/isTyped``: then there is no link to mention.
    let isTyped: Bool

    var paragraph: Paragraph {
        let time = UTCTime.minuteText(max(0, entry.changed))
        let isSameLink = !isTyped && entry.request.fingerprint == request.fingerprint
        let what = isSameLink ? "with this same link" : "the same amount to the same recipient"
        let verb = entry.request.action == .payment ? "paid" : "sent"
        guard entry.isUndecided else { return "Warning: you \(own: verb) this on \(own: time), \(own: what)." }
        return """
            Warning: you may have \(own: verb) this on \(own: time), \(own: what). It is not known whether the network \
            has it.
            """
    }
}
