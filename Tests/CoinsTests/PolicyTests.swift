import RouterTestSupport
import Testing

@testable import SchemeRouter

/// The person's own limits and list of senders (S7): what is forbidden is not even asked about.
@Suite struct PolicyTests {
    /// What the payment of the fixture costs: 0.5 DASH and its fee.
    private static let cost: Int64 = 50_000_226

    private static func fixture(
        payment: Int64? = nil, day: Int64? = nil, earlier: [JournalEntry] = []
    ) -> ExecutionFixture {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.settings.policy.limits["dash"] = SpendingLimits(
            payment: payment.flatMap { Amount(units: $0) }, day: day.flatMap { Amount(units: $0) })
        fixture.journal.state.withLock { $0.earlier = earlier }
        return fixture
    }

    /// A payment of 1 DASH that was made `age` seconds ago.
    private static func paid(
        age: UnixTime = 60, amount: Amount? = Amount(units: 100_000_000), _ progress: JournalEntry.Progress = .sent,
        _ end: JournalEnd? = .done,
        on chain: ChainID = ChainID(coin: "dash", network: .main, isPractice: false), by program: String? = nil
    ) -> JournalEntry {
        JournalEntry(
            id: 1, seen: 1_000 - age, changed: 1_000 - age,
            request: JournalRequest(
                action: .payment, scheme: "dashwallet", fingerprint: "other", chain: chain, sender: "myapp",
                recipient: "X", amount: nil),
            progress: progress, end: end, amount: amount, fee: Amount(units: 500),
            transaction: progress == .seen || progress == .approved ? nil : .example, inputs: [], program: program)
    }

    private static func isPaid(_ fixture: ExecutionFixture, _ link: String = ExecutionFixture.pay) async throws -> Bool
    {
        switch try await fixture.run(link) {
        case .paid: return true
        case .failed(let error):
            #expect(error.code == .refusedByPolicy)
            #expect(fixture.sent.isEmpty && fixture.signed.isEmpty && fixture.prompt.shown.isEmpty)
            #expect(fixture.journal.steps == [.ended(.failed)])
        case let other: Issue.record("\(other)")
        }
        return false
    }

    @Test("S7: one payment costs its limit at most, the fee included", arguments: [(cost, true), (cost - 1, false)])
    func payment(limit: Int64, isAllowed: Bool) async throws {
        #expect(try await Self.isPaid(Self.fixture(payment: limit)) == isAllowed)
    }

    @Test("S7: the payments of a day cost their limit at most", arguments: [(0, true), (-1, false)])
    func day(spare: Int64, isAllowed: Bool) async throws {
        let limit = 100_000_500 + Self.cost + spare
        #expect(try await Self.isPaid(Self.fixture(day: limit, earlier: [Self.paid()])) == isAllowed)
    }

    @Test("S7: what counts is what may have been paid on the same network within 24 hours, whatever the clock says")
    func counted() async throws {
        let practice = ChainID(coin: "dash", network: .main, isPractice: true)
        let axe = ChainID(coin: "axe", network: .main, isPractice: false)
        let cases: [(entry: JournalEntry, counts: Bool)] = [
            (Self.paid(age: 86_400), true), (Self.paid(age: 86_401), false), (Self.paid(age: -3_600), true),
            (Self.paid(.signed, nil), true), (Self.paid(.signed, .unknown), true), (Self.paid(.signed, .failed), true),
            (Self.paid(.approved, nil), true), (Self.paid(.approved, .failed), false), (Self.paid(.seen, nil), false),
            // Another wallet may have received it although this program was interrupted.
            (Self.paid(.approved, nil, by: "w"), true), (Self.paid(.approved, .interrupted, by: "w"), true),
            (Self.paid(.approved, .handedOver, by: "w"), true), (Self.paid(.approved, .failed, by: "w"), false),
            (Self.paid(.approved, .interrupted), false),
            (Self.paid(age: 86_401, .approved, .interrupted, by: "w"), false),
            (Self.paid(.calledBack), true), (Self.paid(on: practice), false), (Self.paid(on: axe), false),
        ]
        for (entry, counts) in cases {
            let fixture = Self.fixture(day: Self.cost, earlier: [entry])
            #expect(try await Self.isPaid(fixture) == !counts, "\(entry)")
        }
    }

