import RouterBitcoinFamily
import RouterDash
import RouterTestSupport
import SchemeRouterTesting
import Synchronization
import Testing

@testable import SchemeRouter

/// S16: no server sets a fee beyond what the person was warned of.
@Suite struct FeeTests {
    /// A network that asks for a rate.
    private final class Greedy: Chain {
        let rate: Int64
        init(_ rate: Int64) { self.rate = rate }
        func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] { [] }
        func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> { [] }
        func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] { [] }
        func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] {
            Dictionary(uniqueKeysWithValues: ids.map { ($0, []) })
        }
        func state(of id: TransactionID) async throws(ServiceError) -> TransactionState { .unknown }
        func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] { [:] }
        func feePerKB() async throws(ServiceError) -> Amount? { Amount(units: rate) }
        func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance { .network }
    }

    private static func outcome(
        _ rate: Int64, _ link: String, utxos: [OwnedUTXO] = [.example(100_000_000)]
    ) async throws -> (outcome: Outcome, pages: [String]) {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.keyring = FakeKeyring(utxos: utxos)
        var services = fixture.services
        services.networks = FakeNetworks(chain: Greedy(rate))
        let outcome = await LinkExecution(services: services).run(try fixture.read(link)).outcome
        return (outcome, fixture.prompt.shown.flatMap(\.pages))
    }

    private static let bitcoin = "bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA?amount=0.5"

    @Test("S16: 1,500 sat/vB are the most that is paid on Bitcoin; a network that asks for more gets nothing")
    func ceiling() async throws {
        let (most, pages) = try await Self.outcome(1_500_000, Self.bitcoin)
        guard case .paid = most else {
            Issue.record("\(most)")
            return
        }
        #expect(pages.contains { $0.contains("\nWarning: the fee rate is high for Bitcoin") })
        for rate in [1_500_001, 10_000_000, .max - 1] as [Int64] {
            let (outcome, pages) = try await Self.outcome(rate, Self.bitcoin)
            guard case .failed(let error) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(error.code == .refusedByCheck && pages.isEmpty && error.message.contains("1,000 bytes"))
        }
    }

    @Test(
        "S16: a rate that the descriptor calls high is a line of its own in the consent",
        arguments: [(1_000, false), (100_000, false), (104_000, true)] as [(Int64, Bool)])
    func high(rate: Int64, isWarned: Bool) async throws {
        let pages = try await Self.outcome(rate, Self.bitcoin).pages
        let lines = pages.flatMap { $0.split(separator: "\n") }
        #expect(lines.contains { $0.hasPrefix("Warning: the fee rate is high") } == isWarned, "\(pages)")
        #expect(!lines.contains { $0.hasPrefix("Warning: the fee is more") })
    }

    @Test(
        "S16: a fee above 5 % of the amount is a line of its own",
        arguments: [(4_520, false), (4_519, true)] as [(Int64, Bool)])
    func share(amount: Int64, isWarned: Bool) async throws {
        // One input, two outputs: 226 bytes at the least rate.
        let decimal = "0.0000\(amount)"
        let link = "dashwallet://pay=\(ExecutionFixture.address)&amount=\(decimal)&sender=myapp"
        let (outcome, pages) = try await Self.outcome(1_000, link)
        guard case .paid(_, let payment, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(payment.fee?.units == 226)
        let lines = pages.flatMap { $0.split(separator: "\n") }
        #expect(lines.contains { $0 == "Warning: the fee is more than 5 % of the amount." } == isWarned, "\(pages)")
    }

    @Test("a high fee is more than the high rate times the size, rounded up", arguments: [(250, 251), (1_000, 1_001)])
    func high(size: Int, most: Int64) throws {
        let text = """
            version: 1
            coins: { foo: { extends: dash, ticker: FOO, networks: { main: { bip44: 99999 } },
                     fee-per-kb: { min: 1000, normal: 1000, high: 1001, max: 5000 } } }
            """
        let file = DescriptorFile(name: "mine.yaml", bytes: Array(text.utf8))
        let coin = try #require(try ExecutionFixture().router([.shipped, file]).routes.coin("foo"))
        for fee in [most, most + 1] {
            let payment = PaymentIntent(
                chain: ChainID(coin: "foo", network: .main, isPractice: false), recipient: "X",
                amount: Amount(units: 1_000_000)!, prepared: FakeNodeWallet(fee: fee, size: size).prepared)
            #expect(coin.warnings(aboutFeeOf: payment).isEmpty == (fee == most), "\(fee)")
        }
    }

    @Test("amounts at the ends of their range are judged without a trap")
    func extremes() {
        let largest = Amount(units: .max - 1)!
        for (units, amount) in [(Int64.max - 1, 1), (.max - 1, .max - 1), (1, 1)] as [(Int64, Int64)] {
            let payment = PaymentIntent(
                chain: ChainID(coin: "dash", network: .main, isPractice: false), inputs: [.example(units)],
                recipient: "X", amount: Amount(units: amount)!, change: nil)
            _ = CoinDescriptor.dash.warnings(aboutFeeOf: payment)
        }
        #expect(throws: ServiceError(.refusedByCheck, "")) { try CoinDescriptor.dash.checkRate(largest) }
    }
}

