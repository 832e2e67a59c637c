import JournalConformance
import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// Payments by a node's wallet: what they may cost, what they may spend, and that an earlier one is finished first (S6).
@Suite struct NodeWalletPaymentTests {
    static let link = "dash:\(ExecutionFixture.address)?amount=0.5"
    static let chain = ChainID(coin: "dash", network: .main, isPractice: false)
    static let now: UnixTime = 10_000_000
    static let passcode = ExecutionFixture.passcode

    struct World {
        var fixture: ExecutionFixture
        var wallet: FakeNodeWallet
        var network = ScriptedChain()
        let journal = TracedJournal()

        init(
            _ wallet: FakeNodeWallet = FakeNodeWallet(), on network: ScriptedChain = ScriptedChain(),
            _ answers: FakePrompt.Answer...
        ) {
            fixture = ExecutionFixture()
            fixture.prompt = FakePrompt(answers.isEmpty ? [passcode] : answers)
            (self.wallet, self.network) = (wallet, network)
            fixture.now = NodeWalletPaymentTests.now
            fixture.notifier = MemoryNotifier(isPatient: false)
        }

        var services: Services {
            var services = fixture.services
            services.journal = journal
            services.networks = FakeNetworks(chain: network, wallet: wallet)
            return services
        }

        func open(_ link: String = NodeWalletPaymentTests.link) async throws -> Outcome {
            await LinkExecution(services: services).run(try fixture.read(link)).outcome
        }

        func resume() async throws -> [Resumed.State] {
            try await Resumption(services: services, router: try fixture.router()).run().map(\.state)
        }

        /// The journal entry of a payment of 0.5 DASH to that address, which spent this output.
        @discardableResult
        func leave(
            _ fingerprint: String = "other", to recipient: String = ExecutionFixture.address, spending input: Outpoint,
            isAsked: Bool = false, isSigned: Bool = true, at time: UnixTime = 1, _ steps: JournalStep...
        ) throws -> Int64 {
            let request = JournalRequest(
                action: .payment, scheme: "dash", fingerprint: fingerprint, chain: chain, sender: nil,
                recipient: recipient)
            let entry = try journal.begin(request, at: time)
            let payment = PaymentIntent(
                chain: chain, recipient: recipient, amount: Amount(units: 50_000_000)!, prepared: wallet.prepared)
            var all: [JournalStep] = [.approved(.payment(payment))]
            if isAsked { all.append(.prepared(unsigned, inputs: [input])) }
            if isSigned { all.append(.signed(.example, inputs: [input])) }
            for step in all + steps { try journal.note(step, of: entry, at: time) }
            journal.tried.withLock { $0 = [] }
            return entry
        }
    }

    static func error(_ outcome: Outcome) -> ServiceError? {
        switch outcome {
        case .failed(let error), .unknown(_, let error): error
        default: nil
        }
    }

    // MARK: - Cost

    @Test("S16: a fee is at most the coin's highest rate for the size, to the unit", arguments: [226, 1_000, 2_005])
    func fee(size: Int) async throws {
        let most = 100_000 * Int64(size) / 1_000
        for (fee, isPaid) in [(most, true), (most + 1, false)] {
            let world = World(FakeNodeWallet(fee: fee, size: size))
            let outcome = try await world.open()
            if case .paid = outcome { #expect(isPaid) } else { #expect(!isPaid, "\(outcome)") }
            guard !isPaid else { continue }
            let error = try #require(Self.error(outcome))
            #expect(error.code == .refusedByCheck && world.wallet.signed.isEmpty && world.fixture.prompt.shown.isEmpty)
            #expect(error.message.hasPrefix("The node's wallet would pay a fee of 0.00"))
            #expect(error.message.hasSuffix(" DASH, above the limit."))
            #expect(error.hint == "Nothing was sent. The node's own settings control its fee: settxfee, paytxfee.")
        }
        // The highest fee for the second of these would be 48 units if it overflowed.
        for size in [.max / 2, 184_467_440_737_096] {
            let endless = World(FakeNodeWallet(fee: 1, size: size))
            #expect(Self.error(try await endless.open())?.code == .refusedByCheck && endless.wallet.signed.isEmpty)
        }
    }

    @Test(
        "the balance must cover amount and fee, to the unit, and the refusal says what could be paid, and why not more")
    func balance() async throws {
        for (funds, most) in [
            (50_000_226, nil), (50_000_225, "0.49999999"), (225, "0"), (226, "0"), (227, "0.00000001"),
        ]
            as [(Int64, String?)]
        {
            let money = NodeBalance(
                spendable: Amount(units: funds)!, unspendable: Amount(units: 1)!, reason: "The rest is locked.")
            let world = World(FakeNodeWallet(money: money))
            let outcome = try await world.open()
            guard let most else {
                guard case .paid = outcome else {
                    Issue.record("\(outcome)")
                    return
                }
                #expect(world.wallet.asked.map(\.amount.units) == [50_000_000])
                continue
            }
            let error = try #require(Self.error(outcome))
            let shown = Amount(units: funds)!.text(decimals: 8)
            #expect(error.code == .insufficientFunds && world.wallet.signed.isEmpty)
            #expect(
                error.message
                    == "The node's wallet has too little for 0.5 DASH and the fee of 0.00000226 DASH. It can spend "
                    + "\(shown) DASH, and with that fee pay \(most) DASH. The rest is locked.")
            #expect(error.hint == "Nothing was sent.")
        }
    }

