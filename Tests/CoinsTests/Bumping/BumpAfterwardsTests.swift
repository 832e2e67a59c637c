import JournalConformance
import RouterTestSupport
import Synchronization
import Testing

@testable import SchemeRouter

/// What becomes of a payment and of the one that raises its fee, once both are signed (S6, S16).
@Suite struct BumpAfterwardsTests {
    private typealias World = BumpWorld

    @Test("S6: the first is never sent again while the second is out; the second is")
    func neverResent() async throws {
        let world = try await World.bumped(ScriptedChain(.unknown))
        _ = try await world.resume()
        #expect(world.sent == [.example])
    }

    @Test("S6: where the second was refused, the first is sent again as before")
    func resent() async throws {
        let world = try await World.bumped(ScriptedChain(.unknown), failing: true)
        _ = try await world.resume()
        #expect(world.sent == [World.first])
    }

    @Test("a payment that the person replaced is not reported as replaced")
    func silent() async throws {
        let input = World.input
        let chain = ScriptedChain(.unknown, outputs: [input: .spentByWaiting(SignedTransaction.example.id)])
        let world = try await World.bumped(chain)
        #expect(try await world.resume().isEmpty && world.sent.isEmpty)
        // Refused, and kept and sent by somebody: then it is what was paid.
        let keeping = ScriptedChain(
            outputs: chain.outputs, knowing: [SignedTransaction.example.id: .waiting(isLocked: false)])
        let kept = try await World.bumped(keeping, failing: true)
        let told = try await kept.resume()
        #expect(told.map(\.state) == [.sentAfterAll] && told.first?.entry.id == 2)
        let text = told.flatMap { $0.text(kept.coin) }.joined()
        #expect(text.contains("given up") && text.contains("raises the fee of payment #1"), "\(text)")
        #expect(try kept.newest.progress == .sent && kept.newest.end == .done)
        // It is told once.
        #expect(try await kept.resume().isEmpty && kept.sent.isEmpty)
    }

    @Test(
        "S16: a bump that a server swallowed is sent again while the first waits, whoever says who spends the money",
        arguments: [true, false])
    func swallowed(saysSpender: Bool) async throws {
        let states: [TransactionID: TransactionState] = [
            World.first.id: .waiting(isLocked: false), SignedTransaction.example.id: .unknown,
        ]
        let outputs = saysSpender ? [World.input: OutputState.spentByWaiting(World.first.id)] : [:]
        let world = try await World.bumped(ScriptedChain(outputs: outputs, knowing: states))
        let found = try await Resumption(services: world.services, router: world.fixture.router())
            .states(of: world.journal.newest(2))
        #expect(found == [1: .waiting(isLocked: false), 2: .firstWaits(World.first.id)])
        // What it says of raising the fee once more is what “resume” does.
        let again = await FeeBump(services: world.services, routes: try world.fixture.router().routes).run(1)
        guard case .failed(let error) = again.outcome else {
            Issue.record("\(again.outcome)")
            return
        }
        #expect(error.message.contains("#2") && error.hint == "Raise that one instead.")
        let told = try await world.resume()
        #expect(world.sent == [.example] && told.map(\.state) == [.sentAgain] && told.first?.entry.id == 2)
        #expect(told.flatMap { $0.text(world.coin) }.joined().contains("recipient is paid once"))
        // A refusal is told, and tried again.
        let refusing = try world.on(
            ScriptedChain(outputs: outputs, failing: ServiceError(.networkRefused, "no"), knowing: states))
        for _ in 0..<2 {
            guard case .forgotten? = try await refusing.resume().first?.state else {
                Issue.record("it was not told")
                return
            }
        }
        #expect(refusing.sent == [.example, .example])
    }

    @Test("what “bump” says of a second one that the network does not have")
    func swallowedAndRaised() async throws {
        let world = try await World.bumped(
            ScriptedChain(
                outputs: [World.input: .spentByWaiting(World.first.id)],
                knowing: [World.first.id: .waiting(isLocked: false), SignedTransaction.example.id: .unknown]))
        world.fixture.keyring.sentPayments.withLock { $0[SignedTransaction.example.id] = $0[World.first.id] }
        let raised = await FeeBump(services: world.services, routes: try world.fixture.router().routes).run(2)
        guard case .failed(let error) = raised.outcome else {
            Issue.record("\(raised.outcome)")
            return
        }
        #expect(error.code == .notReplaceable && error.hint == "Nothing was sent.", "\(error)")
        #expect(error.message.contains(World.first.id.hex) && !error.message.contains("took the place"))
    }

    @Test(
        "S16: no order of lies settles two rivals, or has one of them forgotten",
        arguments: [true, false])
    func lies(isWitnessed: Bool) async throws {
        let six = TransactionState.confirmed(6, isLocked: false)
        let (first, second) = (World.first.id, SignedTransaction.example.id)
        let says = { (has: TransactionID, other: TransactionID) in
            ScriptedChain(
                outputs: [World.input: .spent(has)], knowing: [has: six, other: .unknown], isWitnessed: isWitnessed)
        }
        for order in [[first, second], [second, first]] {
            var world = try await World.bumped(says(order[0], order[1]))
            for _ in 0..<2 { _ = try await world.resume() }
            world = try world.on(says(order[1], order[0]))
            for _ in 0..<2 { _ = try await world.resume() }
            let settled = try [1, 2].map { try world.entry($0).settlement }
            #expect(Set(settled) == (isWitnessed ? [.final, .replaced] : [nil]), "\(settled)")
            guard !isWitnessed else { continue }
            // An honest network has neither: what raised the fee is sent again.
            world = try world.on(ScriptedChain(outputs: [World.input: .unspent]))
            _ = try await world.resume()
            #expect(world.sent == [.example])
        }
    }