    @Test("S7: a payment that may still be sent counts however old it is: it would be paid within the same day")
    func undecided() async throws {
        let week: UnixTime = 7 * 86_400
        for (entry, counts) in [
            (Self.paid(age: week, .signed, nil), true), (Self.paid(age: week, .signed, .unknown), true),
            (Self.paid(age: week, .approved, nil), true), (Self.paid(age: 60, .signed, .unknown), true),
            (Self.paid(age: week, .sent, nil), false), (Self.paid(age: week, .seen, nil), false),
        ] as [(JournalEntry, Bool)] {
            // Once, whether the journal has it among the recent ones too or not.
            let fixture = Self.fixture(day: 100_000_500 + Self.cost - (counts ? 1 : 100_000_500))
            fixture.journal.state.withLock { state in
                state.earlier = [entry]
                state.owed = [entry]
            }
            let policy = PolicyCheck(services: fixture.services)
            let intent = Intent.payment(
                PaymentIntent(
                    chain: entry.request.chain, inputs: [.example(Self.cost)], recipient: "X",
                    amount: Amount(units: Self.cost)!, change: nil))
            if counts {
                #expect(throws: ServiceError(.refusedByPolicy, "")) { try policy.check(intent, of: .dash) }
                let enough = PolicyCheck(services: Self.with(fixture, day: 100_000_500 + Self.cost))
                try enough.check(intent, of: .dash)
            } else {
                try policy.check(intent, of: .dash)
            }
        }
    }

    private static func with(_ fixture: ExecutionFixture, day: Int64) -> Services {
        var fixture = fixture
        fixture.settings.policy.limits["dash"] = SpendingLimits(day: Amount(units: day))
        return fixture.services
    }

    @Test("S7: limits of one coin are none of another's, and none where nothing is set")
    func otherCoins() async throws {
        var fixture = Self.fixture()
        fixture.settings.policy.limits["axe"] = SpendingLimits(payment: .zero, day: .zero)
        #expect(try await Self.isPaid(fixture))
    }