    @Test("the node's wallet is for payments alone, and the refusal names it")
    func onlyPayments() async throws {
        let error = try #require(Self.error(try await World().open("dashwallet:request=address&sender=myapp")))
        #expect(error.code == .unsupported)
        #expect(error.message == "The node's wallet “w” only pays; it does not share addresses or keys.")
        #expect(
            error.hint
                == "Remove “wallet” under “networks” in config.yaml to use your own wallet for everything.")
    }

    @Test("a deposit with a memo is not paid by a node's wallet, which sorts the outputs")
    func memo() async throws {
        let world = World()
        let link = "dash:\(ExecutionFixture.address)?amount=0.5&op_return=3d3a"
        let error = try #require(Self.error(try await world.open(link)))
        #expect(error.code == .unsupported && error.message.contains("would change the order of the outputs"))
        #expect(world.wallet.asked.isEmpty && world.fixture.prompt.shown.isEmpty)
    }

    // MARK: - The order of steps

    @Test("S6, S13: nothing is signed before the person agrees, and nothing sent before the journal has the bytes")
    func order() async throws {
        let refused = World(FakeNodeWallet(), on: ScriptedChain(), .fail(.refused))
        guard case .refused = try await refused.open() else {
            Issue.record("it was not refused")
            return
        }
        #expect(refused.wallet.asked.count == 1 && refused.wallet.signed.isEmpty && refused.wallet.reserved.isEmpty)

        let world = World()
        guard case .paid(let transaction, let intent, _) = try await world.open() else {
            Issue.record("it was not paid")
            return
        }
        #expect(transaction == .example && intent.prepared == world.wallet.prepared)
        #expect(world.wallet.signed == [world.wallet.prepared])
        #expect(
            world.journal.steps.dropFirst() == [
                .signed(.example, inputs: [FakeNodeWallet.input]), .sent, .ended(.done),
            ])
        #expect(world.network.sent.withLock { $0 } == [.example])
        #expect(world.wallet.reserved == [FakeNodeWallet.input] && world.wallet.released.isEmpty)
    }

    @Test("S6: a payment that the wallet does not sign ends as failed; one that the network refuses frees its coins")
    func failures() async throws {
        let locked = ServiceError(.networkRefused, "locked")
        for (wallet, network, released) in [
            (FakeNodeWallet(result: .failure(locked)), ScriptedChain(), [Outpoint]()),
            (FakeNodeWallet(), ScriptedChain(failing: locked), [FakeNodeWallet.input]),
        ] {
            let world = World(wallet, on: network)
            #expect(Self.error(try await world.open()) == locked)
            #expect(world.journal.steps.last == .ended(.failed) && wallet.released == released)
        }
    }

    static let unsigned = SignedTransaction(
        id: TransactionID(hex: String(repeating: "5a", count: 32))!, bytes: [1, 2, 3])

    @Test("S6: the journal has a payment before a node is asked to sign it; one that it did not sign is given up")
    func asked() async throws {
        let world = World(FakeNodeWallet(id: Self.unsigned.id))
        guard case .paid(.example, _, _) = try await world.open() else {
            Issue.record("it was not paid")
            return
        }
        #expect(
            world.journal.steps.dropFirst() == [
                .prepared(Self.unsigned, inputs: [FakeNodeWallet.input]),
                .signed(.example, inputs: [FakeNodeWallet.input]), .sent, .ended(.done),
            ])
        #expect(try world.journal.newest(1).first?.nodeSignature == .given)

        let lost = ServiceError(.networkRefused, "lost")
        let failing = World(FakeNodeWallet(result: .failure(lost), id: Self.unsigned.id))
        #expect(Self.error(try await failing.open()) == lost)
        let entry = try #require(try failing.journal.newest(1).first)
        #expect(entry.isGivenUp && entry.nodeSignature == .asked && entry.inputs == [FakeNodeWallet.input])
    }

    @Test("S6: a payment that was interrupted while the node signed it is given up or stays open; it is not sent")
    func askedAndKilled() async throws {
        let other = try #require(TransactionID(hex: String(repeating: "cd", count: 32)))
        for (state, end) in [
            (.unspent, .dropped), (.spent(nil), nil), (.spent(other), .dropped),
        ] as [(OutputState, JournalEnd?)] {
            let answer = state == .spent(nil) ? FakePrompt.Answer.fail(.refused) : .agree
            let world = World(FakeNodeWallet(), on: ScriptedChain(outputs: [FakeNodeWallet.input: state]), answer)
            let request = JournalRequest(
                action: .payment, scheme: "dash", fingerprint: "f", chain: Self.chain, sender: nil,
                recipient: ExecutionFixture.address)
            let entry = try world.journal.begin(request, at: Self.now)
            let payment = PaymentIntent(
                chain: Self.chain, recipient: ExecutionFixture.address, amount: Amount(units: 50_000_000)!,
                prepared: world.wallet.prepared)
            for step in [.approved(.payment(payment)), .prepared(Self.unsigned, inputs: [FakeNodeWallet.input])]
                as [JournalStep]
            { try world.journal.note(step, of: entry, at: Self.now) }
            let resumed = try await world.resume()
            let left = try #require(try world.journal.newest(1).first)
            #expect(left.end == end && left.isUndecided == (end == nil), "\(state)")
            if state == .spent(other) { #expect(resumed.first == .replaced(by: other)) }
            #expect(world.network.sent.withLock { $0.isEmpty })
            // Nobody is asked what there is to know.
            #expect(world.fixture.prompt.shown.isEmpty == (state == .unspent), "\(state)")
        }
    }

    // MARK: - What was not finished

    @Test("S6: a lost answer leaves the bytes undecided; whoever pays afterwards, the same ones are sent again")
    func lost() async throws {
        let lost = ServiceError(.answerUnknown, "lost")
        let first = World(FakeNodeWallet(), on: ScriptedChain(failing: lost))
        guard case .unknown(.example, lost) = try await first.open() else {
            Issue.record("it is not unknown")
            return
        }
        #expect(try first.journal.undecidedPayments().map(\.transaction) == [.example])
        #expect(first.wallet.reserved == [FakeNodeWallet.input] && first.wallet.released.isEmpty)
        // The same link, after config.yaml was changed to another node, or to the person's own keys.
        for wallet in [FakeNodeWallet(), nil] {
            let chain = ScriptedChain()
            var services = first.services
            services.networks = FakeNetworks(chain: chain, wallet: wallet)
            let prompt = FakePrompt([])
            services.prompt = prompt
            let again = ExecutionFixture()
            let outcome = await LinkExecution(services: services).run(try again.read(Self.link)).outcome
            guard case .finished(let entry, _) = outcome else {
                if wallet == nil { continue }
                Issue.record("\(outcome)")
                return
            }
            #expect(entry.transaction == .example && chain.sent.withLock { $0 } == [.example])
            #expect(wallet?.asked.isEmpty != false)
        }
    }

    @Test("S6: another link for the same recipient and amount warns of it, and does not spend the same coins")
    func sameAmount() async throws {
        let silent = ScriptedChain(reading: ServiceError(.networkUnreachable, "nobody"))
        let other = OwnedUTXO.example(100_000_000, index: 9).outpoint
        for (input, isPrepared) in [(other, true), (FakeNodeWallet.input, false)] {
            let world = World(FakeNodeWallet(spending: [input]), on: silent, .fail(.refused))
            try world.leave(spending: FakeNodeWallet.input)
            let outcome = try await world.open()
            let shown = world.fixture.prompt.shown.flatMap(\.pages).joined(separator: " ")
                .replacing("\n", with: " ")
            guard isPrepared else {
                let error = try #require(Self.error(outcome))
                #expect(error.code == .refusedByPolicy)
                #expect(
                    error.message == "The node's wallet would spend the money of payment #1, which is not final yet.")
                continue
            }
            #expect(shown.contains("Warning: you may already have paid this recipient the same amount"), "\(shown)")
        }
    }

    @Test("S6, S15: without a network in config.yaml, the consent to hand the link over warns of the undecided payment")
    func handedOver() async throws {
        let world = World()
        let link = try world.fixture.read(Self.link)
        for (fingerprint, isSame) in [(link.fingerprint, true), ("other", false)] {
            try world.leave(fingerprint, spending: FakeNodeWallet.input)
            var services = world.services
            services.networks = NoNetworks()
            let intent = HandOverIntent(
                chain: link.handOverChain, program: .example("w", takes: ["dash"]), link: Self.link, scheme: "dash",
                instruction: PaymentInstruction(.onchain, ExecutionFixture.address, checked: .checksum),
                cost: .known(Amount(units: 50_000_000)!), isRewritten: false)
            let execution = LinkExecution(services: services)
            let paid = try execution.paidBefore(.handOver(intent), of: link, on: link.handOverChain, before: .max)
            let what = isSame ? "paid this same link" : "paid this recipient the same amount"
            #expect(
                paid?.paragraph.text.contains("you may already have \(what)") == true, "\(paid?.paragraph.text ?? "")")
            try world.journal.note(.sent, of: try #require(paid?.entry.id), at: 2)
        }
    }

    @Test("S6: whoever drops an undecided payment frees its coins; nothing else does")
    func drops() async throws {
        let outputs = [FakeNodeWallet.input: OutputState.unspent]
        let world = World(FakeNodeWallet(), on: ScriptedChain(outputs: outputs), .otherwise)
        try world.leave(spending: FakeNodeWallet.input)
        #expect(try await world.resume() == [.dropped])
        #expect(world.wallet.released == [FakeNodeWallet.input])
    }

    @Test("S16: after a payment was given up, the next one to that recipient spends one of its coins, or is refused")
    func givenUp() async throws {
        let address = ExecutionFixture.address
        let (coin, other) = (FakeNodeWallet.input, OwnedUTXO.example(5, index: 9).outpoint)
        let cases: [(recipient: String, held: Set<Outpoint>, spent: [Outpoint], code: ServiceError.Code?)] = [
            (address, [coin], [coin, other], nil), (address, [coin], [other], .refusedByCheck),
            (address, [], [other], .refusedByPolicy), ("XsomebodyElse", [], [other], nil),
        ]
        for (recipient, held, spent, code) in cases {
            let world = World(FakeNodeWallet(spending: spent, holding: held))
            try world.leave(to: recipient, spending: coin, .ended(.failed))
            let outcome = try await world.open()
            #expect(Self.error(outcome)?.code == code, "\(outcome)")
            #expect(
                world.wallet.asked.map(\.mustSpend) == (code == .refusedByPolicy ? [] : [held.isEmpty ? [] : [coin]]))
            #expect(world.wallet.signed.isEmpty == (code != nil))
        }
    }

    @Test("S16: what a node's wallet gave up keeps own keys from paying the same recipient, and nobody else")
    func givenUpByNode() async throws {
        for (recipient, isRefused) in [(ExecutionFixture.address, true), ("XsomebodyElse", false)] {
            var world = World(FakeNodeWallet(), on: ScriptedChain(outputs: [FakeNodeWallet.input: .unspent]))
            try world.leave(to: recipient, spending: FakeNodeWallet.input, isAsked: true, .ended(.failed))
            world.fixture.keyring = FakeKeyring(utxos: [.example(100_000_000, index: 7)])
            var services = world.services
            services.networks = FakeNetworks(chain: world.network)
            let outcome = await LinkExecution(services: services).run(try world.fixture.read(Self.link)).outcome
            let error = Self.error(outcome)
            #expect((error?.code == .refusedByPolicy) == isRefused, "\(outcome)")
            guard isRefused else { continue }
            #expect(error?.message.contains("from the wallet of a node") == true, "\(outcome)")
            #expect(error?.hint?.hasPrefix("Nothing was signed. Put “wallet” back") == true, "\(outcome)")
        }
    }

    @Test("coins that stayed locked for a payment that was given up are freed for the next one to its recipient")
    func unlocks() async throws {
        for (isAsked, freed) in [(true, [FakeNodeWallet.input]), (false, [])] as [(Bool, [Outpoint])] {
            let world = World(FakeNodeWallet())
            try world.leave(spending: FakeNodeWallet.input, isAsked: isAsked, .ended(.dropped))
            _ = try await world.open()
            #expect(world.wallet.released == freed)
        }
    }
}
