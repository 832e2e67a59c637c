import JournalConformance
import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// What the next start does with a payment that was signed (S6).
@Suite struct ResumptionTests {
    private static let other = TransactionID(hex: String(repeating: "cd", count: 32))
    private static let free = Dictionary(uniqueKeysWithValues: Left.utxos.map { ($0.outpoint, OutputState.unspent) })

    @Test("S6: signed less than ten minutes ago, the same bytes go out again without a question, and the app is told")
    func young() async throws {
        let left = try Left(age: 599)
        guard case .finished(.started)? = try await left.resume() else {
            Issue.record("not finished")
            return
        }
        #expect(left.sent == [.example])
        #expect(left.fixture.opened == [Left.payack])
        #expect(left.fixture.prompt.shown.isEmpty && left.fixture.signed.isEmpty)
        #expect(try left.end == .done)
        #expect(try await left.resume() == nil)
    }

    @Test(
        "S16: what one server alone says is called its word also where a payment is finished later",
        arguments: [Acceptance.oneServer, .network])
    func oneServer(_ acceptance: Acceptance) async throws {
        let dash = try #require(try RouteTable.load([.shipped]).coin("dash"))
        let word = try #require(Acceptance.oneServer.reservation)
        func isSaid(_ resumed: Resumed?) -> Bool? { resumed?.text(dash).contains(word) }
        // Sent again at once, by the person's word, and because the network forgot it.
        let young = try Left(on: ScriptedChain(accepting: acceptance))
        let old = try Left(on: ScriptedChain(outputs: Self.free, accepting: acceptance), age: 700, .agree)
        let forgotten = try Left(steps: 4, on: ScriptedChain(.unknown, accepting: acceptance))
        for step in [JournalStep.calledBack, .ended(.done)] {
            try forgotten.journal.note(step, of: forgotten.entry, at: Left.signedAt)
        }
        for left in [young, old, forgotten] {
            let resumed = try await left.resumeAll().first
            #expect(resumed?.acceptance == acceptance)
            #expect(isSaid(resumed) == (acceptance == .oneServer))
        }
        // By its own link.
        let link = try Left(on: ScriptedChain(accepting: acceptance))
        let result = await LinkExecution(services: link.services).run(try link.fixture.read(ExecutionFixture.pay))
        guard case .finished = result.outcome else {
            Issue.record("not finished by its link")
            return
        }
        #expect(result.acceptance == acceptance)
    }

    @Test("S6: after ten minutes the person is asked; they send the same bytes, drop the payment, or leave it")
    func old() async throws {
        for (answer, isSent, end) in [
            (FakePrompt.Answer.agree, true, JournalEnd.done), (.otherwise, false, .dropped),
            (.fail(.refused), false, nil), (.fail(.timedOut), false, nil), (.fail(.unavailable("away")), false, nil),
        ] as [(FakePrompt.Answer, Bool, JournalEnd?)] {
            let left = try Left(on: ScriptedChain(outputs: Self.free), age: 600, answer)
            _ = try await left.resume()
            #expect(left.fixture.prompt.shown.count == 1)
            #expect(left.sent == (isSent ? [.example] : []))
            #expect(try left.end == end)
            #expect(left.fixture.opened == (isSent ? [Left.payack] : []))
            // Only what was dropped frees its UTXOs.
            #expect(try left.journal.undecidedPayments().count == (end == nil ? 1 : 0))
        }
    }

    @Test("S6: if nobody is to be asked, an old payment stays undecided, and nothing is sent")
    func unasked() async throws {
        let left = try Left(on: ScriptedChain(outputs: Self.free), age: 600, .agree)
        guard case .undecided? = try await left.resume(asks: false) else {
            Issue.record("decided without the person")
            return
        }
        #expect(left.fixture.prompt.shown.isEmpty && left.sent.isEmpty)
    }

