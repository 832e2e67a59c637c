import JournalConformance
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What the next start does with a transaction of a named account that was signed (S6). Its network cannot be asked about
/// it, but takes it only for a time, and executes the same bytes only once.
@Suite struct ResumptionTests {
    private struct Left {
        var fixture: MYKEYFixture
        let journal = MemoryJournal()
        let signed: SignedTransaction

        /// - Parameters:
        ///   - age: how long ago it was signed, in seconds.
        ///   - expires: when the network stops taking it, from now, in seconds; nil for never.
        init(age: UnixTime, expires: UnixTime?, isSent: Bool = false, _ answers: FakePrompt.Answer...) throws {
            fixture = MYKEYFixture()
            fixture.prompt = FakePrompt(answers)
            let read = try MYKEYFixture.read(DappExecutionTests.transferLink)
            signed = SignedTransaction(
                id: SignedTransaction.example.id, bytes: [4, 5, 6], expires: expires.map { MYKEYFixture.now + $0 })
            let chain = ChainID(coin: "eos", network: .main, isPractice: false)
            let entry = try journal.begin(read.journalRequest(on: chain), at: MYKEYFixture.now - age)
            let signer = AccountSigner(account: "bobbobbobbob", permission: "active")
            let intent = ActionsIntent(chain: chain, chainID: [7], signer: signer, actions: [])
            let steps: [JournalStep] =
                [.approved(.actions(intent)), .signed(signed, inputs: [])] + (isSent ? [.sent] : [])
            for step in steps { try journal.note(step, of: entry, at: MYKEYFixture.now - age) }
        }

        var services: Services {
            var services = fixture.services
            services.journal = journal
            return services
        }

        func resume() async throws -> Resumed.State? {
            try await Resumption(services: services, router: MYKEYFixture.router()).run().first?.state
        }

        var sent: [SignedTransaction] { fixture.execution.sent.withLock { $0 } }
        var last: JournalEntry? { get throws { try journal.newest(1).first } }
    }

    @Test("S6: a young transaction is sent again as the same bytes, and never signed again")
    func young() async throws {
        let left = try Left(age: 60, expires: 60)
        #expect(try await left.resume() == .replyOwed)
        #expect(left.sent == [left.signed])
        #expect(left.fixture.keyring.signedActions.withLock { $0 }.isEmpty)
        #expect(left.fixture.prompt.shown.isEmpty && left.fixture.posted.isEmpty && left.fixture.opened.isEmpty)
        #expect(try left.last?.progress == .sent)
    }

    @Test("S6: an answer that is lost again, or a refusal while the network may still take it, decides nothing")
    func ambiguous() async throws {
        for code in [ServiceError.Code.answerUnknown, .networkUnreachable, .networkRefused, .insufficientFunds] {
            var left = try Left(age: 60, expires: -30, .agree, .otherwise)
            left.fixture.execution = FakeAccountChain(refusing: ServiceError(code, "no"))
            guard case .undecided(let error)? = try await left.resume(), error.code == code else {
                Issue.record("decided by \(code)")
                return
            }
            #expect(left.fixture.prompt.shown.isEmpty)
            #expect(try left.journal.undecidedPayments().count == 1)
        }
    }

    @Test("S6: an old transaction that the network still takes is sent again only if the person says so")
    func stillValid() async throws {
        let agreed = try Left(age: 700, expires: 0, .agree)
        #expect(try await agreed.resume() == .replyOwed)
        #expect(agreed.sent == [agreed.signed])
        // There is no “it was not executed” while it can be.
        let other = try Left(age: 700, expires: 0, .otherwise)
        guard case .undecided? = try await other.resume() else {
            Issue.record("dropped what could still be executed")
            return
        }
        #expect(other.sent.isEmpty)
    }

