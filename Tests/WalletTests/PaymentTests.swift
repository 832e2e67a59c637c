import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterWallet

@Suite struct PaymentTests {
    @Test("What is signed pays the recipient, returns the change, and every signature verifies")
    func signs() throws {
        let setup = try PaymentSetup()
        let signed = try setup.sign()
        let transaction = try Transaction(bytes: signed.bytes)
        #expect(signed.id == transaction.id)
        #expect(transaction.version == 2)
        #expect(transaction.lockTime == 0)
        #expect(transaction.inputs.map(\.outpoint) == setup.inputs.map(\.outpoint))
        #expect(transaction.inputs.allSatisfy { $0.sequence == 0xffff_ffff })
        let parameters = setup.coin.networks[.main]!
        let paid = transaction.outputs.map { ($0.amount.units, Address(script: $0.script)?.text(on: parameters)) }
        #expect(paid.map(\.0) == [49_999_500, 150_000_000])
        #expect(paid.map(\.1) == ["XeBdurzVrhrFtgqf9SxzQqvhHodb53njW4", PaymentSetup.recipient])
        for (index, input) in transaction.inputs.enumerated() {
            let spend = try #require(Script.readPublicKeyHashSpend(input.script))
            let script = Script.payToPublicKeyHash(Digest.hash160(spend.publicKey))
            let digest = Digest.doubleSHA256(
                SignatureHashes(of: transaction).preimage(input: index, scriptCode: script))
            #expect(ECDSA.verify(signature: spend.signature, digest: digest, publicKey: spend.publicKey))
        }
        #expect(try setup.sign() == signed)
    }

