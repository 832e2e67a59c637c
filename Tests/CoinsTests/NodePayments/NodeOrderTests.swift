import JournalConformance
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Orders to a node's wallet: what they may cost, and which earlier one a link or a new start finishes (S6).
@Suite struct NodeOrderTests {
    private static let link = "dash:\(ExecutionFixture.address)?amount=0.5"
    private static let chain = ChainID(coin: "dash", network: .main, isPractice: false)
    private static let practice = ChainID(coin: "dash", network: .main, isPractice: true)
    private static let now: UnixTime = 10_000_000

    private struct World {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        var wallet = FakeNodeWallet()
        var journal = TracedJournal()
        let tally = MemoryLinkTally()

        init(_ wallet: FakeNodeWallet = FakeNodeWallet(), journal: TracedJournal = TracedJournal()) {
            (self.wallet, self.journal) = (wallet, journal)
            fixture.now = NodeOrderTests.now
            fixture.notifier = FakeNotifier(isPatient: false)
        }

        var services: Services {
            var services = fixture.services
            services.journal = journal
            services.networks = FakeNetworks(chain: ScriptedChain(), wallet: wallet)
            services.tally = tally
            return services
        }

        func open(_ link: String = NodeOrderTests.link) async throws -> Outcome {
            await LinkExecution(services: services).run(try fixture.read(link)).outcome
        }

        func resume() async throws -> [Resumed.State] {
            try await Resumption(services: services, router: try fixture.router()).run().map(\.state)
        }

        var sought: Int { wallet.sought.withLock { $0.count } }
        var ordered: [NodeOrder] { wallet.ordered.withLock { $0 } }

        /// An entry of a payment that was agreed to, of the link or of another one.
        @discardableResult
        func leave(
            _ fingerprint: String? = nil, on chain: ChainID = NodeOrderTests.chain, at time: UnixTime,
            _ end: JournalEnd? = nil
        ) throws -> Int64 {
            let fingerprint = try fingerprint ?? fixture.read(NodeOrderTests.link).fingerprint
            let request = JournalRequest(
                action: .payment, scheme: "dash", fingerprint: fingerprint, chain: chain, sender: nil,
                recipient: ExecutionFixture.address)
            let entry = try journal.begin(request, at: time)
            let payment = PaymentIntent(
                chain: chain, recipient: ExecutionFixture.address, amount: Amount(units: 50_000_000)!,
                quote: wallet.cost)
            try journal.note(.approved(.payment(payment)), of: entry, at: time)
            if let end { try journal.note(.ended(end), of: entry, at: time) }
            journal.tried.withLock { $0 = [] }
            return entry
        }
    }

    private static func error(_ outcome: Outcome) -> ServiceError? {
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
            let world = World(FakeNodeWallet(cost: NodeQuote(fee: Amount(units: fee)!, size: size)))
            let outcome = try await world.open()
            if case .paid = outcome { #expect(isPaid) } else { #expect(!isPaid, "\(outcome)") }
            guard !isPaid else { continue }
            let error = try #require(Self.error(outcome))
            #expect(error.code == .refusedByCheck && world.ordered.isEmpty && world.fixture.prompt.shown.isEmpty)
            #expect(error.message.hasPrefix("The node's wallet would pay a fee of 0.00"))
            #expect(error.message.hasSuffix(" DASH, above the limit."))
            #expect(error.hint == "Nothing was sent. The node's own settings control its fee: settxfee, paytxfee.")
        }
        // The highest fee for the second of these would be 48 units if it overflowed.
        for size in [.max / 2, 184_467_440_737_096] {
            let endless = World(FakeNodeWallet(cost: NodeQuote(fee: Amount(units: 1)!, size: size)))
            #expect(Self.error(try await endless.open())?.code == .refusedByCheck && endless.ordered.isEmpty)
        }
    }