    @Test("S6: a payment is dropped only where the network shows another spend, or that its UTXOs are unspent")
    func proof() async throws {
        let other = try #require(Self.other)
        let (first, second) = (Left.utxos[0].outpoint, Left.utxos[1].outpoint)
        let cases: [([Outpoint: OutputState], offersDrop: Bool)] = [
            (Self.free, true), ([first: .spent(other), second: .unspent], true),
            ([first: .spentByWaiting(other), second: .unspent], true),
            ([:], false), ([first: .unspent], false), ([first: .spent(nil), second: .unspent], false),
            ([first: .spentByWaiting(nil), second: .spent(nil)], false),
        ]
        for (outputs, offersDrop) in cases {
            for answer in [FakePrompt.Answer.agree, .otherwise] {
                let left = try Left(on: ScriptedChain(outputs: outputs), age: 3_600, answer)
                _ = try await left.resume()
                if !offersDrop { #expect(try left.end != .dropped, "\(outputs)") }
            }
            let drops = outputs == Self.free ? FakePrompt.Answer.otherwise : .agree
            let left = try Left(on: ScriptedChain(outputs: outputs), age: 3_600, drops)
            _ = try await left.resume()
            if offersDrop { #expect(try left.end == .dropped && left.sent.isEmpty, "\(outputs)") }
        }
    }

    @Test("S6: a payment that was dropped because its money is gone is known again once what took it is final")
    func replaced() async throws {
        let other = try #require(Self.other)
        let outputs = [Left.utxos[0].outpoint: OutputState.spent(other), Left.utxos[1].outpoint: .unspent]
        for (state, isFinal) in [
            (.confirmed(6, isLocked: false), true), (.confirmed(5, isLocked: false), false),
        ] as [(TransactionState, Bool)] {
            let left = try Left(on: ScriptedChain(outputs: outputs, knowing: [other: state]), age: 3_600, .agree)
            #expect(try await left.resume() == .replaced(by: other))
            let entry = try #require(try left.journal.newest(1).first)
            #expect(entry.end == .dropped && entry.settlement == (isFinal ? .replaced : nil))
            #expect(entry.repeats(entry.request, amount: nil) == isFinal && left.sent.isEmpty)
            // Until then it can still be confirmed, so it is guarded.
            #expect(try GivenUpPayments(on: entry.request.chain, services: left.services).payments.isEmpty == isFinal)
        }
    }

    @Test("S6: what the network has is never asked about or sent again, however old it is")
    func known() async throws {
        for chain in [
            ScriptedChain(.waiting(isLocked: false)), ScriptedChain(.confirmed(3, isLocked: true)),
            ScriptedChain(outputs: [Left.utxos[0].outpoint: .spent(SignedTransaction.example.id)]),
        ] {
            let left = try Left(on: chain, age: 86_400)
            guard case .finished(.started)? = try await left.resume() else {
                Issue.record("not finished")
                return
            }
            #expect(left.sent.isEmpty && left.fixture.prompt.shown.isEmpty)
            // Nobody need be asked for that.
            let unasked = try Left(on: chain, age: 86_400)
            guard case .finished? = try await unasked.resume(asks: false) else {
                Issue.record("not finished without the person")
                return
            }
        }
    }

    @Test("only what belongs to one coin is finished if that is asked for")
    func oneCoin() async throws {
        for (coin, count) in [(nil, 1), ("dash", 1), ("bitcoin", 0)] as [(CoinID?, Int)] {
            let left = try Left()
            #expect(try await left.resumption.run(for: coin).count == count)
            #expect(left.sent.count == count)
        }
    }

    @Test("S6: a refusal of what is sent again decides nothing")
    func refusedAgain() async throws {
        let refusal = ServiceError(.networkRefused, "The node refused it.")
        let mined = try Left(on: ScriptedChain(.confirmed(1, isLocked: false), failing: refusal))
        guard case .finished? = try await mined.resume() else {
            Issue.record("what is in a block counts as refused")
            return
        }
        let unclear = try Left(on: ScriptedChain(failing: refusal), .fail(.refused))
        guard case .undecided? = try await unclear.resume() else {
            Issue.record("decided by a refusal")
            return
        }
    }

    @Test("S6: a network that is away leaves everything as it is")
    func away() async throws {
        for code in [ServiceError.Code.networkUnreachable, .answerUnknown] {
            let error = ServiceError(code, "Nobody answers.", hint: "Nothing was sent.")
            for age: UnixTime in [60, 6_000] {
                let left = try Left(on: ScriptedChain(failing: error, reading: error), age: age, .agree)
                guard case .undecided(let reason)? = try await left.resume() else {
                    Issue.record("decided")
                    return
                }
                #expect(reason.code == code && reason.hint?.hasPrefix("Do not pay again") == true)
                #expect(try left.journal.undecidedPayments().count == 1)
                #expect(left.fixture.opened.isEmpty)
            }
        }
    }

    @Test("S6: when the clock was set back nothing counts as young, so nothing is sent without a question")
    func clock() async throws {
        let back = try Left(on: ScriptedChain(outputs: Self.free), age: -5_000, .fail(.refused))
        guard case .undecided? = try await back.resume() else {
            Issue.record("sent by a wrong clock")
            return
        }
        // It looks young, but something else happened later than now.
        let strange = try Left(on: ScriptedChain(outputs: Self.free), age: 60, .fail(.refused))
        let request = try #require(try strange.journal.newest(1).first).request
        let later = try strange.journal.begin(request, at: Left.signedAt + 50_000)
        try strange.journal.note(.ended(.refused), of: later, at: Left.signedAt + 50_000)
        _ = try await strange.resume()
        // One second in the future is enough; an entry of this very second shows nothing.
        for (later, isSent) in [(60, true), (61, false)] as [(UnixTime, Bool)] {
            let left = try Left(on: ScriptedChain(outputs: Self.free), age: 60, .fail(.refused))
            let other = try left.journal.begin(request, at: Left.signedAt + later)
            try left.journal.note(.ended(.refused), of: other, at: Left.signedAt + later)
            _ = try await left.resume()
            #expect(left.sent.isEmpty != isSent, "\(later)")
        }
        #expect(back.sent.isEmpty && strange.sent.isEmpty)
        #expect(try strange.journal.undecidedPayments().count == 1)
    }

    @Test("S6: a payment is not finished on another network than the one it was signed for")
    func elsewhere() async throws {
        let left = try Left()
        var services = left.services
        services.networks = FakeNetworks(chain: left.chain, isPractice: true)
        let states = try await Resumption(services: services, router: try left.fixture.router()).run()
        guard case .undecided(let error)? = states.first?.state, error.code == .noNetwork else {
            Issue.record("\(states)")
            return
        }
        #expect(left.sent.isEmpty)
        let none = try await Resumption(
            services: left.services, router: Router(routes: RouteTable(coins: [], schemes: []), plugins: [:])
        ).run()
        guard case .undecided? = none.first?.state else {
            Issue.record("finished without a descriptor")
            return
        }
    }

    @Test("what ended before a signature is over: nothing is signed, sent or told", arguments: [0, 1])
    func interrupted(_ steps: Int) async throws {
        for link in [ExecutionFixture.pay, "dashwallet://request=address&sender=myapp"] {
            let left = try Left(link, steps: steps)
            #expect(try await left.resume() == .interrupted)
            #expect(try left.end == .interrupted)
            #expect(left.sent.isEmpty && left.fixture.opened.isEmpty && left.fixture.prompt.shown.isEmpty)
        }
    }

    @Test("S6, S7: a link that another wallet may have received is told of when the coin is next used, and counts")
    func interruptedHandOver() async throws {
        let left = try Left(steps: 0, .fail(.refused))
        let chain = ChainID(coin: "dash", network: .main, isPractice: false)
        let intent = HandOverIntent(
            chain: chain, program: .example("w", takes: ["dash"]), link: "dash:X", scheme: "dash",
            instruction: PaymentInstruction(.onchain, "X", checked: .checksum),
            cost: .known(Amount(units: 200_000_000)!),
            isRewritten: false)
        try left.journal.note(.approved(.handOver(intent)), of: left.entry, at: Left.signedAt)
        var fixture = left.fixture
        fixture.settings.policy.limits["dash"] = SpendingLimits(day: Amount(units: 300_000_000))
        var services = fixture.services
        services.journal = left.journal
        let policy = PolicyCheck(services: services)
        #expect(throws: ServiceError(.refusedByPolicy, "")) { try policy.check(.handOver(intent), of: .dash) }
        _ = try await left.open("dashwallet://request=address&sender=other")
        let notes = left.fixture.notifier.shown
        #expect(notes.contains { $0.contains("it gave a link to w.desktop, which may have received it") }, "\(notes)")
        #expect(try left.journal.entry(left.entry)?.end == .interrupted)
        #expect(throws: ServiceError(.refusedByPolicy, "")) { try policy.check(.handOver(intent), of: .dash) }
    }

    @Test("while a link is being answered nothing is resumed")
    func busy() async throws {
        var left = try Left()
        left.fixture.gate = MemoryGate(isOpen: false)
        await #expect(throws: ServiceError(.busy, "")) { _ = try await left.resume() }
        #expect(left.sent.isEmpty)
    }
}
