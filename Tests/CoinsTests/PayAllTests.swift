import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterBitcoinFamily

/// The most that can be paid, to the unit.
@Suite struct PayAllTests {
    private static func rules(_ random: inout SeededGenerator) -> PaymentRules {
        let rate = [1, 1_000, 1_001, 50_000, 333_333].randomElement(using: &random)! as Int64
        // Where the rate is the highest there may be, rounding up can forbid a payment without change.
        let highest = Bool.random(using: &random) ? rate : 10_000_000
        return PaymentRules(
            recipientSize: [32, 34, 43].randomElement(using: &random)!, feePerKB: Amount(units: rate)!,
            highestFeePerKB: Amount(units: highest)!,
            dust: Amount(units: [0, 546, 5_460].randomElement(using: &random)!)!)
    }

    private static func pays(
        _ utxos: [OwnedUTXO], _ units: Int64, _ rules: PaymentRules, _ sets: [Set<Outpoint>]
    ) -> Bool {
        (try? UTXOSelection(from: utxos, paying: Amount(units: units)!, by: rules, spendingOneOfEach: sets)) != nil
    }

    @Test("exactly the most is paid, and no unit more, whatever there is and must be spent", arguments: 0..<600)
    func exact(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rules = Self.rules(&random)
        let size: Int64 = [2_000, 60_000, 3_000_000].randomElement(using: &random)!
        let utxos = (0..<UInt32.random(in: 0...9, using: &random)).map { index in
            OwnedUTXO.example(.random(in: 1...size, using: &random), index: index)
        }
        let sets = (0..<[0, 0, 1, 2].randomElement(using: &random)!).map { _ in
            Set(utxos.filter { _ in Bool.random(using: &random) }.map(\.outpoint))
        }
        let most = UTXOSelection.most(from: utxos, by: rules, spendingOneOfEach: sets)
        guard let most else {
            for units in [rules.dust.units, 1, 546, size] where units >= max(rules.dust.units, 1) {
                #expect(!Self.pays(utxos, units, rules, sets))
            }
            return
        }
        #expect(most >= rules.dust)
        #expect(Self.pays(utxos, most.units, rules, sets))
        for more in [1, 2, 34, 148, 10_000] as [Int64] {
            #expect(!Self.pays(utxos, most.units + more, rules, sets), "\(more) more")
        }
    }

    @Test(
        "it is exact where 253 inputs are counted with more bytes, and where a transaction is full",
        arguments: [252, 253, 254, 700])
    func many(count: UInt32) throws {
        let rules = PaymentRules(
            recipientSize: 34, feePerKB: Amount(units: 1_000)!, highestFeePerKB: Amount(units: 10_000_000)!,
            dust: Amount(units: 546)!)
        for units in [149, 150, 151, 10_000] as [Int64] {
            let utxos = (0..<count).map { OwnedUTXO.example(units, index: $0) }
            guard let most = UTXOSelection.most(from: utxos, by: rules, spendingOneOfEach: []) else {
                #expect(units < 10_000 && !Self.pays(utxos, 546, rules, []))
                continue
            }
            #expect(Self.pays(utxos, most.units, rules, []))
            #expect(!Self.pays(utxos, most.units + 1, rules, []))
        }
    }

    private static let open = "dashwallet://pay=\(ExecutionFixture.address)&sender=myapp"

    /// A wallet whose accounts have so much.
    private static func fixture(_ accounts: [[Int64]], _ answers: FakePrompt.Answer...) -> ExecutionFixture {
        var fixture = ExecutionFixture(answers)
        let utxos = accounts.enumerated().map { number, units in
            units.enumerated().map { index, units in
                OwnedUTXO.example(
                    units, index: UInt32(number * 10 + index), in: .bip44(coinType: 5, account: UInt32(number)))
            }
        }
        fixture.keyring = FakeKeyring(
            utxos: utxos[0],
            others: utxos.enumerated().dropFirst().map { FakeKeyring(utxos: $1, name: .number(UInt32($0))) })
        return fixture
    }

    @Test(
        "a person who is asked how much may answer “all”: everything is spent, without change, and the consent says how much"
    )
    func all() async throws {
        let fixture = Self.fixture([[60_000_000, 40_000_000]], .type("all"), ExecutionFixture.passcode)
        guard case .paid(_, let intent, _) = try await fixture.run(Self.open) else {
            Issue.record("not paid")
            return
        }
        // 10 + 34 + 2 · 148 bytes, at a unit each.
        #expect(intent.amount.units == 100_000_000 - 340 && intent.fee?.units == 340)
        #expect(intent.change == nil && intent.inputs.count == 2)
        let pages = fixture.prompt.shown.compactMap(\.pages.first)
        #expect(pages.first?.contains("“all” pays everything you can: 0.9999966 DASH.") == true)
        #expect(pages.last?.contains("Pay 0.9999966 DASH") == true)
    }