    @Test("S6, S16: once its time is over by both clocks, the person says whether it was executed")
    func over() async throws {
        let executed = try Left(age: 7_000, expires: -600, .agree)
        #expect(try await executed.resume() == .replyOwed)
        let dropped = try Left(age: 7_000, expires: -600, .otherwise)
        #expect(try await dropped.resume() == .dropped)
        #expect(try dropped.last?.end == .dropped)
        let left = try Left(age: 7_000, expires: -600, .fail(.refused))
        guard case .undecided? = try await left.resume() else {
            Issue.record("decided by nobody")
            return
        }
        for left in [executed, dropped, left] { #expect(left.sent.isEmpty) }
    }

    @Test(
        "S16: its time is over by this computer's clock and by the network's, ten minutes past, and never by one alone",
        arguments: [
            (-600, 60, true), (-600, 0, true), (-599, 60, false), (-600, -1, false), (-540, 7_200, false),
            (-7_200, -6_601, false), (-7_200, -6_600, true), (0, 7_200, false), (60, 7_200, false),
        ])
    func twoClocks(_ expires: UnixTime, _ network: UnixTime, _ isOver: Bool) async throws {
        // “It was not” is offered only where it is over; elsewhere the same answer leaves it undecided.
        var left = try Left(age: 9_000, expires: expires, .otherwise)
        left.fixture.execution = FakeAccountChain(expiration: UInt32(MYKEYFixture.now + network))
        let state = try await left.resume()
        #expect((state == .dropped) == isOver)
        #expect(try left.journal.undecidedPayments().isEmpty == isOver)
        #expect(left.sent.isEmpty && left.fixture.prompt.shown.count == 1)
    }

    @Test(
        "S6: once its time is over a refusal lets the person say what became of it, and a network that is away does not"
    )
    func overAndRefused() async throws {
        for (code, isAsked) in [
            (ServiceError.Code.answerUnknown, false), (.networkUnreachable, false), (.networkRefused, true),
            (.insufficientFunds, true),
        ] {
            var left = try Left(age: 60, expires: -600, .otherwise)
            left.fixture.execution = FakeAccountChain(refusing: ServiceError(code, "no"))
            let state = try await left.resume()
            #expect((state == .dropped) == isAsked && left.fixture.prompt.shown.isEmpty != isAsked, "\(code)")
            #expect(try left.journal.undecidedPayments().isEmpty == isAsked)
        }
    }

    @Test("S6: what never expires is never over, and nothing is sent to another network than it was signed for")
    func endless() async throws {
        let left = try Left(age: 9_000, expires: nil, .otherwise)
        guard case .undecided? = try await left.resume() else {
            Issue.record("dropped what could still be executed")
            return
        }
        for age in [60, 9_000] as [UnixTime] {
            var practice = try Left(age: age, expires: 60, .agree)
            practice.fixture.isPractice = true
            guard case .undecided(let error)? = try await practice.resume() else {
                Issue.record("decided by another network")
                continue
            }
            #expect(error.code == .noNetwork && practice.sent.isEmpty && practice.fixture.prompt.shown.isEmpty)
        }
    }

    @Test("S16: a refused transaction that could still be executed is finished by its link, and never signed anew")
    func refusedForNow() async throws {
        let fixture = MYKEYFixture()
        let journal = MemoryJournal()
        var first = fixture
        first.prompt = FakePrompt([MYKEYFixture.passcode])
        // As a node is told of that refuses what it could keep (NodeosSending).
        first.execution = FakeAccountChain(refusing: ServiceError(.answerUnknown, "It could still be executed."))
        var services = first.services
        services.journal = journal
        let link = try MYKEYFixture.read(DappExecutionTests.transferLink)
        guard case .unknown = await LinkExecution(services: services).run(link).outcome else {
            Issue.record("it was decided by a refusal")
            return
        }
        #expect(first.keyring.signedActions.withLock { $0.count } == 1)
        let signed = try #require(try journal.undecidedPayments().first?.transaction)
        // The same link once more, on a network that takes it now.
        var second = fixture
        second.execution = FakeAccountChain()
        services = second.services
        services.journal = journal
        _ = await LinkExecution(services: services).run(link)
        #expect(second.execution.sent.withLock { $0 } == [signed])
        #expect(second.keyring.signedActions.withLock { $0.count } == 1)
    }

    @Test("S6: the same link finishes the earlier transaction: the dapp and its server are told, nothing is signed")
    func sameLink() async throws {
        for isSent in [true, false] {
            let left = try Left(age: 60, expires: 60, isSent: isSent, MYKEYFixture.passcode)
            let read = try MYKEYFixture.read(DappExecutionTests.transferLink)
            guard case .replied(let result, _) = await LinkExecution(services: left.services).run(read).outcome else {
                Issue.record("not answered")
                return
            }
            #expect(result.content == .executed(left.signed.id))
            #expect(left.fixture.posted.count == 1 && left.fixture.opened.count == 1)
            #expect(left.sent == (isSent ? [] : [left.signed]))
            #expect(left.fixture.keyring.signedActions.withLock { $0 }.isEmpty)
            #expect(try left.last?.end == .done && left.journal.newest(5).count == 1)
        }
    }

    @Test("S7: a dapp that may no longer be answered is not, and neither is its server")
    func forbidden() async throws {
        var left = try Left(age: 60, expires: 60, isSent: true, MYKEYFixture.passcode)
        left.fixture.settings.policy.senders = []
        let read = try MYKEYFixture.read(DappExecutionTests.transferLink)
        guard case .finished(_, .none(let reason, _)) = await LinkExecution(services: left.services).run(read).outcome
        else {
            Issue.record("it was answered")
            return
        }
        #expect(reason.hasPrefix("Your settings do not allow replies to "))
        #expect(left.fixture.posted.isEmpty && left.fixture.opened.isEmpty)
        #expect(try left.last?.end == .done)
    }

    @Test("S6: whether a dapp was told when the program ended is asked")
    func mayBeTold() async throws {
        for (answer, count) in [(FakePrompt.Answer.agree, 1), (.otherwise, 0)] {
            let left = try Left(age: 60, expires: 60, isSent: true, answer)
            try left.journal.note(.calling, of: try #require(try left.last).id, at: MYKEYFixture.now)
            let read = try MYKEYFixture.read(DappExecutionTests.transferLink)
            _ = await LinkExecution(services: left.services).run(read)
            #expect(left.fixture.posted.count == count && left.fixture.opened.count == count)
            #expect(try left.journal.unfinished().isEmpty)
        }
    }
}
