import RouterTestSupport
import SchemeRouter
import Testing

/// `IS` and `req-IS` (Documentation/protocols/dash-axe.md §1.2, DIP-10), for both coins that have InstantSend.
@Suite struct InstantSendTests {
    static let links = [
        ExecutionFixture.pay, "axewallet:pay=PGPCZFfHq3yWouM6Gnz5iJPnGMUwSPzLZs&amount=0.5&sender=myapp",
        "axe:PGPCZFfHq3yWouM6Gnz5iJPnGMUwSPzLZs?amount=0.5",
    ]

    private func switchedOff(_ answers: FakePrompt.Answer...) -> ExecutionFixture {
        var fixture = ExecutionFixture(answers)
        fixture.settings.locksOff = ["dash", "axe"]
        return fixture
    }

    @Test("required and switched off: it is switched on for this payment, or nothing is paid", arguments: links)
    func required(_ link: String) async throws {
        let link = link + "&req-IS=1"
        for answer in [FakePrompt.Answer.fail(.refused), .otherwise] {
            let fixture = switchedOff(answer, ExecutionFixture.passcode)
            guard case .rejected(let error) = try await fixture.run(link) else {
                Issue.record("paid, although InstantSend was refused")
                return
            }
            #expect(error.code == .lockRequired && error.isRefusal)
            // Only one question, and no way to send normally.
            #expect(fixture.prompt.shown.count == 1 && fixture.signed.isEmpty && fixture.opened.isEmpty)
            #expect(fixture.journal.steps.last == .ended(.refused))
            #expect(fixture.prompt.told.isEmpty, "who refused need not be told")
        }
        guard case .timedOut = try await switchedOff(.fail(.timedOut)).run(link) else {
            Issue.record("nobody answered, and it ended otherwise")
            return
        }
        guard case .paid = try await switchedOff(.agree, ExecutionFixture.passcode).run(link) else {
            Issue.record("not paid with InstantSend")
            return
        }
    }

    @Test("optional and switched off: switched on, sent normally, or refused", arguments: links)
    func optional(_ link: String) async throws {
        let link = link + "&IS=1"
        for answer in [FakePrompt.Answer.agree, .otherwise] {
            guard case .paid = try await switchedOff(answer, ExecutionFixture.passcode).run(link) else {
                Issue.record("not paid after \(answer)")
                return
            }
        }
        guard case .refused = try await switchedOff(.fail(.refused)).run(link) else {
            Issue.record("not refused")
            return
        }
    }

    @Test("IS=0 and req-IS=0 ask nothing", arguments: links, ["&IS=0", "&req-IS=0"])
    func notWished(_ link: String, _ wish: String) async throws {
        let fixture = switchedOff(ExecutionFixture.passcode)
        guard case .paid = try await fixture.run(link + wish) else {
            Issue.record("not paid")
            return
        }
        #expect(fixture.prompt.shown.count == 1)
    }

    @Test("a value that means nothing is ignored where it is optional, and refused where it is required")
    func nonsense() throws {
        let fixture = ExecutionFixture()
        let read = try fixture.read(ExecutionFixture.pay + "&IS=yes")
        #expect(read.request.header.warnings.map(\.code) == [.lockValueIgnored])
        let error = #expect(throws: RequestError.self) { try fixture.read(ExecutionFixture.pay + "&req-IS=yes") }
        #expect(error?.code == .unsupportedRequiredParameter && error?.parameter == "IS")
    }

    @Test("S3: a coin without InstantSend refuses req-IS and ignores IS")
    func otherCoins() throws {
        let link = "bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA?amount=1"
        let error = #expect(throws: RequestError.self) { try ExecutionFixture().read(link + "&req-IS=1") }
        #expect(error?.code == .unsupportedRequiredParameter && error?.parameter == "IS")
        let read = try ExecutionFixture().read(link + "&IS=1")
        guard case .payment(let payment) = read.request else { return }
        #expect(payment.lock == nil && payment.header.ignored == ["IS"])
    }

    /// The wallet's change, still waiting for a block.
    private static func change(_ units: Int64) -> OwnedUTXO {
        OwnedUTXO(
            outpoint: Outpoint(transaction: SignedTransaction.example.id, index: 7), amount: Amount(units: units)!,
            path: DerivationPath.bip44(coinType: 5, account: 0).appending(1, 0), confirmations: 0,
            isFromOwnPayment: true)
    }

    @Test("required: only UTXOs in a block are spent, and if they do not suffice nothing is paid")
    func lockable() async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.keyring = FakeKeyring(utxos: [Self.change(100_000_000)])
        guard case .failed(let error) = try await fixture.run(ExecutionFixture.pay + "&req-IS=1") else {
            Issue.record("paid with UTXOs that cannot be locked")
            return
        }
        #expect(error.code == .insufficientFunds && error.message.contains("cannot be locked yet"))
        #expect(fixture.prompt.shown.isEmpty)
    }

    @Test("UTXOs in a block are preferred, and unless a lock is required others are spent where those do not suffice")
    func preference() async throws {
        // The change alone would be the better choice: it is the smallest UTXO that suffices.
        for (wish, confirmed, expected) in [
            ("&IS=1", 90_000_000, [6]), ("", 90_000_000, [6]), ("&IS=1", 40_000_000, [0]), ("", 40_000_000, [0]),
            ("&req-IS=1", 90_000_000, [6]),
        ] as [(String, Int64, [Int])] {
            var fixture = ExecutionFixture(ExecutionFixture.passcode)
            fixture.keyring = FakeKeyring(utxos: [Self.change(60_000_000), .example(confirmed)])
            guard case .paid = try await fixture.run(ExecutionFixture.pay + wish) else {
                Issue.record("not paid with \(wish)")
                return
            }
            #expect(fixture.signed.first?.inputs.map(\.confirmations) == expected, "\(wish) \(confirmed)")
        }
    }
}
