import RouterTestSupport
import SchemeRouter
import Testing

/// Money in transactions of a kind that nobody knows yet. Anybody can pay to an address by one.
@Suite struct StrangeMoneyTests {
    private static let strange = (1...3).map { TransactionID(hex: String(repeating: "0\($0)", count: 32))! }

    /// A wallet with some proved money, and with strange money.
    private static func fixture(_ proved: [Int64], strange units: [Int64]) -> ExecutionFixture {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        let own = proved.enumerated().map { OwnedUTXO.example($1, index: UInt32($0)) }
        let others = zip(units, strange).map { OwnedUTXO.example($0, of: $1) }
        fixture.keyring = FakeKeyring(utxos: others + own, strange: Set(strange))
        return fixture
    }

    @Test(
        "S12: a UTXO that cannot be proved is not spent, and the others pay",
        arguments: [[60_000_000], [60_000_000, 70_000_000, 50_100_000], [50_000_192, 51_000_000]] as [[Int64]])
    func others(units: [Int64]) async throws {
        let fixture = Self.fixture([30_000_000, 90_000_000], strange: units)
        guard case .paid = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("not paid")
            return
        }
        let intent = try #require(fixture.signed.first)
        #expect(intent.inputs.map(\.amount.units) == [90_000_000])
        #expect(intent.amount.units == 50_000_000)
    }

    @Test(
        "S12, S16: a UTXO that is shown wrongly is not spent, blocks nothing, and the person is told before they agree")
    func misstated() async throws {
        var wasTold = 0
        // Both are in one transaction: only one of them is shown wrongly.
        for (bad, good) in [(60_000_000, 70_000_000), (70_000_000, 60_000_000)] as [(Int64, Int64)] {
            var fixture = ExecutionFixture(ExecutionFixture.passcode)
            let (wrong, right) = (OwnedUTXO.example(bad, index: 0), OwnedUTXO.example(good, index: 1))
            fixture.keyring = FakeKeyring(utxos: [wrong, right], misstated: [wrong.outpoint])
            guard case .paid = try await fixture.run(ExecutionFixture.pay) else {
                Issue.record("not paid")
                return
            }
            let intent = try #require(fixture.signed.first)
            #expect(intent.inputs == [right])
            let shown = fixture.prompt.shown.flatMap(\.pages).joined(separator: " ").replacing("\n", with: " ")
            if shown.contains("reports another 0.\(bad / 10_000_000) DASH, which this payment does not spend") {
                wasTold += 1
            }
        }
        // A payment that never wanted to spend it has nothing to tell.
        #expect(wasTold > 0)
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        let wrong = OwnedUTXO.example(60_000_000)
        fixture.keyring = FakeKeyring(utxos: [wrong], misstated: [wrong.outpoint])
        guard case .failed(let error) = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("paid")
            return
        }
        #expect(error.code == .insufficientFunds && error.message.contains("Another 0.6 DASH cannot be spent"))
    }

    @Test("S12: without it there may be too little, and the person is told why before they are asked")
    func tooLittle() async throws {
        let fixture = Self.fixture([30_000_000], strange: [60_000_000, 10_000_000])
        guard case .failed(let error) = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("paid")
            return
        }
        #expect(error.code == .insufficientFunds)
        #expect(error.message.contains("this version does not support their kind"), "\(error.message)")
        #expect(fixture.prompt.shown.isEmpty && fixture.signed.isEmpty)
    }

    @Test("strange money of one account does not keep the next one from paying")
    func nextAccount() async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        let second = DerivationPath.bip44(coinType: 5, account: 1)
        fixture.keyring = FakeKeyring(
            utxos: [.example(60_000_000, of: Self.strange[0])],
            others: [FakeKeyring(utxos: [.example(60_000_000, in: second)], name: .number(1))],
            strange: [Self.strange[0]])
        guard case .paid = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("not paid")
            return
        }
        #expect(fixture.signed.first?.inputs.allSatisfy { $0.path.isBelow(second) } == true)
    }
}
