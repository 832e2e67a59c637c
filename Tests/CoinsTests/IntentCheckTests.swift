import RouterTestSupport
import SchemeRouter
import Testing

/// S11: the engine compares the intent with the request before anybody is asked.
@Suite struct IntentCheckTests {
    struct Lie: Sendable, CustomTestStringConvertible {
        let name: String
        /// What is wrong with it: another guard that notices it, too, must not hide that one is missing.
        let complaint: String
        let change: @Sendable (PaymentIntent) -> PaymentIntent
        var testDescription: String { name }
    }

    static let foreignPath = DerivationPath.bip44(coinType: 5, account: 7).appending(1, 0)

    static let account = DerivationPath.bip44(coinType: 5, account: 0)

    static let lies: [Lie] = [
        Lie(name: "another recipient", complaint: "it pays to another address") {
            $0.with(recipient: "XjkMY3GiK5aHwbpg9Uaw7QCPk3QE63Nh5i")
        },
        Lie(name: "a larger amount", complaint: "it pays another amount") {
            $0.with(amount: Amount(units: 50_000_001))
        },
        Lie(name: "a smaller amount", complaint: "it pays another amount") {
            $0.with(amount: Amount(units: 49_999_999))
        },
        Lie(name: "data that nobody asked for", complaint: "it records other data on the chain") {
            $0.with(data: .some(PaymentData(hex: "00".utf8)))
        },
        Lie(name: "another network", complaint: "it pays on another network") {
            $0.with(chain: ChainID(coin: "dash", network: .test, isPractice: false))
        },
        Lie(name: "practice money instead of money", complaint: "it pays on another network") {
            $0.with(chain: ChainID(coin: "dash", network: .main, isPractice: true))
        },
        Lie(name: "change to another account", complaint: "its change goes elsewhere") {
            $0.with(change: .some(.some(.init(path: foreignPath, amount: Amount(units: 49_990_000)!))))
        },
        Lie(name: "change below dust", complaint: "its change is below the dust limit") { payment in
            payment.with(change: .some(.some(.init(path: payment.change!.path, amount: Amount(units: 545)!))))
        },
        Lie(name: "everything that is left as fee", complaint: "its fee is above the limit") {
            $0.with(change: .some(nil))
        },
        Lie(name: "more out than in", complaint: "it spends more than its UTXOs hold") { payment in
            payment.with(change: .some(.some(.init(path: payment.change!.path, amount: Amount(units: 60_000_000)!))))
        },
        Lie(name: "no inputs", complaint: "it spends nothing") { $0.with(inputs: []) },
        Lie(name: "a UTXO twice", complaint: "it spends a UTXO twice") { $0.with(inputs: $0.inputs + $0.inputs) },
        Lie(name: "a UTXO of another account", complaint: "it spends a UTXO of another account") { payment in
            let utxo = payment.inputs[0]
            return payment.with(inputs: [
                OwnedUTXO(outpoint: utxo.outpoint, amount: utxo.amount, path: foreignPath, confirmations: 6)
            ])
        },
        Lie(name: "a UTXO that it was not given", complaint: "it spends a UTXO that it was not given") { payment in
            payment.with(inputs: [.example(100_000_000, index: 9)])
        },
        Lie(name: "a UTXO with more confirmations than it has", complaint: "it spends a UTXO that it was not given") {
            payment in
            payment.with(inputs: [.example(100_000_000, confirmations: 7)])
        },
        // S16: nobody would look for it there.
        Lie(
            name: "change to another address than the next",
            complaint: "its change does not go to the next change address"
        ) { payment in
            payment.with(
                change: .some(.some(.init(path: account.appending(0, 0), amount: payment.change!.amount))))
        },
        Lie(name: "a fee of one unit above the limit", complaint: "its fee is above the limit") { payment in
            payment.with(change: .some(.some(.init(path: payment.change!.path, amount: Amount(units: 49_975_399)!))))
        },
        Lie(name: "a payment by a node's wallet", complaint: "a node's wallet would pay") { payment in
            PaymentIntent(
                chain: payment.chain, recipient: payment.recipient, amount: payment.amount,
                prepared: FakeNodeWallet().prepared)
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
        #expect(error.message == "The prepared action does not match the link: \(lie.complaint).")
        #expect(fixture.prompt.shown.isEmpty)
        #expect(fixture.signed.isEmpty)
        #expect(fixture.sent.isEmpty)
        #expect(fixture.opened.isEmpty)
    }

    @Test("S11, S16: change at the dust limit and the highest fee of the coin are not lies")
    func bounds() async throws {
        // 246 bytes with change, at the 100,000 duffs per 1,000 bytes that are the most for Dash.
        for (utxo, change) in [(50_001_000, 546), (100_000_000, 49_975_400)] as [(Int64, Int64)] {
            var fixture = ExecutionFixture(ExecutionFixture.passcode)
            fixture.keyring = FakeKeyring(utxos: [.example(utxo)])
            fixture.plugin = LyingPlugin(lie: {
                $0.with(
                    change: .some(.some(.init(path: Self.account.appending(1, 0), amount: Amount(units: change)!))))
            })
            let outcome = try await fixture.run(ExecutionFixture.pay)
            guard case .paid = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(fixture.signed.map(\.change?.amount.units) == [change])
        }
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

    private static let otherChain = ChainID(coin: "dash", network: .test, isPractice: false)

    @Test("S11: an address that is not the wallet's, or is for another network, is not told")
    func lyingAddress() async throws {
        let lies: [(complaint: String, change: @Sendable (AddressIntent) -> AddressIntent)] = [
            (
                "the address does not belong to the wallet",
                {
                    let foreign = OwnAddress(text: ExecutionFixture.address, path: $0.address.path)
                    return AddressIntent(chain: $0.chain, address: foreign)
                }
            ),
            (
                "the address does not belong to the wallet",
                {
                    let foreign = OwnAddress(text: $0.address.text, path: Self.foreignPath)
                    return AddressIntent(chain: $0.chain, address: foreign)
                }
            ),
            ("the address is for another network", { AddressIntent(chain: Self.otherChain, address: $0.address) }),
        ]
        for lie in lies {
            var fixture = ExecutionFixture(.agree)
            fixture.plugin = LyingPlugin(addressLie: lie.change)
            try await Self.isRefused(fixture, "dashwallet://request=address&sender=myapp", lie.complaint)
        }
    }

    @Test("S11: keys of another account, another network or another path are not told")
    func lyingKeys() async throws {
        let lies: [(complaint: String, change: @Sendable (KeyIntent) -> KeyIntent)] = [
            (
                "the keys are for another network",
                { KeyIntent(chain: Self.otherChain, account: $0.account, bip32: $0.bip32, bip44: $0.bip44) }
            ),
            (
                "the keys belong to another account",
                { KeyIntent(chain: $0.chain, account: 9, bip32: $0.bip32, bip44: $0.bip44) }
            ),
            (
                "a key has another path",
                { KeyIntent(chain: $0.chain, account: $0.account, bip32: .bip32(account: 9), bip44: $0.bip44) }
            ),
            (
                "a key has another path",
                {
                    let other = DerivationPath.bip44(coinType: 5, account: 9)
                    return KeyIntent(chain: $0.chain, account: $0.account, bip32: $0.bip32, bip44: other)
                }
            ),
            (
                "a key has another path",
                {
                    let other = DerivationPath.bip44(coinType: 0, account: $0.account)
                    return KeyIntent(chain: $0.chain, account: $0.account, bip32: $0.bip32, bip44: other)
                }
            ),
        ]
        for lie in lies {
            var fixture = ExecutionFixture(ExecutionFixture.passcode)
            fixture.plugin = LyingPlugin(keyLie: lie.change)
            try await Self.isRefused(fixture, "dashwallet://request=masterPublicKey&sender=myapp", lie.complaint)
        }
    }

    private static func isRefused(_ fixture: ExecutionFixture, _ link: String, _ complaint: String) async throws {
        let outcome = try await fixture.run(link)
        guard case .failed(let error) = outcome else {
            Issue.record("\(complaint): \(outcome)")
            return
        }
        #expect(error.code == .refusedByCheck)
        #expect(error.message == "The prepared action does not match the link: \(complaint).")
        #expect(fixture.prompt.shown.isEmpty && fixture.opened.isEmpty)
    }
}
