import JournalConformance
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Payments that the network took are looked after until it keeps them for good (S6, S16).
@Suite struct FollowedPaymentTests {
    private static let day: UnixTime = 24 * 60 * 60

    /// A payment that was sent, and told, and ended a while ago.
    private static func sent(
        on chain: ScriptedChain, age: UnixTime = 3_600, _ answers: FakePrompt.Answer...
    ) throws -> Left {
        var left = try Left(steps: 4, on: chain, age: age)
        for step in [JournalStep.calledBack, .ended(.done)] {
            try left.journal.note(step, of: left.entry, at: Left.signedAt)
        }
        left.fixture.prompt = FakePrompt(answers)
        return left
    }

    private static func settlement(_ left: Left) throws -> Settlement? { try left.journal.newest(1).first?.settlement }

    @Test(
        "six blocks, or a lock, end it",
        arguments: [
            (TransactionState.confirmed(6, isLocked: false), true), (.confirmed(.max, isLocked: false), true),
            (.confirmed(5, isLocked: false), false), (.confirmed(1, isLocked: true), true),
            (.waiting(isLocked: true), true), (.waiting(isLocked: false), false),
        ])
    func final(_ state: TransactionState, _ isFinal: Bool) async throws {
        let left = try Self.sent(on: ScriptedChain(state))
        #expect(try await left.resume() == nil)
        #expect(try Self.settlement(left) == (isFinal ? .final : nil))
        #expect(try left.journal.followedPayments().isEmpty == isFinal)
        #expect(left.sent.isEmpty && left.fixture.prompt.shown.isEmpty)
        // Nothing else changes by it: no limit and no rule counts it as new.
        #expect(try left.journal.newest(1).first?.changed == Left.signedAt)
    }

    @Test("S16: one server's word makes nothing final, not even after 30 days by the person's own clock")
    func oneWord() async throws {
        for state in [TransactionState.confirmed(.max, isLocked: true), .waiting(isLocked: true)] {
            let left = try Self.sent(on: ScriptedChain(state, isWitnessed: false))
            #expect(try await left.resume() == nil)
            #expect(try Self.settlement(left) == nil && left.journal.followedPayments().count == 1)
            let late = try Self.sent(on: ScriptedChain(state, isWitnessed: false), age: 31 * Self.day)
            #expect(try await late.resume() == nil)
            #expect(try Self.settlement(late) == nil && late.journal.followedPayments().count == 1)
        }
        let inputs = Left.utxos.map(\.outpoint)
        for isWitnessed in [true, false] {
            let chain = ScriptedChain(
                outputs: [inputs[0]: .spent(Self.other)], knowing: [Self.other: .confirmed(6, isLocked: false)],
                isWitnessed: isWitnessed)
            let left = try Self.sent(on: chain)
            #expect(try await left.resume() == .replaced(by: Self.other))
            #expect(try Self.settlement(left) == (isWitnessed ? .replaced : nil))
        }
    }

    @Test("S6: a payment that the network forgot is sent again by “resume”, the same bytes, and nothing is signed")
    func forgotten() async throws {
        let left = try Self.sent(on: ScriptedChain(.unknown))
        #expect(try await left.resume() == .sentAgain)
        #expect(left.sent == [.example] && left.fixture.signed.isEmpty && left.fixture.opened.isEmpty)
        #expect(try Self.settlement(left) == nil && left.end == .done)
    }

