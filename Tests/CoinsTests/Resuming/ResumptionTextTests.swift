import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What the person reads of a payment that an earlier start left, or that was sent before (S6).
@Suite struct ResumptionTextTests {
    private static let other = TransactionID(hex: String(repeating: "7", count: 64))!
    private static let chain = ChainID(coin: "dash", network: .main, isPractice: false)
    private static let mayHavePaid =
        "That one may have paid the same recipient: your node's wallet, for example, does that if you raise the fee there. "
        + "Look it up before you pay again."
    private static let payment = [
        "Payment of 0.5 DASH", "to \(ExecutionFixture.address)", "asked for by “myapp”",
        "Transaction: \(SignedTransaction.example.id.hex)",
    ]

    private static func entry(
        _ progress: JournalEntry.Progress = .sent, action: Action = .payment, amount: Int64? = 50_000_000,
        asked: Int64? = nil, recipient: String? = ExecutionFixture.address, bumps: Int64? = nil,
        reply: JournalReply? = .toSender, on chain: ChainID = chain, transaction: SignedTransaction? = .example
    ) -> JournalEntry {
        JournalEntry(
            id: 7, seen: 1_000_000, changed: 1_000_000,
            request: JournalRequest(
                action: action, scheme: "dash", fingerprint: "f", chain: chain, sender: "myapp",
                recipient: recipient, amount: asked.flatMap { Amount(units: $0) }, reply: reply, bumps: bumps),
            progress: progress, end: nil, amount: amount.flatMap { Amount(units: $0) }, fee: nil,
            transaction: transaction, inputs: [])
    }

    private static func text(
        _ entry: JournalEntry = entry(), after seconds: UnixTime = 0, by acceptance: Acceptance? = nil
    ) -> ResumptionText {
        ResumptionText(entry: entry, coin: .dash, now: 1_000_000 + seconds, acceptance: acceptance, columns: 60)
    }

    @Test(
        "how long ago it was is said in the largest unit of which there are at least two",
        arguments: [
            (-1, "earlier, by another clock"), (0, "a moment ago"), (119, "a moment ago"), (120, "2 minutes ago"),
            (7_199, "119 minutes ago"), (7_200, "2 hours ago"), (172_799, "47 hours ago"), (172_800, "2 days ago"),
        ] as [(UnixTime, String)])
    func age(seconds: UnixTime, words: String) throws {
        let dialogue = try Self.text(after: seconds).dialogueWhileValid()
        #expect(dialogue.flowing.hasPrefix("You approved this \(words), and it was not finished: "))
    }

    @Test("S6: every question has the payment, its choices and their consequences, and is answered by typing")
    func dialogues() throws {
        let shown = Self.payment.joined(separator: " ")
            .replacing(ExecutionFixture.address, with: ExecutionFixture.address.inFours)
        let start = "You approved this a moment ago, and it was not finished: \(shown) "
        let none = CompetingPayments()
        let cases: [(dialogue: Dialogue, text: String, agree: String)] = [
            (
                try Self.text().dialogue(.unclear, besides: none),
                "The network does not have it and does not show whether its money was spent. You can send it as you "
                    + "approved it, or leave it undecided.", "Send it now"
            ),
            (
                try Self.text().dialogue(.gone, besides: none),
                "The network does not have it, and its money is unspent. You can send it now as you approved it, or "
                    + "drop it. Anyone who kept a copy of a dropped payment could still send it until its money is "
                    + "spent. Your next payment therefore spends some of the same money and replaces it.", "Send it now"
            ),
            (
                try Self.text().dialogue(.replaced(by: Self.other), besides: none),
                "It can no longer be confirmed: another transaction spends its money. Transaction: \(Self.other.hex) "
                    + "Dropping it frees the rest of its money for other payments. \(Self.mayHavePaid)", "Drop it"
            ),
            (
                try Self.text(Self.entry(bumps: 3)).dialogue(.replaced(by: Self.other), besides: none),
                "It can no longer be confirmed: another transaction spends its money. Transaction: \(Self.other.hex) "
                    + "Dropping it frees the rest of its money for other payments. It only raises the fee of payment "
                    + "#3. If that payment is the other transaction, the recipient is still paid, once.", "Drop it"
            ),
            (
                try Self.text(Self.entry(bumps: 3)).dialogue(
                    .replaced(by: Self.other), besides: CompetingPayments(earlier: [Self.other])),
                "It only raises the fee of payment #3. The network already has the other payment in a block: the "
                    + "recipient is paid, and this one is no longer needed.", "Drop it"
            ),
            (
                try Self.text().dialogueWhenOver(),
                "It has expired, so it can no longer be executed; but it may have been executed before. Look up the "
                    + "transaction in a block explorer, or check the balance of your account. Was it executed?",
                "It was executed"
            ),
        ]
        for (dialogue, text, agree) in cases {
            #expect(dialogue.flowing.replacing("  ", with: " ") == start + text)
            #expect(dialogue.agree == agree && dialogue.refuse == "Leave it" && dialogue.mustBeTyped)
            #expect(dialogue.title == "Dash")
        }
        let practice = ChainID(coin: "dash", network: .main, isPractice: true)
        let dialogue = try Self.text(Self.entry(on: practice)).dialogueWhileValid()
        #expect(dialogue.title == "Practice: Dash" && dialogue.pages[0].hasPrefix(ConsentText.practice))
    }