    @Test("the balance must cover amount and fee, to the unit, and the refusal says what it could pay")
    func balance() async throws {
        for (funds, most) in [
            (50_000_226, nil), (50_000_225, "0.49999999"), (225, "0"), (226, "0"), (227, "0.00000001"),
        ]
            as [(Int64, String?)]
        {
            let world = World(FakeNodeWallet(funds: funds))
            let outcome = try await world.open()
            guard let most else {
                guard case .paid = outcome else {
                    Issue.record("\(outcome)")
                    return
                }
                #expect(world.wallet.quoted.withLock { $0.map(\.amount.units) } == [50_000_000])
                continue
            }
            let error = try #require(Self.error(outcome))
            let shown = Amount(units: funds)!.text(decimals: 8)
            #expect(error.code == .insufficientFunds && world.ordered.isEmpty)
            #expect(
                error.message
                    == "The node's wallet has too little for 0.5 DASH and the fee of 0.00000226 DASH. It can spend "
                    + "\(shown) DASH, and with that fee pay \(most) DASH.")
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

    // MARK: - The order

    @Test("S6: an order whose answer was lost stays agreed to and has no end; one that the node refused ends")
    func lost() async throws {
        for (error, isOpen) in [
            (ServiceError(.answerUnknown, "lost"), true), (ServiceError(.networkRefused, "no"), false),
        ] {
            let world = World(FakeNodeWallet(result: .failure(error)))
            let outcome = try await world.open()
            switch outcome {
            case .unknown(nil, let found): #expect(isOpen && found == error)
            case .failed(let found): #expect(!isOpen && found == error)
            default: Issue.record("\(outcome)")
            }
            #expect(world.journal.steps.dropFirst() == (isOpen ? [] : [.ended(.failed)]))
        }
    }

    @Test("S6: a payment that the journal could not take stays open, and the person is told how to notify the app")
    func unrecorded() async throws {
        let world = World(
            journal: TracedJournal { step in
                if case .signed = step { true } else { false }
            })
        guard case .paid(let transaction, let intent, let callback) = try await world.open() else {
            Issue.record("it was not paid")
            return
        }
        #expect(transaction == .example && intent.amount.units == 50_000_000)
        #expect(
            callback
                == .none("The journal cannot be written. Open the link again to notify the requesting app."))
        #expect(world.journal.steps.count == 2 && world.ordered.count == 1)
        let entry = try #require(try world.journal.newest(1).first)
        #expect(entry.progress == .approved && entry.end == nil)
    }

    // MARK: - Earlier orders

    @Test("S6: only an order of the same link on the same network in the last 30 days is looked for")
    func sameLink() async throws {
        let memory = OpenOrder.memory
        let cases: [(fingerprint: String?, chain: ChainID, age: UnixTime, isSought: Bool)] = [
            (nil, Self.chain, 100, true), ("other", Self.chain, 100, false), (nil, Self.practice, 100, false),
            (nil, Self.chain, memory, true), (nil, Self.chain, memory + 1, false),
        ]
        for (fingerprint, chain, age, isSought) in cases {
            let world = World(FakeNodeWallet(found: FakeNodeWallet.payment))
            let entry = try world.leave(fingerprint, on: chain, at: Self.now - age, .interrupted)
            guard case .paid(let transaction, let intent, _) = try await world.open() else {
                Issue.record("it was not paid")
                continue
            }
            #expect(world.sought == (isSought ? 1 : 0) && world.ordered.isEmpty == isSought, "\(age)")
            #expect(transaction == .example && intent.recipient == ExecutionFixture.address)
            #expect(intent.amount.units == 50_000_000 && intent.inputs.isEmpty && intent.change == nil)
            guard isSought else { continue }
            // Nobody is asked, but the person is told, and the link counts as one that they agreed to.
            #expect(world.fixture.prompt.shown.isEmpty && world.journal.steps.isEmpty)
            #expect(try world.journal.entry(entry)?.end == .interrupted)
            #expect(world.fixture.notifier.shown.withLock { $0.count } == 1)
            var debt: LinkDebt?
            try world.tally.change("dash") { debt = $0 }
            #expect(debt?.seconds == 10)
        }
    }