    @Test("S6: of several payments that the network forgot, those that others spend are sent again first")
    func forgottenTogether() async throws {
        let left = try Self.sent(on: ScriptedChain(.unknown))
        let first = try #require(try left.journal.newest(1).first)
        let later = SignedTransaction(id: Self.other, bytes: [2])
        let request = JournalRequest(
            action: .payment, scheme: "dashwallet", fingerprint: "later", chain: first.request.chain, sender: nil,
            recipient: ExecutionFixture.address)
        let change = OwnedUTXO(
            outpoint: Outpoint(transaction: SignedTransaction.example.id, index: 1),
            amount: try #require(Amount(units: 90_000_000)), path: left.fixture.keyring.path, confirmations: 0)
        let payment = PaymentIntent(
            chain: request.chain, inputs: [change], recipient: ExecutionFixture.address,
            amount: try #require(Amount(units: 50_000_000)), change: nil)
        let entry = try left.journal.begin(request, at: Left.signedAt)
        for step in [
            JournalStep.approved(.payment(payment)), .signed(later, inputs: [change.outpoint]), .sent, .ended(.done),
        ] { try left.journal.note(step, of: entry, at: Left.signedAt) }
        let resumed = try await left.resumeAll()
        #expect(left.sent == [.example, later])
        #expect(resumed.map(\.entry.id) == [first.id, entry] && resumed.allSatisfy { $0.state == .sentAgain })
    }

    @Test("S16: a refusal then decides nothing: it is reported and tried again, and its UTXOs stay spent")
    func refusedAgain() async throws {
        for code in [ServiceError.Code.networkRefused, .answerUnknown, .networkUnreachable] {
            let left = try Self.sent(
                on: ScriptedChain(
                    .unknown, outputs: Self.forgetful.outputs, failing: ServiceError(code, "no")))
            for _ in 0..<2 {
                guard case .forgotten(let error)? = try await left.resume() else {
                    Issue.record("it was not told")
                    return
                }
                #expect(error.code == code && error.hint?.contains("Do not pay again") == true)
            }
            #expect(left.sent == [.example, .example])
            #expect(try left.journal.followedPayments().count == 1 && left.journal.givenUpPayments().isEmpty)
        }
    }

    private static let other = TransactionID(hex: String(repeating: "7", count: 64))!

    @Test("S6: a payment whose money another transaction spends is reported, and never sent again")
    func replaced() async throws {
        for isWaiting in [true, false] {
            var left = try Self.sent(on: ScriptedChain())
            let inputs = try #require(try left.journal.newest(1).first?.inputs)
            let spent = isWaiting ? OutputState.spentByWaiting(Self.other) : .spent(Self.other)
            left = try Self.sent(on: ScriptedChain(.unknown, outputs: [inputs[0]: spent]))
            for _ in 0..<2 { #expect(try await left.resume() == .replaced(by: Self.other)) }
            #expect(left.sent.isEmpty && left.fixture.prompt.shown.isEmpty)
            // It is not over while the other one is not final.
            #expect(try Self.settlement(left) == nil)
            let states = try await left.resumption.states(of: try left.journal.newest(1))
            #expect(states == [left.entry: .replaced(by: Self.other)])
        }
    }

    @Test(
        "the state of a payment is reported without changing anything",
        arguments: [
            (TransactionState.confirmed(9, isLocked: false), PaymentState.confirmed(9, isLocked: false)),
            (.waiting(isLocked: true), .waiting(isLocked: true)), (.unknown, .unclear),
        ])
    func states(_ known: TransactionState, _ state: PaymentState) async throws {
        let left = try Self.sent(on: ScriptedChain(known))
        #expect(try await left.resumption.states(of: try left.journal.newest(1)) == [left.entry: state])
        #expect(try Self.settlement(left) == nil && left.sent.isEmpty)
        let silent = try Self.sent(on: ScriptedChain(reading: ServiceError(.networkUnreachable, "away")))
        #expect(try await silent.resumption.states(of: try silent.journal.newest(1)).isEmpty)
    }

    /// A network that does not have the payment, and has everything it spends.
    private static var forgetful: ScriptedChain {
        ScriptedChain(.unknown, outputs: Dictionary(uniqueKeysWithValues: Left.utxos.map { ($0.outpoint, .unspent) }))
    }

    @Test("S16: a payment is gone only if the network has all that it spends; else it is unclear")
    func gone() async throws {
        let outpoints = Left.utxos.map(\.outpoint)
        for states in [
            [:], [outpoints[0]: .unspent], [outpoints[0]: .unspent, outpoints[1]: .spent(nil)],
            [outpoints[0]: .spentByWaiting(nil), outpoints[1]: .unspent],
        ] as [[Outpoint: OutputState]] {
            let left = try Self.sent(on: ScriptedChain(.unknown, outputs: states, failing: .away))
            #expect(try await left.resumption.states(of: try left.journal.newest(1)) == [left.entry: .unclear])
            guard case .unclear? = try await left.resume() else {
                Issue.record("it is called gone: \(states)")
                return
            }
            // The same bytes can be sent whatever became of them.
            #expect(left.sent == [.example])
        }
        let left = try Self.sent(on: Self.forgetful)
        #expect(try await left.resumption.states(of: try left.journal.newest(1)) == [left.entry: .gone])
        #expect(try await left.resume() == .sentAgain)
    }

    @Test("a network that does not answer says nothing, and is asked the next time")
    func silent() async throws {
        let left = try Self.sent(on: ScriptedChain(reading: ServiceError(.networkUnreachable, "away")))
        #expect(try await left.resume() == nil)
        #expect(try Self.settlement(left) == nil && left.sent.isEmpty)
    }

    @Test("S6: a clock that is 31 days ahead ends nothing: when it is right again, a forgotten payment is sent again")
    func clockAhead() async throws {
        for (state, isThere) in [(TransactionState.confirmed(1, isLocked: false), true), (.unknown, false)] {
            var left = try Self.sent(on: ScriptedChain(state), age: 31 * Self.day, .fail(.refused), .fail(.timedOut))
            for _ in 0..<2 {
                let news = try await left.resume()
                switch news {
                case nil: #expect(isThere)
                case .unclear(let error)?:
                    #expect(
                        !isThere && error.code == .answerUnknown && error.message.contains("by this computer's clock"))
                default: Issue.record("\(String(describing: news))")
                }
                #expect(try Self.settlement(left) == nil && left.journal.followedPayments().count == 1)
            }
            #expect(left.sent.isEmpty && left.fixture.prompt.shown.count == (isThere ? 0 : 2))
            left.fixture.now = Left.signedAt + 3_600
            #expect(try await left.resume() == (isThere ? nil : .sentAgain))
            #expect(left.sent.count == (isThere ? 0 : 1))
        }
    }

    @Test(
        "S6: what the network no longer shows after 30 days is sent again, or no longer followed, if the person says so"
    )
    func old() async throws {
        for (chain, finding) in [
            (Self.forgetful, "no longer has it, and its money is unspent"),
            (ScriptedChain(.unknown), "does not show it now, and not what spent its money"),
        ] {
            let again = try Self.sent(on: chain, age: 31 * Self.day, .agree)
            #expect(try await again.resume() == .sentAgain && again.sent == [.example])
            #expect(try Self.settlement(again) == nil)
            let dialogue = try #require(again.fixture.prompt.shown.first)
            #expect(dialogue.mustBeTyped && dialogue.agree == "Send it again")
            #expect(dialogue.flowing.contains("You made this payment 31 days ago, by this computer's clock"))
            #expect(dialogue.flowing.contains(finding), "\(dialogue.flowing)")
            let over = try Self.sent(on: ScriptedChain(.unknown), age: 31 * Self.day, .otherwise)
            #expect(try await over.resume() == .unwatched)
            #expect(try Self.settlement(over) == .unwatched && over.sent.isEmpty)
            #expect(try await over.resume() == nil)
        }
        // Exactly 30 days are not old.
        let young = try Self.sent(on: Self.forgetful, age: 30 * Self.day)
        #expect(try await young.resume() == .sentAgain)
    }

    @Test("S6, S13: links and programs that may not ask leave an old payment as it is, and ask no network about it")
    func oldUnasked() async throws {
        let left = try Self.sent(on: ScriptedChain(.confirmed(6, isLocked: false)), age: 31 * Self.day, .agree)
        #expect(try await left.resume(asks: false) == nil)
        _ = try await left.open("dashwallet://request=address&sender=myapp")
        #expect(try left.journal.newest(2).last?.settlement == nil)
        #expect(try await left.resume() == nil)
        #expect(try left.journal.newest(2).last?.settlement == .final)
    }

    @Test("a time that is too far away for a number is old, and one in the future is not")
    func ages() throws {
        let request = JournalRequest(
            action: .payment, scheme: "dash", fingerprint: "",
            chain: ChainID(coin: "dash", network: .main, isPractice: false), sender: nil)
        for (changed, now, isOld) in [
            (UnixTime.min, UnixTime.max, true), (.max, .min, false), (0, 2_592_000, false), (0, 2_592_001, true),
            (100, 0, false),
        ] {
            let entry = JournalEntry(
                id: 1, seen: changed, changed: changed, request: request, progress: .sent, end: .done, amount: nil,
                fee: nil, transaction: nil, inputs: [])
            #expect(entry.isOld(at: now) == isOld)
        }
    }

    @Test(
        "S13: a link that the person agreed to looks after earlier payments, and sends nothing; a refused one does not")
    func open() async throws {
        let link = "dashwallet://request=address&sender=myapp"
        for (answer, isAsked) in [(FakePrompt.Answer.agree, true), (.fail(.refused), false)] {
            let chain = ScriptedChain(.confirmed(6, isLocked: false))
            let left = try Self.sent(on: chain, answer)
            _ = try await left.open(link)
            let entry = try #require(try left.journal.newest(2).last)
            #expect(entry.settlement == (isAsked ? .final : nil))
        }
        let left = try Self.sent(on: Self.forgetful, .agree)
        _ = try await left.open(link)
        #expect(left.sent.isEmpty)
        #expect(left.fixture.notifier.shown.contains { $0.contains("no longer has it") })
    }

    @Test("S14: practice payments, and those of a node's own wallet, are not followed")
    func notFollowed() throws {
        let left = try Self.sent(on: ScriptedChain())
        let entry = try #require(try left.journal.followedPayments().first)
        #expect(entry.isFollowed)
        let practice = ChainID(coin: "dash", network: .main, isPractice: true)
        for (chain, bytes) in [(practice, [1 as UInt8]), (entry.request.chain, [])] {
            let request = JournalRequest(
                action: .payment, scheme: "dash", fingerprint: "", chain: chain, sender: nil)
            let other = JournalEntry(
                id: 1, seen: 1, changed: 1, request: request, progress: .sent, end: .done, amount: nil, fee: nil,
                transaction: SignedTransaction(id: SignedTransaction.example.id, bytes: bytes), inputs: [])
            #expect(!other.isFollowed && !other.allows(.settled(.final)))
        }
    }

    @Test("S16: by whose word a payment is sent goes with its outcome")
    func acceptance() async throws {
        for acceptance in Acceptance.allCases {
            let left = try Left(steps: 0, on: ScriptedChain(accepting: acceptance), ExecutionFixture.passcode)
            let read = try left.fixture.read(ExecutionFixture.pay)
            let result = await LinkExecution(services: left.services).run(read)
            guard case .paid = result.outcome else {
                Issue.record("not paid: \(result.outcome)")
                return
            }
            #expect(result.acceptance == acceptance)
        }
        #expect(Acceptance.network.reservation == nil)
        #expect(Acceptance.oneServer.reservation?.contains("only one server") == true)
    }
}

extension ServiceError {
    fileprivate static let away = ServiceError(.networkUnreachable, "away")
}
