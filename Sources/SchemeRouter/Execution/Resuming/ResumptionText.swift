/// The words about what an earlier start of the program left undone.
struct ResumptionText {
    let entry: JournalEntry
    let coin: CoinDescriptor
    let now: UnixTime
    /// By whose word the network has a payment that was sent now; nil for anything else.
    var acceptance: Acceptance?

    static let drop = "Drop it"
    static let notExecuted = "It was not"
    private static let leave = "Leave it"

    /// The dialogue about a payment that was signed long ago or refused, with what the network says of it.
    /// - Parameter rivals: the person's own payments that spend the same, where it raises a fee.
    func dialogue(_ state: PaymentState, besides rivals: Rivals) throws(PromptError) -> Dialogue {
        switch state {
        case .waiting, .confirmed, .unclear:
            try dialogue(
                [
                    """
                    The network does not have it, and does not say what became of its money. \
                    It can be sent as you approved it, or stay undecided.
                    """
                ], agree: "Send it now")
        case .gone:
            try dialogue(
                [
                    """
                    The network does not have it, and its money is unspent. It can be sent now as you approved it, or \
                    dropped.
                    """,
                    """
                    Whoever may have kept a copy of a dropped payment could still send it until its money is spent. So \
                    your next payment spends some of it and takes its place.
                    """,
                ], agree: "Send it now")
        case .firstWaits:
            try dialogue(
                [
                    """
                    It only raises the fee of payment \(own: first), which the network has and which waits for a block. Both spend \
                    the same money, so that only one of them can be confirmed.
                    """,
                    """
                    Sent now, as you approved it, it takes the place of the first. Dropped, it leaves the first as it is; \
                    whoever may have kept a copy of it could still send it. Either way the recipient is paid once.
                    """,
                ], agree: "Send it now")
        case .replaced(let other) where rivals.earlier.contains(other):
            try dialogue(
                [
                    """
                    It only raises the fee of payment \(own: first). The network has one of the two in a block already, which \
                    is not this one: the recipient is paid, and this one is of no use any more.
                    """
                ], agree: Self.drop)
        case .replaced(let other):
            try dialogue(
                [
                    "It cannot be paid any more: another transaction spends its money.",
                    "Transaction: \(own: other.hex)",
                    "Dropping it frees the rest of its money for other payments.",
                ] + raised, agree: Self.drop)
        }
    }

    /// The dialogue about a transaction of a named account that the network would still take.
    func dialogueWhileValid() throws(PromptError) -> Dialogue {
        try dialogue(
            ["The network may still execute it, but only once, however often it is sent."], agree: "Send it again")
    }

    /// The dialogue about a transaction of a named account whose time is over.
    func dialogueWhenOver() throws(PromptError) -> Dialogue {
        try dialogue(
            [
                """
                It has expired, so it can no longer be executed; but it may have been executed before. \
                Look the transaction up in a block explorer, or at the balance of your account.
                """,
                "Was it executed?",
            ], agree: "It was executed")
    }

    /// The dialogue about a program that may have the answer, or did not get the last one.
    /// - Parameter wording: what stands in each field of a plugin program's reply; nil for what was agreed to before.
    func dialogue(about receiver: Receiver, _ wording: String?) throws(PromptError) -> Dialogue {
        var who: [Paragraph] = []
        switch receiver {
        case .program(let program, let before):
            who = ["This program would get the answer now: \(KnownReceiver(program).text)."]
            if let before, before.executable != program.executable {
                who.append("Until now another program received the answers of this sender: \(before.text).")
            }
        case .page(let host): who = ["A page of \(word: host) would be asked for now."]
        case .server(let host): who = ["The result would be sent to the server \(word: host) now."]
        case .unreachable, .nobody: break
        }
        if let wording { who.append("The answer: \(Quoted(wording, limit: 1_000))") }
        let first: Paragraph =
            mayBeTold
            ? "The asking program was just being told of this payment, and it is not known whether it was. Look there:"
            : "The asking program was not told of this payment:"
        return Dialogue(title: title, pages: try layOut([first] + payment + who), agree: "Tell it", refuse: Self.leave)
    }

    /// Leaves the asking app without the answer, or with the one it has.
    var doNotTell: String { mayBeTold ? "It was told" : "Do not tell it" }

    private var mayBeTold: Bool { entry.progress == .calling }