/// Fees that the person chose.
@Suite struct FeeChoiceTests {
    /// A network that asks more of those who do not wait, and notes what it was asked.
    private final class Levels: Chain {
        let asked = Mutex<[FeeLevel]>([])
        let rates: [FeeLevel: Int64]
        init(_ rates: [FeeLevel: Int64] = [.slow: 2_000, .normal: 5_000, .fast: 9_000]) { self.rates = rates }
        func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] { [] }
        func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> { [] }
        func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] { [] }
        func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] {
            Dictionary(uniqueKeysWithValues: ids.map { ($0, []) })
        }
        func state(of id: TransactionID) async throws(ServiceError) -> TransactionState { .unknown }
        func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] { [:] }
        func feePerKB() async throws(ServiceError) -> Amount? { try await feePerKB(for: .normal) }
        func feePerKB(for level: FeeLevel) async throws(ServiceError) -> Amount? {
            asked.withLock { $0.append(level) }
            return rates[level].flatMap { Amount(units: $0) }
        }
        func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance { .network }
    }

    private static func paid(
        _ fees: FeeChoices, on chain: Levels, amount: String = "0.5", picking position: Int? = nil
    ) async throws -> (fee: Int64?, text: String) {
        let picks = position.map { [FakePrompt.Answer.pick($0)] } ?? []
        let fixture = ExecutionFixture(picks + [ExecutionFixture.passcode])
        var services = fixture.services
        services.networks = FakeNetworks(chain: chain)
        services.settings.fees = fees
        let link = try fixture.read("bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA?amount=\(amount)")
        let outcome = await LinkExecution(services: services).run(link).outcome
        let text = fixture.prompt.shown.map(\.flowing).joined()
        guard case .paid(_, let payment, _) = outcome else { return (nil, "\(outcome)") }
        return (payment.fee?.units, text)
    }

    @Test("a level is what the network asks for it, and none is “normal”; what was chosen is said")
    func levels() async throws {
        for (choice, level, rate) in [
            (nil, .normal, 5_000), (.slow, .slow, 2_000), (.normal, .normal, 5_000), (.fast, .fast, 9_000),
        ] as [(FeeLevel?, FeeLevel, Int64)] {
            let chain = Levels()
            let (fee, text) = try await Self.paid(
                FeeChoices(byCoin: choice.map { ["bitcoin": .level($0)] } ?? [:]), on: chain)
            #expect(fee == (rate * 226 + 999) / 1_000, "\(text)")
            #expect(chain.asked.withLock { $0 } == [level])
            #expect(text.contains("You chose this fee: “\(level.rawValue)”") == (choice != nil))
        }
    }

    @Test("a rate of one's own asks no network, is said, and what is named once counts more than the settings")
    func rate() async throws {
        let chain = Levels()
        let fees = FeeChoices(byCoin: ["bitcoin": .level(.fast)], once: .rate(Amount(units: 3_333)!))
        let (fee, text) = try await Self.paid(fees, on: chain)
        #expect(fee == (3_333 * 226 + 999) / 1_000 && chain.asked.withLock { $0.isEmpty })
        #expect(text.contains("You chose this rate: 3333 satoshi per 1,000 bytes."), "\(text)")
        let other = try await Self.paid(FeeChoices(byCoin: ["dash": .level(.slow)]), on: Levels())
        #expect(other.fee == 1_130)
    }

    @Test("a rate out of the coin's range pays nothing", arguments: [999, 1_500_001] as [Int64])
    func range(rate: Int64) async throws {
        let (fee, text) = try await Self.paid(FeeChoices(once: .rate(Amount(units: rate)!)), on: Levels())
        let complaint = "Bitcoin allows 1000 to 1500000 satoshi per 1,000 bytes, not \(rate)."
        #expect(fee == nil && text.contains(complaint), "\(text)")
    }

    @Test("a high fee says which level it is and how to pay less; a choice of “slow” or a rate is only warned about")
    func high() async throws {
        let rates: [FeeLevel: Int64] = [.slow: 200_000, .normal: 200_000, .fast: 200_000]
        for (choice, advises) in [
            (nil, true), (.level(.fast), true), (.level(.slow), false), (.rate(Amount(units: 200_000)!), false),
        ] as [(FeeChoice?, Bool)] {
            let (_, text) = try await Self.paid(FeeChoices(once: choice), on: Levels(rates))
            #expect(text.contains("Warning: the fee rate is high"))
            #expect(text.contains("“--fee slow”") == advises, "\(text)")
        }
    }

    @Test("if a high fee can be lower, the person chooses before the consent, which shows the choice")
    func choice() async throws {
        let rates: [FeeLevel: Int64] = [.slow: 2_000, .normal: 150_000, .fast: 200_000]
        for (fees, position, level, rate) in [
            (FeeChoices(), 0, "normal", 150_000), (FeeChoices(), 1, "slow", 2_000),
            (FeeChoices(byCoin: ["bitcoin": .level(.fast)]), 0, "fast", 200_000),
            (FeeChoices(byCoin: ["bitcoin": .level(.fast)]), 1, "normal", 150_000),
            (FeeChoices(byCoin: ["bitcoin": .level(.fast)]), 2, "slow", 2_000),
        ] as [(FeeChoices, Int, String, Int64)] {
            let (fee, text) = try await Self.paid(fees, on: Levels(rates), picking: position)
            #expect(fee == (rate * 226 + 999) / 1_000, "\(text)")
            #expect(text.contains("You chose this fee: “\(level)”.") && text.contains("Which fee do you want to pay?"))
            #expect(!text.contains("--fee slow"), "\(text)")
        }
        // A position that there is not pays nothing, and neither does a refusal.
        #expect(try await Self.paid(FeeChoices(), on: Levels(rates), picking: 2).fee == nil)
    }

    @Test("the options are amounts; refusing there signs nothing")
    func options() async throws {
        var fixture = ExecutionFixture(.pick(1), .fail(.refused))
        fixture.keyring = FakeKeyring(utxos: [.example(100_000_000)])
        var services = fixture.services
        services.networks = FakeNetworks(chain: Levels([.slow: 2_000, .normal: 150_000]))
        let link = try fixture.read("bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA?amount=0.5")
        let pages = try await LinkExecution(services: services).preview(link)
        #expect(pages.contains("• “slow” for a fee of 0.00000452 BTC"), "\(pages)")
        guard case .refused = await LinkExecution(services: services).run(link).outcome else {
            Issue.record("it was not refused")
            return
        }
        #expect(
            fixture.prompt.options.map { $0.map(\.label) } == [
                ["“normal” for a fee of 0.000339 BTC", "“slow” for a fee of 0.00000452 BTC"]
            ])
        #expect(fixture.signed.isEmpty)
    }

    @Test("who refuses to choose hears that nothing was paid")
    func refusedChoice() async throws {
        var fixture = ExecutionFixture(.fail(.refused))
        fixture.notifier = MemoryNotifier(isPatient: false)
        var services = fixture.services
        services.networks = FakeNetworks(chain: Levels([.slow: 2_000, .normal: 150_000]))
        let link = try fixture.read("bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA?amount=0.5")
        _ = await LinkExecution(services: services).run(link)
        #expect(fixture.prompt.options.count == 1 && fixture.prompt.shown.count == 1)
        #expect(fixture.notifier.shown == ["Bitcoin\nYou refused. Nothing was paid."])
    }

    @Test("S7: a limit that other payments reach while the person chooses a fee holds", arguments: [false, true])
    func limit(isReached: Bool) async throws {
        var fixture = ExecutionFixture(.pick(1), ExecutionFixture.passcode)
        fixture.settings.policy.limits["bitcoin"] = SpendingLimits(day: Amount(units: 60_000_000))
        let request = JournalRequest(
            action: .payment, scheme: "bitcoin", fingerprint: "other",
            chain: ChainID(coin: "bitcoin", network: .main, isPractice: false), sender: nil)
        let other = JournalEntry(
            id: 1, seen: fixture.now, changed: fixture.now, request: request, progress: .sent, end: nil,
            amount: Amount(units: 20_000_000), fee: nil, transaction: .example, inputs: [])
        fixture.prompt.whileSelecting = { [journal = fixture.journal] in
            if isReached { journal.state.withLock { $0.earlier = [other] } }
        }
        var services = fixture.services
        services.networks = FakeNetworks(chain: Levels([.slow: 2_000, .normal: 150_000]))
        let link = try fixture.read("bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA?amount=0.5")
        let outcome = await LinkExecution(services: services).run(link).outcome
        #expect(fixture.signed.isEmpty == isReached && fixture.prompt.shown.count == (isReached ? 1 : 2))
        if case .failed(let error) = outcome { #expect(isReached && error.code == .refusedByPolicy) }
    }

    @Test("there is no question if the person named the fee, or if nothing costs clearly less")
    func noChoice() async throws {
        let high: [FeeLevel: Int64] = [.slow: 2_000, .normal: 150_000, .fast: 200_000]
        for (fees, rates) in [
            (FeeChoices(once: .level(.fast)), high), (FeeChoices(once: .rate(Amount(units: 150_000)!)), high),
            (FeeChoices(byCoin: ["bitcoin": .rate(Amount(units: 150_000)!)]), high),
            (FeeChoices(), [.slow: 2_000, .normal: 5_000]), (FeeChoices(), [.slow: 140_000, .normal: 150_000]),
            (FeeChoices(), [.slow: 160_000, .normal: 150_000]),
        ] as [(FeeChoices, [FeeLevel: Int64])] {
            let (fee, text) = try await Self.paid(fees, on: Levels(rates))
            #expect(fee != nil && !text.contains("Which fee"), "\(text)")
        }
    }

    @Test(
        "a fee that is a tenth lower is offered, one that is less lower is not, and never one for a payment of everything"
    )
    func tenth() async throws {
        // 226 bytes cost 33,900 or 33,901 at the usual rate. A tenth of the latter is not whole, and 3,390 less is too little.
        for (slow, normal, isOffered) in [
            (135_000, 150_000, true), (135_001, 150_000, false), (135_000, 150_001, true), (135_004, 150_001, false),
        ] as [(Int64, Int64, Bool)] {
            let (_, text) = try await Self.paid(FeeChoices(), on: Levels([.slow: slow, .normal: normal]), picking: 0)
            #expect(text.contains("Which fee do you want to pay?") == isOffered, "\(slow): \(text)")
        }
        let fixture = ExecutionFixture(ExecutionFixture.passcode)
        var services = fixture.services
        services.networks = FakeNetworks(chain: Levels([.slow: 2_000, .normal: 150_000]))
        let link = try fixture.read("bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA")
        guard case .paid = await LinkExecution(services: services).run(link, paysAll: true).outcome else {
            Issue.record("it was not paid")
            return
        }
        #expect(fixture.prompt.options.isEmpty)
    }

    @Test(
        "no slower payment is worked out at a rate that is not lower", arguments: [19_999, 20_000, 20_001] as [Int64])
    func noLowerRate(slow: Int64) async throws {
        let count = Mutex(0)
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.plugin = LyingPlugin(lie: { payment in
            count.withLock { $0 += 1 }
            return payment
        })
        var services = fixture.services
        services.networks = FakeNetworks(chain: Levels([.slow: slow, .normal: 20_000]))
        _ = await LinkExecution(services: services).run(try fixture.read(ExecutionFixture.pay))
        #expect(fixture.prompt.shown.map(\.flowing).joined().contains("the fee rate is high for Dash"))
        #expect(count.withLock { $0 } == (slow < 20_000 ? 2 : 1) && fixture.signed.count == 1)
    }

    @Test("without an estimate: the least, the usual, and twice as much as usual, below what is warned of")
    func none() async throws {
        for (level, rate) in [(FeeLevel.slow, 1_000), (.normal, 10_000), (.fast, 20_000)] as [(FeeLevel, Int64)] {
            let (fee, text) = try await Self.paid(FeeChoices(once: .level(level)), on: Levels([:]))
            #expect(fee == (rate * 226 + 999) / 1_000, "\(text)")
        }
        let amounts = [1, 5, 8, 20].map { Amount(units: $0)! }
        let range = AddressLedger.FeeRange(min: amounts[0], normal: amounts[1], high: amounts[2], max: amounts[3])
        #expect(range.usual(.fast).units == 8)
    }

    @Test(
        "words and digits are read, and nothing else",
        arguments: [
            "", "-1", "+1", "1.5", "1e3", "0x10", " 5", "Slow", "medium", "99999999999999999999", "٣",
        ])
    func forms(text: String) {
        #expect(FeeChoice(text) == nil)
        #expect(FeeChoice("slow") == .level(.slow) && FeeChoice("012") == .rate(Amount(units: 12)!))
    }
}
