import RouterTestSupport
import SchemeRouter
import Testing

/// S11: the engine compares the intent with the request before anybody is asked.
@Suite struct IntentCheckTests {
    struct Lie: Sendable, CustomTestStringConvertible {
        let name: String
        let change: @Sendable (PaymentIntent) -> PaymentIntent
        var testDescription: String { name }
    }

    static let foreignPath = DerivationPath.bip44(coinType: 5, account: 7).appending(1, 0)

    static let account = DerivationPath.bip44(coinType: 5, account: 0)

    static let lies: [Lie] = [
        Lie(name: "another recipient") { $0.with(recipient: "XjkMY3GiK5aHwbpg9Uaw7QCPk3QE63Nh5i") },
        Lie(name: "a larger amount") { $0.with(amount: Amount(units: 50_000_001)) },
        Lie(name: "a smaller amount") { $0.with(amount: Amount(units: 49_999_999)) },
        Lie(name: "another network") {
            $0.with(chain: ChainID(coin: "dash", network: .test, isPractice: false))
        },
        Lie(name: "practice money instead of money") {
            $0.with(chain: ChainID(coin: "dash", network: .main, isPractice: true))
        },
        Lie(name: "change to another account") {
            $0.with(change: .some(.some(.init(path: foreignPath, amount: Amount(units: 49_990_000)!))))
        },
        Lie(name: "change below dust") { payment in
            payment.with(change: .some(.some(.init(path: payment.change!.path, amount: Amount(units: 545)!))))
        },
        Lie(name: "everything that is left as fee") { $0.with(change: .some(nil)) },
        Lie(name: "more out than in") { payment in
            payment.with(change: .some(.some(.init(path: payment.change!.path, amount: Amount(units: 60_000_000)!))))
        },
        Lie(name: "no inputs") { $0.with(inputs: []) },
        Lie(name: "a UTXO twice") { $0.with(inputs: $0.inputs + $0.inputs) },
        Lie(name: "a UTXO of another account") { payment in
            let utxo = payment.inputs[0]
            return payment.with(inputs: [
                OwnedUTXO(outpoint: utxo.outpoint, amount: utxo.amount, path: foreignPath, confirmations: 6)
            ])
        },
        Lie(name: "a UTXO that it was not given") { payment in
            payment.with(inputs: [.example(100_000_000, index: 9)])
        },
        Lie(name: "a UTXO with more confirmations than it has") { payment in
            payment.with(inputs: [.example(100_000_000, confirmations: 7)])
        },
        // S16: nobody would look for it there.
        Lie(name: "change to another address than the next") { payment in
            payment.with(
                change: .some(.some(.init(path: account.appending(0, 0), amount: payment.change!.amount))))
        },
        Lie(name: "a payment by a node's wallet") { payment in
            let quote = NodeQuote(fee: Amount(units: 226)!, size: 226)
            return PaymentIntent(
                chain: payment.chain, recipient: payment.recipient, amount: payment.amount, quote: quote)
        },
    ]

    @Test("S11: a lying plugin never reaches the person", arguments: lies)
    func lyingPlugin(_ lie: Lie) async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.plugin = LyingPlugin(lie: lie.change)
        let outcome = try await fixture.run(ExecutionFixture.pay)
        guard case .failed(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.code == .refusedByCheck)
        #expect(fixture.prompt.shown.isEmpty)
        #expect(fixture.signed.isEmpty)
        #expect(fixture.sent.isEmpty)
        #expect(fixture.opened.isEmpty)
    }

    @Test(
        "S11, S16: a plugin that spends what others paid and can still take back is refused, though it was shown the UTXO"
    )
    func unconfirmed() async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        let waiting = OwnedUTXO.example(100_000_000, index: 3, confirmations: 0)
        fixture.keyring = FakeKeyring(utxos: [.example(100_000_000), waiting])
        fixture.plugin = LyingPlugin(lie: { $0.with(inputs: [waiting]) })
        guard case .failed(let error) = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("paid")
            return
        }
        #expect(error.code == .refusedByCheck && fixture.prompt.shown.isEmpty)
    }

    @Test("S11: an address that is not the wallet's is not told")
    func lyingAddress() async throws {
        var fixture = ExecutionFixture(.agree)
        fixture.plugin = LyingPlugin(addressLie: { intent in
            AddressIntent(
                chain: intent.chain, address: OwnAddress(text: ExecutionFixture.address, path: intent.address.path))
        })
        let outcome = try await fixture.run("dashwallet://request=address&sender=myapp")
        guard case .failed(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.code == .refusedByCheck)
        #expect(fixture.opened.isEmpty)
    }

    @Test("S11: keys of another account are not told")
    func lyingKeys() async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.plugin = LyingPlugin(keyLie: { intent in
            KeyIntent(chain: intent.chain, account: intent.account, bip32: .bip32(account: 9), bip44: intent.bip44)
        })
        let outcome = try await fixture.run("dashwallet://request=masterPublicKey&sender=myapp")
        guard case .failed(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.code == .refusedByCheck)
        #expect(fixture.prompt.shown.isEmpty)
    }
}