    /// What the person is told of it; nil where nothing needs to be said.
    func summary(_ state: Resumed.State) -> [Paragraph]? {
        switch state {
        // An address or keys, which were told.
        case .finished where entry.transaction == nil: nil
        case .finished(let callback):
            ["An earlier payment is finished; nothing was paid anew."] + payment + reservation
                + [callback.reasonToTell ?? "The asking program got its answer."]
        case .replyOwed:
            [
                mayBeTold
                    ? "It is not known whether the asking program was told of this payment:"
                    : "The asking program was not told of this payment:"
            ] + payment + reservation + [howToAnswer]
        case .undecided(let reason):
            ["It is not known whether the network has this payment:"] + payment
                + .words(reason.message, reason.hint ?? "Do not pay again: “router resume” finishes it.")
        case .dropped: ["You dropped this payment; the network does not have it:"] + payment
        case .interrupted: nil
        case .sentAgain:
            ["The network did not show this payment any more. The same one was sent again; nothing was paid twice:"]
                + payment + reservation + takingPlace
        case .sentAfterAll:
            [
                """
                This payment had been given up, and the network says now that it has it: somebody kept a copy, and sent it.
                """
            ] + payment + takingPlace
        case .forgotten(let reason):
            ["The network took this payment, but no longer has it:"] + payment
                + .words(reason.message, reason.hint)
        case .unclear(let reason):
            ["The network took this payment. It is not known whether it still has it:"] + payment
                + .words(reason.message, reason.hint)
        case .replaced(let other):
            [
                "The network took this payment, but another transaction spends its money now, and only one can be confirmed:"
            ]
                + payment + ["The other transaction: \(own: other.hex)"] + raised
        case .unwatched:
            [
                """
                This payment is older than 30 days and is no longer checked. It is not known to be final:
                """
            ] + payment
        }
    }

    /// What one server says alone is called its word (S16).
    private var reservation: [Paragraph] { (acceptance?.reservation).map { [Paragraph(own: $0)] } ?? [] }

    /// What a payment means that only raises the fee of another one.
    private var raised: [Paragraph] {
        guard let first = entry.request.bumps else { return [] }
        return [
            """
            It only raises the fee of payment #\(own: "\(first)"). If that one is the other transaction, the recipient is paid \
            all the same, once.
            """
        ]
    }

    /// The payment whose fee it raises.
    private var first: String { entry.request.bumps.map { "#\($0)" } ?? "before" }

    private var takingPlace: [Paragraph] {
        guard entry.request.bumps != nil else { return [] }
        return [
            """
            It raises the fee of payment \(own: first) and takes its place. Both spend the same money, so that the recipient is \
            paid once.
            """
        ]
    }

    private var howToAnswer: Paragraph {
        entry.request.reply?.isInJournal == true
            ? "“router resume” gives it the answer, or asks you about it, while a plugin of the coin can write it."
            : "Open the same link again: the program then gets its answer, and nothing is paid anew."
    }

    var payment: [Paragraph] {
        let amount = entry.amount ?? entry.request.amount
        let what: Paragraph =
            switch (entry.request.action, amount) {
            case (.payment, let amount?): "Payment of \(own: coin.text(amount))"
            case (.transaction, _): "Calls of contracts"
            // The journal keeps a recipient only of what is known to be a payment.
            case (.transfer, _) where entry.request.recipient == nil: "A call of a contract"
            default: "Payment"
            }
        return [
            what, entry.request.recipient.map { "to \(address: $0)" },
            entry.request.sender.map { "asked for by \(Quoted($0, limit: Sender.maxLength))" },
            entry.transaction.map { "Transaction: \(own: $0.id.hex)" },
        ].compactMap(\.self)
    }

    var title: String { "\(entry.request.chain.isPractice ? "Practice: " : "")\(coin.title)" }

    var heading: String? { entry.request.chain.isPractice ? ConsentText.practice : nil }

    /// Every answer here moves or frees money without a passcode, so it must be typed.
    private func dialogue(_ paragraphs: [Paragraph], agree: String) throws(PromptError) -> Dialogue {
        Dialogue(
            title: title,
            pages: try layOut(["You approved this \(own: age), and it was not finished:"] + payment + paragraphs),
            agree: agree, refuse: Self.leave, mustBeTyped: true)
    }

    private func layOut(_ paragraphs: [Paragraph]) throws(PromptError) -> [String] {
        // Nothing of a foreign text is in it, so that it fits always.
        guard let pages = PageLayout.pages(notice: heading, paragraphs: paragraphs) else {
            throw .unavailable("the text does not fit")
        }
        return pages
    }

    private var age: String {
        switch now - entry.seen {
        case ..<0: "earlier, by another clock"
        case ..<120: "a moment ago"
        case let seconds where seconds < 7_200: "\(seconds / 60) minutes ago"
        case let seconds where seconds < 172_800: "\(seconds / 3_600) hours ago"
        case let seconds: "\(seconds / 86_400) days ago"
        }
    }
}