    @Test("S11: “all” is what one account has, the first that has anything")
    func oneAccount() async throws {
        let fixture = Self.fixture([[], [30_000_000], [90_000_000]], .type("all"), ExecutionFixture.passcode)
        _ = try await fixture.run(Self.open)
        let intent = try #require(fixture.signed.first)
        #expect(intent.amount.units == 30_000_000 - 192)
        #expect(intent.inputs.map(\.amount.units) == [30_000_000])
    }

    @Test("“all” without any money is no amount, and the command that wants all says so without a question")
    func nothing() async throws {
        let fixture = Self.fixture([[500]], .type("all"), .fail(.refused))
        guard case .refused = try await fixture.run(Self.open) else {
            Issue.record("not refused")
            return
        }
        #expect(fixture.prompt.shown.count == 2 && fixture.prompt.shown.first?.pages.first?.contains("“all”") == false)
        let other = Self.fixture([[500]])
        let result = await LinkExecution(services: other.services).run(try other.read(Self.open), paysAll: true)
        guard case .failed(let error) = result.outcome else {
            Issue.record("not failed")
            return
        }
        #expect(error.code == .insufficientFunds && other.prompt.shown.isEmpty)
    }

    @Test("S12: of all, what cannot be proved is left out")
    func strange() async throws {
        let odd = TransactionID(hex: String(repeating: "07", count: 32))!
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.keyring = FakeKeyring(
            utxos: [.example(60_000_000), .example(70_000_000, of: odd)], strange: [odd])
        let result = await LinkExecution(services: fixture.services).run(try fixture.read(Self.open), paysAll: true)
        guard case .paid(_, let intent, _) = result.outcome else {
            Issue.record("not paid: \(result.outcome)")
            return
        }
        #expect(intent.amount.units == 60_000_000 - 192)
    }

    @Test("the message of too little says how much can be paid: that is paid, and a unit more is not")
    func message() async throws {
        let poor = Self.fixture([[40_000_000]])
        guard case .failed(let error) = try await poor.run(ExecutionFixture.pay) else {
            Issue.record("paid")
            return
        }
        #expect(error.code == .insufficientFunds)
        #expect(error.message.hasSuffix(" You can pay at most 0.39999808 DASH."), "\(error.message)")
        for (amount, isPaid) in [("0.39999808", true), ("0.39999809", false)] {
            let fixture = Self.fixture([[40_000_000]], ExecutionFixture.passcode)
            _ = try await fixture.run("\(Self.open)&amount=\(amount)")
            #expect(fixture.signed.isEmpty != isPaid)
        }
    }

    @Test("of several accounts, the one that can pay most is named")
    func severalAccounts() async throws {
        let fixture = Self.fixture([[10_000_000], [40_000_000], [20_000_000]])
        guard case .failed(let error) = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("paid")
            return
        }
        #expect(error.message.hasSuffix(" You can pay at most 0.39999808 DASH, from account 1."), "\(error.message)")
    }

    @Test("what “all” leaves in the account is said before the payment; nothing is said if nothing stays")
    func rest() async throws {
        // A transaction of 100,000 bytes spends at most 675 of these.
        for (count, left) in [(600, nil), (700, "0.0025 DASH stays in the account.")] as [(Int, String?)] {
            let utxos = [Int64](repeating: 10_000, count: count)
            let fixture = Self.fixture([utxos], .type("all"), ExecutionFixture.passcode)
            _ = try await fixture.run(Self.open)
            let intent = try #require(fixture.signed.first)
            let text = try #require(fixture.prompt.shown.last { $0.pages.first?.contains("Pay 0.0") == true }).pages
                .joined(separator: " ")
            let stays = Int64(count - intent.inputs.count) * 10_000
            #expect(stays == (left == nil ? 0 : 250_000), "\(intent.inputs.count)")
            #expect(text.contains("stays in the account") == (left != nil), "\(text)")
            #expect(left.map { text.contains($0) } != false, "\(text)")
            let typed = Self.fixture([utxos], ExecutionFixture.passcode)
            _ = try await typed.run("\(Self.open)&amount=0.01")
            #expect(typed.prompt.shown.allSatisfy { !$0.pages.joined().contains("stays in") })
        }
    }
}
