import RouterTestSupport
import Testing

@testable import SchemeRouter

/// The words about how the same link ended before.
@Suite struct ReplayWordsTests {
    private static func replay(
        _ action: Action, _ end: JournalEnd?, _ progress: JournalEntry.Progress = .seen,
        toldFailure: FailureCode? = nil, isSigned: Bool = false, settlement: Settlement? = nil,
        program: String? = nil, changed: UnixTime = 990, asked: Int64? = nil, paid: Int64? = nil
    ) throws -> ReplayText {
        let coin = try #require(try RouteTable.load([.shipped]).coin("dash"))
        let request = JournalRequest(
            action: action, scheme: "dashwallet", fingerprint: "f",
            chain: ChainID(coin: coin.id, network: .main, isPractice: false), sender: "myapp",
            amount: asked.flatMap { Amount(units: $0) })
        let entry = JournalEntry(
            id: 1, seen: changed, changed: changed, request: request, progress: progress, end: end,
            amount: paid.flatMap { Amount(units: $0) }, fee: nil, transaction: isSigned ? .example : nil, inputs: [],
            toldFailure: toldFailure, settlement: settlement,
            program: program)
        return ReplayText(entry: entry, coin: coin, now: 1_000)
    }

    private static func words(_ text: ReplayText) -> String { text.groups.joined().map(\.text).joined(separator: "\n") }

    @Test(
        "how long ago it ended is said to the second, and never in the future",
        arguments: [
            (998, "2 seconds ago"), (999, "1 second ago"), (1_000, "just now"), (1_001, "just now"),
            (900, "100 seconds ago"),
        ] as [(UnixTime, String)])
    func age(_ changed: UnixTime, _ words: String) throws {
        var text = try Self.replay(.payment, .done, changed: changed)
        #expect(text.groups[0].map(\.text) == ["This same link was opened before. It ended \(words):"])
        text.isTyped = true
        #expect(text.groups[0].map(\.text) == ["The same payment was started before. It ended \(words):"])
    }

    @Test("S6: what was paid is said, and what was asked for where the journal has no more than that")
    func amounts() throws {
        for (asked, paid, words) in [
            (nil, nil, "Paid"), (100_000_000, nil, "Paid 1 DASH"), (nil, 200_000_000, "Paid 2 DASH"),
            (100_000_000, 200_000_000, "Paid 2 DASH"), (.max, nil, "Paid"),
        ] as [(Int64?, Int64?, String)] {
            let text = try Self.replay(.payment, .done, .calledBack, asked: asked, paid: paid)
            #expect(text.groups[1].map(\.text) == [words, "The requesting app was notified."])
        }
    }

