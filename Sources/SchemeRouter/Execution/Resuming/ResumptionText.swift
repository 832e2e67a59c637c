/// The text about what an earlier start of the program left undone.
struct ResumptionText {
    let entry: JournalEntry
    let coin: CoinDescriptor
    let now: UnixTime
    /// Who confirmed that the network has a payment that was sent now; nil for anything else.
    var acceptance: Acceptance?
    /// As ``Prompt/columns``.
    var columns = LineLayout.maxColumns

    static let drop = "Drop it"
    static let stopFollowing = "Stop checking it"
    static let notMade = "It was not made"
    static let notExecuted = "It was not executed"
    private static let leave = "Leave it"

    /// The dialogue about a payment that was signed long ago or refused, with its state on the network.
    /// - Parameter rivals: the person's own payments that spend the same outputs, if it raises a fee.
    func dialogue(_ state: PaymentState, besides rivals: CompetingPayments) throws(PromptError) -> Dialogue {
        switch state {
        case .waiting, .confirmed, .unclear:
            try dialogue(
                [
                    """
                    The network does not have it and does not show whether its money was spent. You can send it as you \
                    approved it, or leave it undecided.
                    """
                ], agree: "Send it now")
        case .gone:
            try dialogue(
                [
                    """
                    The network does not have it, and its money is unspent. You can send it now as you approved it, or \
                    drop it.
                    """,
                    """
                    Anyone who kept a copy of a dropped payment could still send it until its money is spent. Your \
                    next payment therefore spends some of the same money and replaces it.
                    """,
                ], agree: "Send it now")
        case .firstWaits:
            try dialogue(
                [
                    """
                    It only raises the fee of payment \(own: first), which the network has and which is waiting for a \
                    block. Both spend the same money, so only one of them can be confirmed.
                    """,
                    """
                    If you send it now, as you approved it, it replaces the first. If you drop it, the first stays as \
                    it is, but anyone who kept a copy of this one could still send it. Either way, the recipient is \
                    paid once.
                    """,
                ], agree: "Send it now")
        case .replaced(let other) where rivals.earlier.contains(other):
            try dialogue(
                [
                    """
                    It only raises the fee of payment \(own: first). The network already has the other payment in a \
                    block: the recipient is paid, and this one is no longer needed.
                    """
                ], agree: Self.drop)
        case .replaced(let other):
            try dialogue(
                [
                    "It can no longer be confirmed: another transaction spends its money.",
                    "Transaction: \(own: other.hex)",
                    "Dropping it frees the rest of its money for other payments.",
                ] + whatReplaced, agree: Self.drop)
        }
    }

    /// The dialogue about a payment that the network accepted long ago, by this computer's clock, and does not show now.
    func dialogueWhenOld(_ state: PaymentState) throws(PromptError) -> Dialogue {
        let finding: Paragraph =
            state == .unclear
            ? "The network does not show it now, and not what spent its money."
            : "The network no longer has it, and its money is unspent."
        let more: [Paragraph] = [
            "\(finding) If you still want it to be made, send it again: the network accepts it only once.",
            """
            If you stop checking it, its money is free for other payments. Anyone who kept a copy could still send it until \
            that money is spent.
            """,
            "If this computer's clock is wrong, leave it and set the clock.",
        ]
        return Dialogue(
            title: title,
            text: try layOut(["You made this payment \(own: age), by this computer's clock:"] + payment + more),
            agree: "Send it again", refuse: Self.leave, mustBeTyped: true)
    }

    /// The dialogue about a payment that a node's wallet was asked to sign, of which the network does not show what became.
    func dialogueWhenUnseen(spending inputs: [Outpoint]) throws(PromptError) -> Dialogue {
        let listed = inputs.prefix(Self.mostInputs).map { Paragraph(own: "\($0)") }
        let rest = inputs.count - listed.count
        return try dialogue(
            [
                """
                A node's wallet was asked to sign it when this program was interrupted, and could have sent it. The network \
                does not show what became of its money. Look at the payments of that wallet, or look up in a block \
                explorer what spent these outputs:
                """
            ] + listed + (rest > 0 ? ["and \(own: "\(rest)") more"] : []) + [
                """
                If it was made, it counts as paid, and its link shows a warning. If it was not, that wallet could still \
                send it: a payment to the same recipient is refused if it cannot prevent that.
                """
            ], agree: "It was made")
    }

    private static let mostInputs = 5

