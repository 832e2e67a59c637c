import JournalConformance
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// A link, or a recipient and an amount, that was paid before, however long ago.
@Suite struct PaidBeforeTests {
    private static let chain = ChainID(coin: "dash", network: .main, isPractice: false)
    /// 2026-11-20 14:02:05 UTC.
    private static let then: UnixTime = 1_795_183_325
    private static func page(_ what: String = "paid this recipient the same amount") -> String {
        "Warning: you already \(what) on 2026-11-20 14:02 UTC."
    }

    private static func request(
        _ fingerprint: String = "f", recipient: String? = ExecutionFixture.address, chain: ChainID = chain
    ) -> JournalRequest {
        JournalRequest(
            action: .payment, scheme: "dash", fingerprint: fingerprint, chain: chain, sender: nil, recipient: recipient)
    }

    private static func entry(
        _ request: JournalRequest, id: Int64 = 3, amount: Int64 = 50_000_000, _ progress: JournalEntry.Progress = .sent,
        _ end: JournalEnd? = .done, settlement: Settlement? = nil, program: String? = nil
    ) -> JournalEntry {
        JournalEntry(
            id: id, seen: then, changed: then, request: request, progress: progress, end: end,
            amount: Amount(units: amount), fee: nil, transaction: .example, inputs: [], settlement: settlement,
            program: program)
    }

    /// The last page that the person is shown a day later.
    private static func consent(_ entry: JournalEntry, _ link: String = ExecutionFixture.pay) async throws -> String {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.now = then + 86_400
        fixture.journal.state.withLock { $0.earlier = [entry] }
        _ = try await fixture.run(link)
        return try #require(fixture.prompt.shown.last).flowing
    }

    @Test("S6: the same link is known again, whatever it paid then")
    func sameLink() async throws {
        let fingerprint = try ExecutionFixture().read(ExecutionFixture.pay).fingerprint
        let text = try await Self.consent(Self.entry(Self.request(fingerprint), amount: 1_000))
        #expect(text.contains(Self.page("paid this same link")), "\(text)")
    }

    @Test("S6: so are the same recipient and amount, by another link")
    func sameRecipient() async throws {
        let text = try await Self.consent(Self.entry(Self.request()))
        #expect(text.contains(Self.page()), "\(text)")
        let (total, notice) = (text.firstRange(of: "Total:"), text.firstRange(of: Self.page()))
        #expect(try #require(total).upperBound <= #require(notice).lowerBound, "\(text)")
        let label = try await Self.consent(
            Self.entry(Self.request()), "dash:\(ExecutionFixture.address)?amount=0.5&label=You%20never%20paid%20this")
        #expect(label.contains(Self.page()))
    }

    @Test("S6, S15: a link that another wallet may have received when this program was interrupted is known again")
    func interrupted() async throws {
        let fingerprint = try ExecutionFixture().read(ExecutionFixture.pay).fingerprint
        for (request, what) in [
            (Self.request(fingerprint), "this same link"),
            (Self.request(), "a link to this recipient for the same amount"),
        ] {
            for (program, words) in [
                ("electrum.desktop", "gave \(what) to electrum.desktop, which may have received and paid it."),
                ("clipboard", "copied the address of \(what). You may have paid it from another wallet."),
            ] {
                let text = try await Self.consent(Self.entry(request, .approved, .interrupted, program: program))
                let notice = "Warning: this program was interrupted on 2026-11-20 14:02 UTC while it \(words)"
                #expect(text.contains(notice), "\(text)")
            }
        }
    }

    @Test("a payment that may have been sent is described as such")
    func undecided() async throws {
        var fixture = ExecutionFixture()
        fixture.now = Self.then + 86_400
        let entry = Self.entry(Self.request(), .signed, .unknown)
        fixture.journal.state.withLock { $0.earlier = [entry] }
        let pages = try await LinkExecution(services: fixture.services).preview(try fixture.read(ExecutionFixture.pay))
        let text = pages.joined(separator: "\n").replacing("\n", with: " ")
        #expect(
            text.contains("Warning: you may already have paid this recipient the same amount on 2026-11-20 14:02 UTC"),
            "\(text)")
    }

    @Test("other amounts, recipients and networks, refused, dropped and handed-over ones are not the same")
    func others() async throws {
        let practice = ChainID(coin: "dash", network: .main, isPractice: true)
        let entries = [
            Self.entry(Self.request(), amount: 50_000_001), Self.entry(Self.request(recipient: nil)),
            Self.entry(Self.request(recipient: "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5")),
            Self.entry(Self.request(chain: practice)), Self.entry(Self.request(), .seen, .refused),
            Self.entry(Self.request(), .signed, .dropped), Self.entry(Self.request(), .signed, .failed),
            Self.entry(Self.request(), .approved, .handedOver, program: "electrum.desktop"),
        ]
        for entry in entries {
            let text = try await Self.consent(entry)
            #expect(!text.contains("Warning: you"), "\(entry)")
        }
    }

    @Test("S6: whatever took the money of a payment may have paid the same recipient, sent before or given up")
    func replaced() async throws {
        let amount = Amount(units: 50_000_000)
        for settlement in [nil, Settlement.final, .unwatched, .replaced] {
            let sent = Self.entry(Self.request(), settlement: settlement)
            #expect(sent.repeats(Self.request("g"), amount: amount), "\(String(describing: settlement))")
        }
        for (progress, end) in [(JournalEntry.Progress.calledBack, JournalEnd.done), (.signed, .dropped)] {
            let entry = Self.entry(Self.request(), progress, end, settlement: .replaced)
            #expect(entry.repeats(Self.request("g"), amount: amount), "\(end)")
            let text = try await Self.consent(entry)
            #expect(
                text.contains(
                    "Warning: payment #3 to this recipient, signed on 2026-11-20 14:02 UTC, was replaced: another "
                        + "transaction spent its money, and may have paid the same recipient."), "\(text)")
        }
    }

    @Test("of the payments to all spellings of an address the newest is named, and none but earlier ones")
    func newest() throws {
        let (old, new) = ("31h38a54tFMrR8kzBnP2241MFD2EUHtGha", "M7uBSTV2qNDHDe2tHfNMqhFkZucgRMpJQk")
        let chain = ChainID(coin: "litecoin", network: .main, isPractice: false)
        let intent = Intent.payment(
            PaymentIntent(
                chain: chain, inputs: [.example(60_000_000)], recipient: old, amount: Amount(units: 50_000_000)!,
                change: nil))
        for (later, earlier) in [(old, new), (new, old)] {
            let fixture = ExecutionFixture()
            fixture.journal.state.withLock { state in
                state.earlier = [
                    Self.entry(Self.request(recipient: later, chain: chain), id: 4),
                    Self.entry(Self.request(recipient: earlier, chain: chain), id: 3),
                ]
            }
            let read = try fixture.read("litecoin:\(old)?amount=0.5")
            let execution = LinkExecution(services: fixture.services)
            for (before, id) in [(5, 4), (4, 3), (3, nil)] as [(Int64, Int64?)] {
                #expect(try execution.paidBefore(intent, of: read, on: chain, before: before)?.entry.id == id)
            }
        }
    }

    @Test("bech32 addresses are the same in capitals")
    func capitals() {
        let entry = Self.entry(Self.request(recipient: "BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU"))
        let asked = Self.request("g", recipient: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
        #expect(entry.repeats(asked, amount: Amount(units: 50_000_000)))
        #expect(!entry.repeats(asked, amount: nil) && !entry.repeats(asked, amount: .zero))
    }
}
