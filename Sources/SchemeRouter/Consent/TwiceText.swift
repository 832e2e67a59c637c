/// A notice that another wallet recently received the same link and may still have it, or may have paid it (S15).
struct TwiceText {
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