    @Test("S6: an order that came to nothing ends as failed, once; then the link is paid")
    func cameToNothing() async throws {
        for (end, steps) in [(nil, [JournalStep.ended(.failed)]), (.interrupted, [])]
            as [(JournalEnd?, [JournalStep])]
        {
            var world = World()
            // Of one that ended just now the person is told first.
            let goesOn = end == nil ? [FakePrompt.Answer.agree] : []
            world.fixture.prompt = FakePrompt(goesOn + [ExecutionFixture.passcode])
            let entry = try world.leave(at: Self.now - 1_000, end)
            guard case .paid = try await world.open() else {
                Issue.record("it was not paid")
                continue
            }
            #expect(world.sought == 1 && world.ordered.count == 1)
            #expect(Array(world.journal.steps.prefix(steps.count)) == steps)
            #expect(try world.journal.entry(entry)?.end == end ?? .failed)
            guard case .approved? = world.journal.steps.dropFirst(steps.count).first else {
                Issue.record("\(world.journal.steps)")
                continue
            }
        }
    }

    @Test(
        "S6: if an order may be on its way, the refusal says how old the order is, even if the clock was set back")
    func settling() async throws {
        for (age, shown) in [(0, 0), (60, 60), (-5, 0)] as [(UnixTime, Int)] {
            let world = World()
            try world.leave(at: Self.now - age)
            let error = try #require(Self.error(try await world.open()))
            #expect(error.code == .answerUnknown)
            #expect(
                error.message
                    == "The node's wallet was instructed to pay this \(shown) seconds ago but does not show it yet.")
            #expect(error.hint == "Do not pay it another way. Open the link again in a minute.")
        }
    }

    private static func entry(
        _ progress: JournalEntry.Progress = .approved, _ end: JournalEnd? = nil, action: Action = .payment,
        program: String? = nil, amount: Int64? = 5, recipient: String? = "X"
    ) -> JournalEntry {
        JournalEntry(
            id: 7, seen: 1_000, changed: 1_001,
            request: JournalRequest(
                action: action, scheme: "dash", fingerprint: "f", chain: chain, sender: nil, recipient: recipient),
            progress: progress, end: end, amount: amount.flatMap { Amount(units: $0) }, fee: nil, transaction: nil,
            inputs: [], program: program)
    }

    @Test("S6: an order is a payment from here that was agreed to and nothing more, without a certain end")
    func orders() {
        #expect(OpenOrder(Self.entry())?.order.amount.units == 5 && OpenOrder(Self.entry())?.order.recipient == "X")
        #expect(OpenOrder(Self.entry(.approved, .interrupted)) != nil)
        for entry in [
            Self.entry(.seen), Self.entry(.signed), Self.entry(.sent), Self.entry(.calledBack),
            Self.entry(action: .address),
            Self.entry(program: "x"), Self.entry(amount: nil), Self.entry(recipient: nil),
        ] + JournalEnd.allCases.filter({ $0 != .interrupted }).map({ Self.entry(.approved, $0) }) {
            #expect(OpenOrder(entry) == nil, "\(entry)")
        }
        // An order by an earlier version must be found by this one.
        #expect(OpenOrder(Self.entry())?.order.mark == "schemerouter:338f01a0bc2ec08cd0e6ba1471415c07")
    }

    @Test("S6: a new start asks only the wallet of the network of the order, and of a coin that has one")
    func resumes() async throws {
        let eos = ChainID(coin: "eos", network: .main, isPractice: false)
        let gone = ChainID(coin: "gone", network: .main, isPractice: false)
        for (chain, isSought) in [(Self.chain, true), (Self.practice, false), (eos, false), (gone, false)] {
            let world = World(FakeNodeWallet(found: FakeNodeWallet.payment))
            let entry = try world.leave(on: chain, at: Self.now - 1_000)
            let states = try await world.resume()
            #expect(world.sought == (isSought ? 1 : 0), "\(chain)")
            let payment = FakeNodeWallet.payment
            #expect(
                world.journal.steps
                    == (isSought
                        ? [.signed(payment.transaction, inputs: payment.inputs), .sent, .ended(.done)]
                        : [.ended(.interrupted)]))
            #expect(states == [isSought ? .finished(.none("No program is waiting for an answer.")) : .interrupted])
            #expect(try world.journal.entry(entry)?.end == (isSought ? .done : .interrupted))
        }
    }
}