    /// The dialogue about a named account's transaction that the network would still accept.
    func dialogueWhileValid() throws(PromptError) -> Dialogue {
        try dialogue(
            ["The network can still execute it, but only once, however often it is sent."], agree: "Send it again")
    }

    /// The dialogue about a named account's transaction that has expired.
    func dialogueWhenOver() throws(PromptError) -> Dialogue {
        try dialogue(
            [
                """
                It has expired, so it can no longer be executed; but it may have been executed before. \
                Look up the transaction in a block explorer, or check the balance of your account.
                """,
                "Was it executed?",
            ], agree: "It was executed")
    }

    /// The dialogue about a program that may already have the answer, or did not receive the last one.
    /// - Parameters:
    ///   - agreed: the program that the person agreed to; nil if that is not recorded.
    ///   - wording: the contents of each field of a plugin program's reply; nil for what was agreed to before.
    func dialogue(
        about receiver: Receiver, _ agreed: AgreedReceiver?, _ wording: String?
    ) throws(PromptError) -> Dialogue {
        var who: [Paragraph] = []
        switch receiver {
        case .program(let program, let before):
            who = ["This program would now receive the answer: \(KnownReceiver(program).text)."]
            if let agreed {
                if !agreed.program.isSame(as: program) {
                    who.append("You agreed to another program: \(agreed.program.text(besides: program)).")
                } else if !agreed.isSame(as: program) {
                    who.append("You agreed to this program, but its files have changed since.")
                }
            } else {
                who.append("It is not recorded to which program you agreed.")
                if let before, !before.isSame(as: program) {
                    who.append(
                        "Earlier answers of this sender went to \(before.text(besides: program)).")
                }
            }
        case .page(let host): who = ["A page of \(word: host) would be requested now."]
        case .server(let host): who = ["The result would be sent to the server \(word: host) now."]
        case .unreachable, .nobody: break
        }
        if let wording { who.append("The answer: \(Quoted(wording, limit: 1_000))") }
        let first: Paragraph =
            mayBeTold
            ? "The requesting app was being notified of this payment, and it is not known whether it received the answer. Check there:"
            : "The requesting app was not notified of this payment:"
        return Dialogue(
            title: title, text: try layOut([first] + payment + who), agree: "Notify it", refuse: Self.leave)
    }

    /// The button that leaves the requesting app without the answer, or with the one it has.
    var doNotTell: String { mayBeTold ? "It was notified" : "Do not notify it" }

    private var mayBeTold: Bool { entry.progress == .calling }

    /// The message about it; nil if nothing needs to be said.
    func summary(_ state: Resumed.State) -> [Paragraph]? {
        switch state {
        // An address or keys, which were shared.
        case .finished where entry.transaction == nil: nil
        case .finished(let callback):
            ["An earlier payment is finished; nothing was paid again."] + payment + reservation
                + [callback.reasonToTell ?? "The requesting app received its answer."]
        case .replyOwed:
            [
                mayBeTold
                    ? "It is not known whether the requesting app was notified of this payment:"
                    : "The requesting app was not notified of this payment:"
            ] + payment + reservation + [answerHint]
        case .undecided(let reason):
            ["It is not known whether the network has this payment:"] + payment
                + .words(reason.message, reason.hint ?? Remedy.finish)
        case .dropped where entry.nodeSignature == .asked:
            ["A node's wallet was asked to sign this payment when it was interrupted. The network does not have it:"]
                + payment
                + [
                    """
                    The next payment from that wallet to the same recipient spends the same money, so that only one of the \
                    two can be made.
                    """
                ]
        case .dropped: ["You dropped this payment; the network does not have it:"] + payment
        case .interrupted where entry.isInterruptedHandOver:
            Self.handOver(of: entry, entry.request.action == .payment ? payment : [])
        case .interrupted: nil
        case .sentAgain:
            ["The network no longer showed this payment, so it was sent again; nothing was paid twice:"]
                + payment + reservation + takingPlace
        case .sentAfterAll:
            [
                """
                This payment had been given up, but the network now reports it: somebody kept a copy and sent it.
                """
            ] + payment + reservation + takingPlace
        case .forgotten(let reason):
            ["The network accepted this payment but no longer has it:"] + payment
                + .words(reason.message, reason.hint)
        case .unclear(let reason):
            ["The network accepted this payment. It is not known whether it still has it:"] + payment
                + .words(reason.message, reason.hint)
        case .replaced(let other) where entry.progress == .signed:
            ["You dropped this payment, because another transaction spends its money:"] + payment
                + ["The other transaction: \(own: other.hex)"] + whatReplaced
        case .replaced(let other):
            [
                "The network accepted this payment, but another transaction now spends its money, and only one can be confirmed:"
            ]
                + payment + ["The other transaction: \(own: other.hex)"] + whatReplaced
        case .unwatched:
            [
                """
                You decided that this payment is no longer checked. It is not known whether it will be made:
                """
            ] + payment
        }
    }