    @Test(
        "S11: with data the outputs are the recipient, the data and the change, which returns to the first input's address"
    )
    func data() throws {
        var setup = try PaymentSetup()
        // Sorted, the change would be the first, and the data before it.
        setup.data = PaymentData(hex: "3d3a42".utf8)
        setup.changePath = setup.inputs[0].path
        let transaction = try Transaction(bytes: try setup.sign().bytes)
        let parameters = setup.coin.networks[.main]!
        #expect(transaction.outputs.map(\.amount.units) == [150_000_000, 0, 49_999_500])
        #expect(transaction.outputs[0].script == (try Address(PaymentSetup.recipient, on: parameters).script))
        #expect(transaction.outputs[1].script == [0x6A, 3, 0x3D, 0x3A, 0x42])
        #expect(
            Address(script: transaction.outputs[2].script)?.text(on: parameters) == "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5"
        )
        // The next change of other payments still goes to the first change address.
        let place = AddressMarks.Place(chain: setup.chain, path: setup.account, branch: .change)
        #expect(setup.wallet.files.marks.read()[place].own == 0)
    }

    @Test("S11: the change of a payment with data goes nowhere else")
    func dataChange() throws {
        var setup = try PaymentSetup()
        setup.data = PaymentData(hex: "00".utf8)
        let refusal =
            "Nothing was signed: the change of a payment with data does not return to its first input's address (S11)."
        for path in [setup.account.appending(1, 0), setup.inputs[1].path] {
            setup.changePath = path
            #expect(setup.refusal() == refusal)
        }
        setup.changePath = setup.inputs[0].path
        #expect(setup.refusal() == nil)
        setup.data = nil
        #expect(setup.refusal() != nil, "without data, change goes to a change address only")
    }

    @Test("a payment from more UTXOs than fit where keys are usually derived, and a small one after it")
    func manyUTXOs() throws {
        var setup = try PaymentSetup()
        let small = try setup.sign()
        let reader = try WalletKeyring(files: setup.wallet.files).account(
            .number(0), of: setup.coin, on: .dash(LedgerChain()))
        (setup.inputs, setup.previous) = ([], [:])
        for index in 0..<80 as Range<UInt32> {
            let path = setup.account.appending(index % 2, index / 2)
            let address = try #require(try reader.address(at: path)).text
            let paid = Transaction(
                inputs: [
                    Transaction.Input(outpoint: Outpoint(transaction: SignedTransaction.example.id, index: index))
                ],
                outputs: [
                    Transaction.Output(
                        amount: Amount(units: 1_000_000)!,
                        script: try Address(address, on: setup.coin.networks[.main]!).script)
                ])
            setup.previous[paid.id] = paid.bytes
            setup.inputs.append(
                OwnedUTXO(
                    outpoint: Outpoint(transaction: paid.id, index: 0), amount: Amount(units: 1_000_000)!, path: path,
                    confirmations: 6))
        }
        setup.amount = 70_000_000
        setup.changeAmount = 9_980_000
        let transaction = try Transaction(bytes: setup.sign().bytes)
        #expect(transaction.inputs.count == 80)
        let keys = transaction.inputs.compactMap { Script.readPublicKeyHashSpend($0.script)?.publicKey }
        #expect(Set(keys).count == 80)
        // The wallet's memory grew, and what it derives is the same.
        let again = try PaymentSetup()
        #expect(try again.sign() == small)
        #expect(
            try setup.unlocked.sign(
                again.intent, approved: IntentDigest(.payment(again.intent)), coin: again.coin, previous: again.previous
            ) == small)
    }

    @Test("BIP69: the order of the outputs follows amounts and scripts, not what is change")
    func orderOfOutputs() throws {
        var setup = try PaymentSetup()
        setup.amount = 20_000_000
        setup.changeAmount = 179_999_500
        #expect(try Transaction(bytes: setup.sign().bytes).outputs.map(\.amount.units) == [20_000_000, 179_999_500])
        setup.amount = 100_000_000
        setup.changeAmount = 100_000_000
        setup.inputs[0] = setup.inputs[1]
        setup.inputs.removeLast()
        setup.amount = 50_000_000
        setup.changeAmount = 50_000_000
        let scripts = try Transaction(bytes: setup.sign().bytes).outputs.map { hex($0.script) }
        #expect(scripts == scripts.sorted())
    }

    @Test func withoutChange() throws {
        var setup = try PaymentSetup()
        setup.amount = 199_999_600
        setup.changeAmount = 0
        #expect(try Transaction(bytes: setup.sign().bytes).outputs.count == 1)
    }

    @Test("S11: an intent that changed after it was approved is not signed")
    func changedAfterApproval() throws {
        let setup = try PaymentSetup()
        let approved = IntentDigest(.payment(setup.intent))
        var changed = setup
        changed.recipient = "XjkMY3GiK5aHwbpg9Uaw7QCPk3QE63Nh5i"
        var more = setup
        more.amount += 1
        var elsewhere = setup
        elsewhere.changePath = setup.account.appending(1, 1)
        for intent in [changed.intent, more.intent, elsewhere.intent] {
            #expect(throws: ServiceError(.refusedByCheck, "")) {
                try setup.unlocked.sign(intent, approved: approved, coin: setup.coin, previous: setup.previous)
            }
        }
    }

    @Test("S12: an amount the previous transaction does not prove is refused")
    func lyingAmount() throws {
        var setup = try PaymentSetup()
        try setup.lie({ $0.outputs[1].amount = Amount(units: 90_000_000)! }, keepingID: false)
        #expect(setup.refusal()?.contains("(S12)") == true)
        #expect(setup.refusal()?.contains("does not hold the amount") == true)
    }

    @Test("S12: a previous transaction with another hash is refused, even with the expected output")
    func wrongHash() throws {
        var setup = try PaymentSetup()
        try setup.lie({ $0.lockTime = 1 }, keepingID: true)
        #expect(setup.refusal()?.contains("another transaction") == true)
        #expect(setup.refusal()?.contains("(S12)") == true)
    }

    @Test("S12: a previous output that pays to another key is refused")
    func foreignOutput() throws {
        var setup = try PaymentSetup()
        try setup.lie({ $0.outputs[1].script = [0x6a] }, keepingID: false)
        #expect(setup.refusal()?.contains("does not pay the wallet's key") == true)
        var exchanged = try PaymentSetup()
        let first = exchanged.inputs[0]
        exchanged.inputs[0] = OwnedUTXO(
            outpoint: first.outpoint, amount: first.amount, path: exchanged.inputs[1].path, confirmations: 6)
        #expect(exchanged.refusal()?.contains("(S12)") == true)
    }

    @Test("S12: what a payment may spend is found out as the signing would, each UTXO by itself")
    func provedBefore() throws {
        let setup = try PaymentSetup()
        let account = try WalletKeyring(files: setup.wallet.files).account(
            .number(0), of: setup.coin, on: .dash(LedgerChain()))
        let input = setup.inputs[0]
        let bytes = try #require(setup.previous[input.outpoint.transaction])
        func isProved(
            index: UInt32 = 1, amount: Int64 = 100_000_000, path: DerivationPath? = nil, by bytes: [UInt8]? = nil
        ) -> Bool {
            let utxo = OwnedUTXO(
                outpoint: Outpoint(transaction: input.outpoint.transaction, index: index),
                amount: Amount(units: amount)!,
                path: path ?? input.path, confirmations: 6)
            return account.isProved(utxo, by: bytes ?? setup.previous[input.outpoint.transaction] ?? [])
        }
        #expect(isProved())
        #expect(!isProved(index: 0, amount: 7) && !isProved(index: 2) && !isProved(index: .max))
        #expect(!isProved(amount: 100_000_001) && !isProved(amount: 1))
        #expect(
            !isProved(path: setup.inputs[1].path)
                && !isProved(path: DerivationPath.bip44(coinType: 5, account: 1).appending(0, 0)))
        #expect(!isProved(by: bytes + [0]) && !isProved(by: []))
        #expect(!isProved(by: setup.previous[setup.inputs[1].outpoint.transaction]))
    }

    @Test("S12: a missing, broken or too short previous transaction is refused")
    func missingTransaction() throws {
        let setup = try PaymentSetup()
        var missing = setup
        missing.previous = [:]
        var broken = setup
        broken.previous[setup.inputs[0].outpoint.transaction]?.removeLast()
        var beyond = setup
        try beyond.lie({ $0.outputs.removeLast() }, keepingID: false)
        for setup in [missing, broken, beyond] { #expect(setup.refusal()?.contains("(S12)") == true) }
    }

    @Test(
        "S11: change must be a change address of the account that pays",
        arguments: [
            "m/44'/5'/1'/1/0", "m/44'/5'/0'/0/0", "m/44'/5'/0'/2/0", "m/44'/5'/0'/1", "m/44'/5'/0'/1/0/0",
            "m/44'/5'/0'/1/0'", "m/44'/5'/0'/1'/0", "m/44'/1'/0'/1/0", "m/0'/1/0", "m/44/5/0/1/0", "m",
        ])
    func changeElsewhere(path: String) throws {
        var setup = try PaymentSetup()
        setup.changePath = try #require(DerivationPath(path))
        #expect(setup.refusal()?.contains("change address") == true)
    }

    @Test(
        "S11: UTXOs are spent from addresses of one account of the coin only",
        arguments: [
            "m/44'/5'/1'/0/0", "m/44'/5'/0'/0/0/0", "m/44'/5'/0'/2/0", "m/44'/5'/0'", "m/44'/1'/0'/0/0", "m/0'/0/0",
            "m",
            "m/44'/5'/0/0/0", "m/44'/5'/0'/0/0'",
        ])
    func inputsElsewhere(path: String) throws {
        for position in [0, 1] {
            var setup = try PaymentSetup()
            let input = setup.inputs[position]
            setup.inputs[position] = OwnedUTXO(
                outpoint: input.outpoint, amount: input.amount, path: try #require(DerivationPath(path)),
                confirmations: 6)
            #expect(setup.refusal() != nil)
        }
    }

    @Test("S11: the fee stays below the coin's cap for the size, and is never negative")
    func fee() throws {
        var setup = try PaymentSetup()
        // 10 + 2 · 148 + 2 · 34 bytes at 10,000,000 duffs for 1,000 bytes.
        let highest: Int64 = 3_740_000
        setup.amount = 200_000_001 - 500 - highest
        setup.changeAmount = 500
        #expect(setup.intent.fee?.units == highest)
        #expect(setup.refusal() == nil)
        setup.amount -= 1
        #expect(setup.refusal()?.contains("fee") == true)
        setup.amount = 200_000_001 - 500
        #expect(setup.intent.fee?.units == 0)
        #expect(setup.refusal() == nil)
        setup.amount += 1
        #expect(setup.refusal()?.contains("spends less than it pays") == true)
    }

    @Test("S11: amounts of zero or beyond what exists are refused")
    func amounts() throws {
        var setup = try PaymentSetup()
        setup.amount = 0
        #expect(setup.refusal() != nil)
        setup.amount = 2_100_000_000_000_001
        #expect(setup.refusal() != nil)
        setup.amount = .max
        #expect(setup.refusal() != nil)
    }

    @Test("The same output is not spent twice, and nothing is not spent at all")
    func inputs() throws {
        var setup = try PaymentSetup()
        setup.inputs[1] = setup.inputs[0]
        #expect(setup.refusal()?.contains("twice") == true)
        setup.inputs = []
        #expect(setup.refusal() != nil)
    }

    @Test(
        "Addresses of other coins and networks are refused",
        arguments: [
            "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "yRxHYGLf9G4UVYdtAoB2iAzR3sxxVaZB6y", "",
            "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHab",
            "PGPCZFfHq3yWouM6Gnz5iJPnGMUwSPzLZs",
        ])
    func recipients(address: String) throws {
        var setup = try PaymentSetup()
        setup.recipient = address
        #expect(setup.refusal()?.contains("not an address of Dash") == true)
    }

    @Test("A payment of another coin or network is refused")
    func otherChains() throws {
        var setup = try PaymentSetup()
        setup.chain = ChainID(coin: "axe", network: .main, isPractice: false)
        #expect(setup.refusal() != nil)
        setup.chain = ChainID(coin: "dash", network: .regtest, isPractice: false)
        #expect(setup.refusal() != nil)
        setup.chain = ChainID(coin: "dash", network: .test, isPractice: false)
        #expect(setup.refusal() != nil)
    }
}