    @Test("the payment has the amount that was agreed to, or else the one asked for; calls of contracts are named so")
    func payments() {
        for (entry, first) in [
            (Self.entry(amount: 1, asked: 2), "Payment of 0.00000001 DASH"),
            (Self.entry(amount: nil, asked: 2), "Payment of 0.00000002 DASH"), (Self.entry(amount: nil), "Payment"),
            (Self.entry(action: .transaction), "Contract calls"), (Self.entry(action: .transfer), "Payment"),
            (Self.entry(action: .transfer, recipient: nil), "A contract call"),
        ] { #expect(Self.text(entry).payment.first?.text == first) }
        #expect(Self.text().payment.map(\.text) == Self.payment)
    }

    @Test("S6: what became of a payment, whose word that is, and what to do")
    func summaries() throws {
        let reason = ServiceError(.networkRefused, "It was refused.", hint: "Wait.")
        let word = try #require(Acceptance.oneServer.reservation)
        let answer =
            "The answer can be delivered as long as a plugin of the coin can write it."
        let wait = "Open the same link again: the program then receives its answer, and nothing is paid again."
        let place =
            "It raises the fee of payment #3 and replaces it. Both spend the same money, so the recipient is paid once."
        let raised =
            "It only raises the fee of payment #3. If that payment is the other transaction, the recipient is still "
            + "paid, once."
        let again = "The network no longer showed this payment, so it was sent again; nothing was paid twice:"
        let replaced =
            "The network accepted this payment, but another transaction now spends its money, and only one can be "
            + "confirmed:"
        let cases: [(entry: JournalEntry, state: Resumed.State, lines: [String]?)] = [
            (Self.entry(transaction: nil), .finished(.none("x")), nil),
            (
                Self.entry(), .finished(.started(.demo)),
                ["An earlier payment is finished; nothing was paid again."] + Self.payment
                    + [word, "The requesting app received its answer."]
            ),
            (
                Self.entry(), .finished(.none("Nobody waits.")),
                ["An earlier payment is finished; nothing was paid again."] + Self.payment + [word, "Nobody waits."]
            ),
            (
                Self.entry(), .replyOwed,
                ["The requesting app was not notified of this payment:"] + Self.payment + [word, answer]
            ),
            (
                Self.entry(.calling, reply: .proof), .replyOwed,
                ["It is not known whether the requesting app was notified of this payment:"] + Self.payment
                    + [word, wait]
            ),
            (
                Self.entry(), .undecided(reason),
                ["It is not known whether the network has this payment:"] + Self.payment + ["It was refused.", "Wait."]
            ),
            (
                Self.entry(), .undecided(ServiceError(.networkRefused, "It was refused.")),
                ["It is not known whether the network has this payment:"] + Self.payment
                    + ["It was refused.", "Do not pay again. Finish that payment."]
            ),
            (
                Self.entry(), .dropped, ["You dropped this payment; the network does not have it:"] + Self.payment
            ),
            (Self.entry(), .interrupted, nil), (Self.entry(), .sentAgain, [again] + Self.payment + [word]),
            (Self.entry(bumps: 3), .sentAgain, [again] + Self.payment + [word, place]),
            (
                Self.entry(), .forgotten(reason),
                ["The network accepted this payment but no longer has it:"] + Self.payment
                    + ["It was refused.", "Wait."]
            ),
            (
                Self.entry(), .unclear(reason),
                ["The network accepted this payment. It is not known whether it still has it:"] + Self.payment
                    + ["It was refused.", "Wait."]
            ),
            (
                Self.entry(), .replaced(by: Self.other),
                [replaced] + Self.payment + ["The other transaction: \(Self.other.hex)", Self.mayHavePaid]
            ),
            (
                Self.entry(.signed), .replaced(by: Self.other),
                ["You dropped this payment, because another transaction spends its money:"] + Self.payment
                    + ["The other transaction: \(Self.other.hex)", Self.mayHavePaid]
            ),
            (
                Self.entry(bumps: 3), .replaced(by: Self.other),
                [replaced] + Self.payment + ["The other transaction: \(Self.other.hex)", raised]
            ),
            (
                Self.entry(), .unwatched,
                ["You decided that this payment is no longer checked. It is not known whether it will be made:"]
                    + Self.payment
            ),
        ]
        for (entry, state, lines) in cases {
            #expect(Self.text(entry, by: .oneServer).summary(state)?.map(\.text) == lines, "\(state)")
        }
    }

    @Test("of a coin that no descriptor names any more, the same is said without amounts")
    func withoutCoin() {
        let reason = ServiceError(.networkRefused, "It was refused.", hint: "Wait.")
        let cases: [(state: Resumed.State, lines: [String])] = [
            (
                .finished(.started(.demo)),
                ["It was completed and the requesting app was notified; only the end was not recorded."]
            ),
            (
                .replyOwed,
                [
                    "The requesting app is still waiting for the answer; it will be sent once the coin has a descriptor again."
                ]
            ),
            (.sentAgain, ["The network no longer showed this payment, so it was sent again."]),
            (
                .replaced(by: Self.other),
                ["What spends the money of this payment may have paid the same recipient: \(Self.other.hex)."]
            ),
            (.sentAfterAll, ["This payment had been given up, but the network reports that it has it."]),
            (.unwatched, ["This payment is no longer checked, as you decided."]),
            (.undecided(reason), ["It was refused.", "Wait."]),
            (.forgotten(reason), ["It was refused.", "Wait."]), (.unclear(reason), ["It was refused.", "Wait."]),
            (.dropped, ["You dropped it; the network does not have it."]),
            (
                .interrupted,
                [
                    "It ended before anything was signed, so nothing was sent. Open its link again if you still want it."
                ]
            ),
        ]
        for (state, lines) in cases {
            #expect(Resumed(entry: Self.entry(), state: state).text(nil) == lines)
        }
        #expect(Resumed(entry: Self.entry(), state: .dropped).text(.dash).count == 5)
    }

    @Test("S6: if an app may have been told something, nothing says that nothing was sent")
    func interruptedAnswer() {
        for action in Action.allCases {
            for progress in [JournalEntry.Progress.seen, .approved] {
                let entry = Self.entry(progress, action: action, transaction: nil)
                let text = Resumed(entry: entry, state: .interrupted).text(.dash).joined()
                let mayBeTold = progress == .approved && ![.payment, .transfer, .transaction].contains(action)
                #expect(text.contains("nothing was sent") != mayBeTold, "\(action) \(progress)")
                #expect(text.contains("not known whether the requesting app received its answer") == mayBeTold)
            }
        }
    }

    @Test("S6: nothing says that nothing was sent if another wallet may have received the link")
    func interruptedHandOver() {
        let unknown = "It is not known whether it was paid. Look in"
        for (program, words) in [
            (
                "w",
                [
                    "This program was interrupted while it gave a link to w, which may have received it.",
                    "\(unknown) that program before you open the link again.",
                ]
            ),
            (
                "clipboard",
                [
                    "This program was interrupted while it copied an address to the clipboard.",
                    "\(unknown) your wallet before you open the link again.",
                ]
            ),
        ] {
            let whole = Self.entry(.approved, asked: 50_000_000, transaction: nil)
            let entry = JournalEntry(
                id: 7, seen: 1, changed: 1, request: whole.request, progress: .approved, end: nil, amount: whole.amount,
                fee: nil, transaction: nil, inputs: [], program: program)
            let resumed = Resumed(entry: entry, state: .interrupted)
            #expect(resumed.text(nil) == words)
            #expect(resumed.text(.dash) == [words[0]] + Self.payment.dropLast() + [words[1]])
        }
        for action in Action.allCases where action != .payment {
            let request = JournalRequest(
                action: action, scheme: "dash", fingerprint: "f", chain: Self.chain, sender: nil, recipient: "X")
            let entry = JournalEntry(
                id: 7, seen: 1, changed: 1, request: request, progress: .approved, end: nil, amount: nil, fee: nil,
                transaction: nil, inputs: [], program: "w")
            let lines = [
                "This program was interrupted while it gave a link to w, which may have received it.",
                "It is not known what became of it. Look in that program before you open the link again.",
            ]
            #expect(Resumed(entry: entry, state: .interrupted).text(.dash) == lines, "\(action)")
        }
        // Nothing of our own was interrupted with an effect.
        #expect(Self.text(Self.entry(.approved, transaction: nil)).summary(.interrupted) == nil)
    }
}