    /// That another wallet may have received a link, and what to do.
    static func handOver(of entry: JournalEntry, _ payment: [Paragraph]) -> [Paragraph] {
        let isCopy = entry.program == WalletProgram.clipboard.id
        let isPayment = entry.request.action == .payment
        let program = entry.program ?? "another program"
        let first: Paragraph =
            isCopy
            ? "This program was interrupted while it copied an address to the clipboard."
            : "This program was interrupted while it gave a link to \(word: program), which may have received it."
        let last: Paragraph = """
            It is not known \(own: isPayment ? "whether it was paid" : "what became of it"). Look in \
            \(own: isCopy ? "your wallet" : "that program") before you open the link again.
            """
        return [first] + payment + [last]
    }

    /// A report by a single server is called that server's word (S16).
    private var reservation: [Paragraph] { (acceptance?.reservation).map { [Paragraph(own: $0)] } ?? [] }

    /// What the transaction that spends the money of this payment may have done.
    private var whatReplaced: [Paragraph] {
        guard let first = entry.request.bumps else {
            return [
                """
                That one may have paid the same recipient: your node's wallet, for example, does that if you raise the \
                fee there. Look it up before you pay again.
                """
            ]
        }
        return [
            """
            It only raises the fee of payment #\(own: "\(first)"). If that payment is the other transaction, the \
            recipient is still paid, once.
            """
        ]
    }

    /// The payment whose fee it raises.
    private var first: String { entry.request.bumps.map { "#\($0)" } ?? "before" }

    private var takingPlace: [Paragraph] {
        guard entry.request.bumps != nil else { return [] }
        return [
            """
            It raises the fee of payment \(own: first) and replaces it. Both spend the same money, so the recipient is \
            paid once.
            """
        ]
    }

    private var answerHint: Paragraph {
        entry.request.reply?.isInJournal == true
            ? Paragraph(
                own: Remedy.resume.text(
                    {
                        "\($0) delivers the answer, or asks you about it, as long as a plugin of the coin can write it."
                    },
                    or: "The answer can be delivered as long as a plugin of the coin can write it."))
            : "Open the same link again: the program then receives its answer, and nothing is paid again."
    }

    var payment: [Paragraph] {
        let amount = entry.shownAmount
        let what: Paragraph =
            switch (entry.request.action, amount) {
            case (.payment, let amount?): "Payment of \(amount: coin.text(amount))"
            case (.transaction, _): "Contract calls"
            // The journal stores a recipient only for known payments.
            case (.transfer, _) where entry.request.recipient == nil: "A contract call"
            default: "Payment"
            }
        let transaction: Paragraph? = entry.transactionID.map { "Transaction: \(own: $0.hex)" }
        return [
            what, entry.request.recipient.map { "to \(address: $0)" },
            entry.request.sender.map { "asked for by \(Quoted($0, limit: Sender.maxLength))" },
            transaction,
        ].compactMap(\.self)
    }

    var title: String { "\(entry.request.chain.isPractice ? "Practice: " : "")\(coin.title)" }

    var heading: String? { entry.request.chain.isPractice ? ConsentText.practice : nil }

    /// Every answer here moves or frees money without a passcode, so it must be typed.
    private func dialogue(_ paragraphs: [Paragraph], agree: String) throws(PromptError) -> Dialogue {
        Dialogue(
            title: title,
            text: try layOut(["You approved this \(own: age), and it was not finished:"] + payment + paragraphs),
            agree: agree, refuse: Self.leave, mustBeTyped: true)
    }

    private func layOut(_ paragraphs: [Paragraph]) throws(PromptError) -> LaidOutText {
        // It contains no foreign text, so it always fits.
        guard
            let text = PageLayout.text(about: .payment, notice: heading, columns: columns, groups: [paragraphs])
        else { throw .unavailable("the text does not fit") }
        return text
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
