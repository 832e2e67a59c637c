import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Payments by a node's wallet of which nobody shows what became, or which another transaction replaced (S6).
extension NodeWalletPaymentTests {
    @Test("S6: if nobody shows what became of a payment that a node was asked to sign, the person can say it")
    func unseen() async throws {
        for (answer, end) in [(.agree, .done), (.otherwise, .dropped), (.fail(.refused), nil)]
            as [(FakePrompt.Answer, JournalEnd?)]
        {
            let world = World(
                FakeNodeWallet(), on: ScriptedChain(outputs: [FakeNodeWallet.input: .spent(nil)]), answer, Self.passcode
            )
            try world.leave(spending: FakeNodeWallet.input, isAsked: true, isSigned: false)
            let resumed = try await world.resume()
            let entry = try #require(try world.journal.newest(1).first)
            #expect(entry.end == end && entry.isUndecided == (end == nil), "\(answer)")
            let dialogue = try #require(world.fixture.prompt.shown.first)
            #expect(dialogue.mustBeTyped && dialogue.agree == "It was made")
            let shown = dialogue.pages.joined(separator: " ").replacing("\n", with: " ")
            #expect(shown.contains("Look at the payments of that wallet"), "\(shown)")
            // Its id before it was signed may be that of no transaction.
            #expect(entry.transactionID == nil && !shown.contains(Self.unsigned.id.hex))
            #expect(world.network.sent.withLock { $0.isEmpty })
            guard end == .done else { continue }
            #expect(resumed == [.finished(.none("No program is waiting for an answer."))])
            #expect(entry.progress == .sent && !entry.isFollowed)
            // What was made counts as paid.
            let link = try world.fixture.read(Self.link)
            let execution = LinkExecution(services: world.services)
            let intent = Intent.payment(
                PaymentIntent(
                    chain: Self.chain, recipient: ExecutionFixture.address, amount: Amount(units: 50_000_000)!,
                    prepared: world.wallet.prepared))
            let paid = try execution.paidBefore(intent, of: link, on: Self.chain, before: .max)
            #expect(paid?.paragraph.text.contains("you already paid this recipient the same amount") == true)
        }
    }

    @Test("S6: what a node signed is never called unsent, although the node is not there any more")
    func signedAndGone() async throws {
        let gone = ServiceError(
            .networkUnreachable, "The node did not answer.", hint: "Nothing was sent. Is the node running?")
        let world = World(FakeNodeWallet(id: Self.unsigned.id), on: ScriptedChain(failing: gone))
        let error = try #require(Self.error(try await world.open()))
        #expect(error.code == .networkRefused && error.hint?.contains("Nothing was sent") == false, "\(error)")
    }

    @Test("S6, S7: a limit counts a payment whose money another transaction took, unless that one is ours")
    func replacedCounts() async throws {
        for isOurs in [false, true] {
            var world = World(FakeNodeWallet(), on: ScriptedChain())
            // Ours counts itself.
            let most: Int64 = isOurs ? 120_000_000 : 80_000_000
            world.fixture.settings.policy.limits["dash"] = SpendingLimits(day: Amount(units: most))
            let other = OwnedUTXO.example(100_000_000, index: 9).outpoint
            try world.leave(
                to: "XsomebodyElse", spending: other, isAsked: true, isSigned: false, at: Self.now - 100,
                .ended(.dropped), .settled(.replaced))
            if isOurs { try world.leave(to: "XsomebodyElse", spending: other, at: 1, .sent, .settled(.final)) }
            let outcome = try await world.open()
            let error = Self.error(outcome)
            #expect((error?.code == .refusedByPolicy) == !isOurs, "\(outcome)")
        }
    }

    @Test("the warning of a replaced payment names the person's own payment that replaced it")
    func replacedByOwn() async throws {
        let world = World(FakeNodeWallet(), on: ScriptedChain(), .fail(.refused))
        let other = OwnedUTXO.example(100_000_000, index: 9).outpoint
        try world.leave(spending: other, .sent, .ended(.done), .settled(.replaced))
        try world.leave("third", to: "XsomebodyElse", spending: other, .sent, .ended(.done), .settled(.final))
        _ = try await world.open()
        let shown = world.fixture.prompt.shown.flatMap(\.pages).joined(separator: " ").replacing("\n", with: " ")
        #expect(shown.contains("was replaced by your payment #2, transaction"), "\(shown)")
        #expect(!shown.contains("may have paid the same recipient"), "\(shown)")
    }

    @Test("S10: the history names what took the money of a payment for good: an own payment, or what the network shows")
    func replacedInHistory() async throws {
        let lost = OwnedUTXO.example(100_000_000, index: 9).outpoint
        let taker = try #require(TransactionID(hex: String(repeating: "7a", count: 32)))
        for (isOurs, state, shown) in [
            (true, OutputState.unspent, SignedTransaction.example.id), (false, .spent(taker), taker),
            (false, .unspent, nil), (false, .spent(nil), nil),
        ] {
            let world = World(FakeNodeWallet(), on: ScriptedChain(outputs: [lost: state]))
            let steps: [[JournalStep]] = [
                [.sent, .ended(.done), .settled(.replaced)], [.ended(.dropped), .settled(.replaced)],
            ]
            for (position, steps) in steps.enumerated() {
                let isSent = position == 0
                let entry =
                    isSent
                    ? try world.leave("first", spending: lost, steps[0], steps[1], steps[2])
                    : try world.leave("second", spending: lost, isAsked: true, isSigned: false, steps[0], steps[1])
                if isOurs, isSent { try world.leave("third", spending: lost, .sent, .ended(.done), .settled(.final)) }
                let entries = try world.journal.newest(10).filter { $0.id == entry }
                let states = await Resumption(services: world.services, router: try world.fixture.router()).states(
                    of: entries)
                #expect(states[entry] == shown.map { .replaced(by: $0) }, "\(isOurs), \(state), \(steps)")
            }
        }
    }
}