    @Test(
        "how long ago a link was handed over is said in seconds for two minutes, and then in minutes",
        arguments: [
            (1_001, "0 seconds"), (1_000, "0 seconds"), (999, "1 second"), (998, "2 seconds"), (881, "119 seconds"),
            (880, "2 minutes"), (821, "2 minutes"), (820, "3 minutes"),
        ] as [(UnixTime, String)])
    func twice(_ time: UnixTime, _ age: String) {
        for (isTyped, what) in [(false, "link"), (true, "payment")] {
            let before = HandedOverLink(fingerprint: "f", sentFingerprint: "f", program: "Wallet", at: time)
            #expect(
                RecentHandOverNotice(before: before, now: 1_000, isTyped: isTyped).paragraph.text
                    == "Warning: you handed this \(what) to “Wallet” \(age) ago. It may be open there, or already paid."
            )
        }
    }

    @Test("S6: something counts as done only where it was, and nothing where that is not known")
    func onlyWhatWasDone() throws {
        let claims = ["Paid", "It was done.", "was shared.", "were shared.", "It was signed."]
        for action in Action.allCases {
            let done = Self.words(try Self.replay(action, .done))
            #expect(claims.filter(done.contains).count == 1, "\(action): \(done)")
            for end in JournalEnd.allCases where end != .done {
                let text = Self.words(try Self.replay(action, end))
                #expect(!claims.contains(where: text.contains), "\(action), \(end): \(text)")
            }
        }
        for end in [nil, JournalEnd.unknown, .interrupted] {
            #expect(try Self.words(Self.replay(.payment, end)).contains("The outcome is unknown."))
        }
    }

    @Test("S6: what took the money of a payment may have paid the same recipient, so paying may be paying again")
    func replaced() throws {
        let replaced = try Self.replay(.payment, .done, .sent, isSigned: true, settlement: .replaced)
        let words = Self.words(replaced)
        #expect(words.contains("spent its money, and may have paid the same recipient.") && !words.contains("Paid"))
        #expect(words.contains("The requesting app was not notified."))
        #expect(replaced.agree == "Pay again")
        for end in [JournalEnd.failed, .dropped] {
            let givenUp = try Self.replay(.payment, end, .signed, isSigned: true, settlement: .replaced)
            #expect(Self.words(givenUp).contains("took its money, and may have paid the same recipient."))
        }
        for settlement in [nil, Settlement.final, .unwatched] {
            let made = try Self.replay(.payment, .done, .sent, isSigned: true, settlement: settlement)
            #expect(Self.words(made).contains("Paid") && made.agree == "Pay again")
        }
    }

    @Test("S6: a signed payment that failed can still be sent by whoever has it, which is said")
    func signedAndFailed() throws {
        let words = "Anyone who has a copy could still send it."
        #expect(try Self.words(Self.replay(.payment, .failed, isSigned: true)).contains(words))
        #expect(try !Self.words(Self.replay(.payment, .failed)).contains(words))
        #expect(
            try Self.words(Self.replay(.payment, .failed, program: "electrum.desktop"))
                .contains("The other wallet could not be started, or it reported a failure."))
        for action in [Action.payment, .transfer, .transaction] {
            let text = Self.words(try Self.replay(action, .done, isSigned: true))
            #expect(text.contains("Transaction: \(SignedTransaction.example.id.hex)"))
        }
    }

    @Test("whether the requesting app heard of it is said as far as it is known")
    func told() throws {
        for action in [Action.payment, .address, .masterPublicKey, .login, .transfer, .transaction, .sign] {
            for progress in JournalEntry.Progress.allCases {
                let words =
                    switch progress {
                    case .calledBack: "The requesting app was notified."
                    case .calling: "It is not known whether the requesting app was notified."
                    case .seen, .approved, .signed, .sent: "The requesting app was not notified."
                    }
                #expect(try Self.words(Self.replay(action, .done, progress)).contains(words))
            }
        }
        for end in [JournalEnd.refused, .timedOut, .locked, .failed, .dropped, .unknown] {
            let declined = Self.words(try Self.replay(.payment, end, toldFailure: .declined))
            #expect(declined.contains("notified that the request was not carried out"))
            let unknown = Self.words(try Self.replay(.payment, end, toldFailure: .unknown))
            #expect(unknown.contains("notified that the outcome is unknown"))
            #expect(try !Self.words(Self.replay(.payment, end)).contains("notified"))
        }
    }

    @Test("S5: who continues knows whether it is done again, and that a payment needs the passcode")
    func warning() throws {
        for action in Action.allCases {
            let text = Self.words(try Self.replay(action, .done))
            switch action {
            case .payment: #expect(text.contains("you make another payment. You will be asked for the passcode first."))
            case .transfer, .transaction:
                #expect(text.contains("it is done again. You will be asked for the passcode first."))
            default: #expect(text.hasSuffix("If you continue, you will be asked again."))
            }
            #expect(try Self.replay(action, .done).agree == (action == .payment ? "Pay again" : "Continue"))
            var elsewhere = try Self.replay(action, .done)
            elsewhere.goesElsewhere = true
            #expect(Self.words(elsewhere).hasSuffix("another wallet receives it and may pay it again."))
            #expect(elsewhere.agree == "Continue")
        }
    }
}
