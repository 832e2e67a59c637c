import RouterTestSupport
import SchemeRouter
import Testing

/// Payments of a wallet that has several accounts of a coin.
@Suite struct SeveralAccountsTests {
    /// A wallet whose accounts 0, 1 and old have so much.
    private static func fixture(_ units: Int64..., answers: FakePrompt.Answer...) -> ExecutionFixture {
        let names: [AccountName] = [.number(0), .number(1), .old]
        let paths: [DerivationPath] = [
            .bip44(coinType: 5, account: 0), .bip44(coinType: 5, account: 1), .bip32(account: 0),
        ]
        let readers = zip(zip(names, paths), units).enumerated().map { place, account in
            let utxos = account.1 == 0 ? [] : [OwnedUTXO.example(account.1, index: UInt32(place), in: account.0.1)]
            return FakeKeyring(utxos: utxos, name: account.0.0)
        }
        var fixture = ExecutionFixture(answers)
        fixture.keyring = FakeKeyring(utxos: readers[0].owned, others: Array(readers.dropFirst()))
        return fixture
    }

    @Test(
        "the first account that has enough alone pays, with change to itself, and the consent names it",
        arguments: [
            ([100_000_000, 100_000_000, 100_000_000], "account 0", "m/44'/5'/0'"),
            ([40_000_000, 100_000_000, 100_000_000], "account 1", "m/44'/5'/1'"),
            ([40_000_000, 40_000_000, 100_000_000], "the old account", "m/0'"),
            ([0, 0, 100_000_000], "the old account", "m/0'"),
        ] as [([Int64], String, String)])
    func firstThatSuffices(units: [Int64], name: String, path: String) async throws {
        let fixture = Self.fixture(units[0], units[1], units[2], answers: ExecutionFixture.passcode)
        guard case .paid = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("not paid")
            return
        }
        let intent = try #require(fixture.signed.first)
        let account = try #require(DerivationPath(path))
        #expect(intent.inputs.count == 1 && intent.inputs.allSatisfy { $0.path.isBelow(account) })
        #expect(try #require(intent.change).path == account.appending(1, 0))
        let page = try #require(fixture.prompt.shown.first).flowing
        #expect(page.contains(", from \(name) "), "\(page)")
    }

    @Test("UTXOs of two accounts are never spent together: where none has enough alone, nothing is asked or paid")
    func never() async throws {
        let fixture = Self.fixture(40_000_000, 40_000_000, 40_000_000)
        guard case .failed(let error) = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("paid")
            return
        }
        #expect(error.code == .insufficientFunds)
        #expect(error.message.contains("No single account has enough") && error.message.contains("0.4 DASH"))
        #expect(fixture.prompt.shown.isEmpty && fixture.signed.isEmpty)
    }

    @Test("a wallet with one account reports only that account's money")
    func one() async throws {
        guard case .failed(let error) = try await Self.fixture(40_000_000).run(ExecutionFixture.pay) else {
            Issue.record("paid")
            return
        }
        #expect(error.code == .insufficientFunds && !error.message.contains("No account"))
    }

    @Test("the amount is asked for once, whichever account pays then")
    func oneQuestion() async throws {
        let fixture = Self.fixture(
            40_000_000, 100_000_000, answers: .type("0.5"), ExecutionFixture.passcode)
        let link = "dashwallet://pay=\(ExecutionFixture.address)&sender=myapp"
        guard case .paid = try await fixture.run(link) else {
            Issue.record("not paid")
            return
        }
        #expect(fixture.prompt.shown.count == 2)
        #expect(fixture.signed.first?.amount.units == 50_000_000)
    }

    @Test("S6: a UTXO that an undecided payment reserved is not spent, and the next account pays")
    func reserved() async throws {
        // The person leaves the earlier payment as it is.
        let fixture = Self.fixture(
            100_000_000, 100_000_000, answers: .fail(.refused), ExecutionFixture.passcode)
        let undecided = JournalRequest(
            action: .payment, scheme: "dashwallet", fingerprint: try fixture.read(ExecutionFixture.pay).fingerprint,
            chain: ChainID(coin: "dash", network: .main, isPractice: false), sender: "myapp")
        let entry = JournalEntry(
            id: 3, seen: 1, changed: 1, request: undecided, progress: .signed, end: nil, amount: nil, fee: nil,
            transaction: .example, inputs: fixture.keyring.owned.map(\.outpoint))
        fixture.journal.state.withLock { $0.undecided = [entry] }
        guard case .paid = try await fixture.run(ExecutionFixture.pay + "&message=another") else {
            Issue.record("not paid")
            return
        }
        #expect(fixture.signed.first?.inputs.first?.path.isBelow(.bip44(coinType: 5, account: 1)) == true)
    }

    @Test("an address comes from account 0, whatever the others have")
    func address() async throws {
        let fixture = Self.fixture(0, 100_000_000, answers: .agree)
        _ = try await fixture.run("dashwallet://request=address&sender=myapp")
        let page = try #require(fixture.prompt.shown.first?.pages.first)
        #expect(page.contains("XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5".inFours))
    }
}