    @Test(
        "S7: only listed senders may ask, whatever the case of their names; a link without a sender may not",
        arguments: [
            (["shop"], ExecutionFixture.pay, false), (["shop", "myapp"], ExecutionFixture.pay, true),
            ([], ExecutionFixture.pay, false),
            (["myapp"], "dashwallet://pay=\(ExecutionFixture.address)&amount=0.5&sender=MyApp", true),
            ([], "dash:\(ExecutionFixture.address)?amount=0.5", true),
        ])
    func senders(allowed: [String], link: String, isAllowed: Bool) async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.settings.policy.senders = Set(allowed)
        #expect(try await Self.isPaid(fixture, link) == isAllowed)
    }

    @Test(
        "S7: the receiver of a proof of payment must be listed like a sender",
        arguments: [("pop", ["myapp"], true), ("pop", ["other"], false), ("req-pop", [], false)]
            as [(
                String, [String], Bool
            )])
    func proofs(name: String, allowed: [String], isAllowed: Bool) async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.settings.policy.senders = Set(allowed)
        #expect(try await Self.isPaid(fixture, ProofOfPaymentTests.link + "&\(name)=MyApp%3Apaid%3F") == isAllowed)
        // What the link gives is in what is opened, so it is shown.
        guard isAllowed else { return }
        #expect(fixture.prompt.shown[0].pages.joined().contains("added to “MyApp:paid?”"))
        #expect(fixture.opened == ["MyApp:paid?onchain=010203"])
    }

    @Test("S7: a payment that replaced another costs the increase of the fee, or all of it if the other was not sent")
    func replaced() throws {
        func entry(_ id: Int64, _ progress: JournalEntry.Progress, _ end: JournalEnd, fee: Int64, bumps: Int64? = nil)
            -> JournalEntry
        {
            JournalEntry(
                id: id, seen: 990, changed: 990,
                request: JournalRequest(
                    action: .payment, scheme: "dash", fingerprint: "f",
                    chain: ChainID(coin: "dash", network: .main, isPractice: false), sender: nil, bumps: bumps),
                progress: progress, end: end, amount: Amount(units: 1_000), fee: Amount(units: fee),
                transaction: .example, inputs: [Self.payment(5).inputs[0].outpoint])
        }
        for (progress, end, spent) in [
            (.sent, .done, 1_000 + 300), (.signed, .unknown, 1_000 + 300), (.signed, .failed, 1_000 + 300),
            (.signed, .dropped, 1_000 + 300),
        ] as [(JournalEntry.Progress, JournalEnd, Int64)] {
            let earlier = [
                entry(2, .sent, .done, fee: 300, bumps: 1), entry(1, progress, end, fee: 100),
            ]
            for (limit, isAllowed) in [(spent + 5, true), (spent + 4, false)] {
                let policy = PolicyCheck(services: Self.fixture(day: limit, earlier: earlier).services)
                let intent = Intent.payment(Self.payment(5))
                if isAllowed {
                    try policy.check(intent, of: .dash)
                } else {
                    #expect(throws: ServiceError(.refusedByPolicy, "")) { try policy.check(intent, of: .dash) }
                }
            }
        }
    }

    private static func payment(_ amount: Int64, fee: Int64 = 0) -> PaymentIntent {
        PaymentIntent(
            chain: ChainID(coin: "dash", network: .main, isPractice: false), inputs: [.example(amount + fee)],
            recipient: "X", amount: Amount(units: amount)!, change: nil)
    }

    private static let uncounted =
        "an amount that this program cannot count in DASH, because it is too large, in a token, in another currency "
        + "or not fully stated"

    @Test("S7: a refusal says what the payment costs, what was paid before, and the limit")
    func words() throws {
        let chain = ChainID(coin: "dash", network: .main, isPractice: false)
        func handOver(_ cost: LinkCost) -> Intent {
            .handOver(
                HandOverIntent(
                    chain: chain, program: .example("dash-qt", takes: ["dash"]), link: "dash:X", scheme: "dash",
                    instruction: PaymentInstruction(.onchain, "X", checked: .checksum), cost: cost,
                    isRewritten: false))
        }
        let paid = [Self.paid()]
        typealias Check = (PolicyCheck) throws(ServiceError) -> Void
        let payment = Self.payment(200_000_000, fee: 1_000)
        let cases: [(payment: Int64?, day: Int64?, check: Check, message: String)] = [
            (
                100, nil, { (policy) throws(ServiceError) in try policy.check(.payment(payment), of: .dash) },
                "The payment costs 2.00001 DASH including the fee; your limit per payment is 0.000001 DASH."
            ),
            (
                nil, 100, { (policy) throws(ServiceError) in try policy.check(.payment(payment), of: .dash) },
                "The payment costs 2.00001 DASH including the fee. You paid 1.000005 DASH within the last 24 hours; your "
                    + "limit for 24 hours is 0.000001 DASH."
            ),
            (
                100, nil,
                { (policy) throws(ServiceError) in try policy.check(handOver(.known(Amount(units: 101)!)), of: .dash) },
                "The link asks for 0.00000101 DASH; your limit per payment is 0.000001 DASH."
            ),
            (
                100, nil, { (policy) throws(ServiceError) in try policy.check(handOver(.uncountable), of: .dash) },
                "The link asks for \(Self.uncounted); your limit per payment is 0.000001 DASH."
            ),
            (
                100, nil,
                { (policy) throws(ServiceError) in
                    try policy.check(payment, raising: Amount(units: 400)!, of: .dash)
                },
                "The payment would cost 2.00001 DASH including the fee; your limit per payment is 0.000001 DASH."
            ),
            (
                nil, 100,
                { (policy) throws(ServiceError) in
                    try policy.check(payment, raising: Amount(units: 400)!, of: .dash)
                },
                "The fee would rise by 0.000006 DASH. You paid 1.000005 DASH within the last 24 hours; your limit for "
                    + "24 hours is 0.000001 DASH."
            ),
        ]
        for (limit, day, check, message) in cases {
            let policy = PolicyCheck(services: Self.fixture(payment: limit, day: day, earlier: paid).services)
            let error = #expect(throws: ServiceError.self) { try check(policy) }
            #expect(error?.message == message && error?.code == .refusedByPolicy)
            #expect(error?.hint == "Nothing was done. To change your limits, edit “limits” in config.yaml.")
        }
        for uncounted in [Amount.largest, Amount(units: .max - 1)!] {
            let earlier = paid + [Self.paid(amount: uncounted), Self.paid(amount: uncounted)]
            let policy = PolicyCheck(services: Self.fixture(day: .max - 1, earlier: earlier).services)
            let error = #expect(throws: ServiceError.self) { try policy.check(.payment(payment), of: .dash) }
            #expect(
                error?.message.contains("Within the last 24 hours you paid \(Self.uncounted); your limit") == true)
        }
        let open = PolicyCheck(services: Self.fixture(payment: 100).services)
        try open.check(handOver(.nothing), of: .dash)
        try open.check(handOver(.known(Amount(units: 100)!)), of: .dash)
    }

    @Test("a dry run says the same")
    func preview() async throws {
        let link = try ExecutionFixture().read(ExecutionFixture.pay)
        let limited = LinkExecution(services: Self.fixture(payment: 1).services)
        await #expect(throws: ServiceError(.refusedByPolicy, "")) { try await limited.preview(link) }
        var fixture = ExecutionFixture()
        fixture.settings.policy.senders = []
        let listed = LinkExecution(services: fixture.services)
        await #expect(throws: ServiceError(.refusedByPolicy, "")) { try await listed.preview(link) }
    }

    @Test("S7: limits of a coin with another's addresses replace those of that one only for payments from here")
    func twins() throws {
        let text = """
            version: 1
            coins: { dash2: { extends: dash, ticker: TWO, networks: { main: { bip44: 99999 } } } }
            schemes: { two: { extends: dash, coin: dash2 } }
            """
        var fixture = ExecutionFixture()
        let router = try fixture.router([.shipped, DescriptorFile(name: "mine.yaml", bytes: Array(text.utf8))])
        let link = try router.read(Array("two:\(ExecutionFixture.address)?amount=0.5".utf8))
        let limit = SpendingLimits(payment: Amount(units: 100_000_000))
        let handOver = HandOverIntent(
            chain: link.handOverChain, program: .example("w", takes: ["two"]), link: "two:X", scheme: "two",
            instruction: PaymentInstruction(.onchain, "X", checked: .checksum), cost: .known(Amount(units: 1)!),
            isRewritten: false)
        fixture.settings.handOver = [HandOverRule(scheme: "two", target: .program("w"))]
        func isAllowed(_ intent: Intent = .payment(Self.payment(1))) -> Bool {
            (try? PolicyCheck(services: fixture.services).check(intent, of: link)) != nil
        }
        #expect(isAllowed() && isAllowed(.handOver(handOver)))
        fixture.settings.policy.limits["dash"] = SpendingLimits()
        #expect(isAllowed() && isAllowed(.handOver(handOver)))
        fixture.settings.policy.limits["dash"] = limit
        #expect(!isAllowed() && !isAllowed(.handOver(handOver)))
        fixture.settings.policy.limits["dash2"] = SpendingLimits()
        #expect(!isAllowed() && !isAllowed(.handOver(handOver)))
        // Another program may pay the other coin, whatever the limits of this one.
        for own in [limit, SpendingLimits(day: limit.payment)] {
            fixture.settings.policy.limits["dash2"] = own
            #expect(isAllowed() && !isAllowed(.handOver(handOver)))
        }
        fixture.settings.policy.laterLimits = ["dash2"]
        #expect(!isAllowed() && !isAllowed(.handOver(handOver)))
    }
}