    @Test("after 30 days nothing is reported about a payment that the person's own replaced")
    func old() async throws {
        let second = SignedTransaction.example.id
        for isWitnessed in [false, true] {
            let chain = ScriptedChain(
                outputs: [World.input: .spent(second)],
                knowing: [World.first.id: .unknown, second: .confirmed(6, isLocked: false)], isWitnessed: isWitnessed)
            let world = try await World.bumped(chain).on(chain, later: 31 * 24 * 60 * 60)
            #expect(try await world.resume().isEmpty)
            #expect(try world.entry(1).settlement == (isWitnessed ? .replaced : nil))
            #expect(try world.entry(2).settlement == (isWitnessed ? .final : nil))
        }
    }

    // MARK: - Interrupted

    /// A bump whose answer was lost an hour ago, and what the network says now.
    private func interrupted(_ chain: ScriptedChain, _ answers: FakePrompt.Answer...) async throws -> World {
        let lost = ServiceError(.answerUnknown, "lost")
        let before = try World(ScriptedChain(.waiting(isLocked: false), failing: lost), ExecutionFixture.passcode)
        _ = try await before.bump()
        var world = try before.on(chain, later: 3_600)
        world.fixture.prompt = FakePrompt(answers)
        return world
    }

    private static func firstWaits(_ outputs: [Outpoint: OutputState]) -> ScriptedChain {
        ScriptedChain(
            outputs: outputs,
            knowing: [World.first.id: .waiting(isLocked: false), SignedTransaction.example.id: .unknown])
    }

    @Test("S6: an old interrupted bump is sent as it was, or dropped, with true words, while the first waits")
    func oldBump() async throws {
        for outputs in [[:], [World.input: OutputState.spentByWaiting(World.first.id)]] {
            let sending = try await interrupted(Self.firstWaits(outputs), .agree)
            _ = try await sending.resume()
            #expect(sending.sent == [.example] && sending.fixture.signed.count == 1)
            #expect(try sending.newest.progress == .sent && sending.newest.end == .done)
            let text = sending.fixture.prompt.shown.map(\.flowing).joined()
            #expect(text.contains("only raises the fee of payment #1, which the network has"), "\(text)")
            #expect(!text.contains("cannot be paid any more") && !text.contains("another transaction"), "\(text)")

            let dropping = try await interrupted(Self.firstWaits(outputs), .otherwise)
            #expect(try await dropping.resume().map(\.state) == [.dropped])
            #expect(dropping.sent.isEmpty)
            #expect(try dropping.newest.end == .dropped)
        }
    }

    @Test(
        "an interrupted bump whose first is in a block can only be dropped, and the words say that the recipient is paid"
    )
    func lateBump() async throws {
        let chain = ScriptedChain(
            outputs: [World.input: .spent(World.first.id)],
            knowing: [World.first.id: .confirmed(1, isLocked: false), SignedTransaction.example.id: .unknown])
        let world = try await interrupted(chain, .agree)
        #expect(try await world.resume().map(\.state) == [.dropped])
        let text = world.fixture.prompt.shown.map(\.flowing).joined()
        #expect(text.contains("the recipient is paid") && !text.contains("cannot be paid"), "\(text)")
    }

    @Test("S6: the very transaction that was refused is not signed as another payment")
    func sameFee() async throws {
        var world = try await World.bumped(ScriptedChain(.waiting(isLocked: false)), failing: true)
        let exact = try await world.bump().outcome
        guard case .failed(let error) = exact else {
            Issue.record("\(exact)")
            return
        }
        #expect(error.code == .refusedByPolicy && error.message.contains("given up: 0.0000452 BTC"), "\(error)")
        #expect(try world.journal.newest(9).count == 2 && world.sent.isEmpty)
        world = try world.on(ScriptedChain(.waiting(isLocked: false)), ExecutionFixture.passcode)
        guard case .paid(_, let payment, _) = try await world.bump(nil).outcome else {
            Issue.record("it was not paid")
            return
        }
        // Without an estimate “fast” is 20 satoshi a byte, as it was; the least step is one more a byte.
        #expect(payment.fee?.units == 4_746)
        let text = world.fixture.prompt.shown.map(\.flowing).joined()
        #expect(
            text.contains("the lowest fee for which networks replace")
                && text.contains("“fast” would be 0.0000452 BTC"), "\(text)")
    }

    @Test("what is said of the fee is what came to it: a choice, none, or the least there is")
    func reasons() async throws {
        for (choice, words, absent) in [
            (nil, "This is the “fast” fee, the default", "You chose"),
            (.level(.fast), "You chose this fee: “fast”", "the default"),
            (.level(.slow), "It is the lowest fee for which networks replace", "You chose"),
        ] as [(FeeChoice?, String, String)] {
            let world = try World(ScriptedChain(.waiting(isLocked: false)), ExecutionFixture.passcode)
            _ = try await world.bump(choice)
            let text = world.fixture.prompt.shown.map(\.flowing).joined()
            #expect(text.contains(words) && !text.contains(absent), "\(text)")
        }
    }

    @Test("if the first is confirmed after all, the second says so, and the recipient is paid once")
    func firstConfirmed() async throws {
        let input = World.input
        let world = try await World.bumped(ScriptedChain(.unknown, outputs: [input: .spent(World.first.id)]))
        let told = try await world.resume()
        #expect(told.map(\.state) == [.replaced(by: World.first.id)])
        let text = told.flatMap { $0.text(world.coin) }.joined()
        #expect(text.contains("only raises the fee of payment #1"), "\(text)")
        #expect(world.sent.isEmpty)
    }
}
