import RouterBitcoinFormat
import SchemeRouter
import Testing

@testable import RouterNetworks

/// Each refusal, by a transaction that differs from a good one in one thing.
@Suite struct SandboxRefusalTests {
    private let practice: Practice
    private let utxo: Outpoint
    /// A payment that would be taken.
    private let good: Transaction

    init() throws {
        practice = try Practice()
        utxo = try practice.utxos(1_000_000)[0]
        good = practice.key.signing(try practice.payment([utxo], 900_000))
    }

    /// Expects `reason`, an unchanged ledger, and that the good payment is taken afterwards all the same.
    private func expect(_ reason: String, _ transactions: Transaction...) throws {
        try expect(reason, transactions.map(\.bytes))
    }

    private func expect(_ reason: String, _ transactions: [[UInt8]]) throws {
        let info = try practice.ledger.info()
        for bytes in transactions {
            let refusal = try practice.refusal(of: bytes)
            #expect(refusal?.contains(": \(reason)") == true, "\(refusal ?? "taken") instead of \(reason)")
        }
        #expect(try practice.ledger.info() == info)
        #expect(try practice.refusal(of: good) == nil)
    }

    private func signed(_ change: (inout Transaction) throws -> Void) rethrows -> Transaction {
        var transaction = good
        transaction.inputs[0].script = []
        try change(&transaction)
        return practice.key.signing(transaction)
    }

    private func amount(_ units: Int64) throws -> Amount { try #require(Amount(units: units)) }

    @Test("no transaction")
    func undecodable() throws {
        let bytes = good.bytes
        try expect("TX decode failed", [[], [0], Array(bytes.dropLast()), bytes + [0]])
    }

    @Test("larger than nodes relay")
    func size() throws {
        let large = try signed { transaction in
            transaction.outputs = Array(
                repeating: .init(amount: try amount(546), script: practice.other.address.script), count: 2_950)
        }
        #expect(large.bytes.count > 100_000)
        try expect("tx-size", large)
    }

    @Test("a version that is not standard")
    func version() throws {
        try expect("version", signed { $0.version = 3 }, signed { $0.version = 0 }, signed { $0.version = -1 })
        let practice = try Practice()
        var old = try practice.payment(try practice.utxos(10_000), 9_000)
        old.version = 1
        #expect(try practice.refusal(of: practice.key.signing(old)) == nil)
    }

    @Test("money from nothing")
    func coinbase() throws {
        let nothing = Transaction.Input(outpoint: SandboxRules.nothing, script: [1, 2])
        try expect("coinbase", Transaction(inputs: [nothing], outputs: good.outputs))
        try expect("bad-txns-prevout-null", Transaction(inputs: good.inputs + [nothing], outputs: good.outputs))
    }

    @Test("a UTXO twice in one payment")
    func duplicate() throws {
        try expect("bad-txns-inputs-duplicate", signed { $0.inputs.append($0.inputs[0]) })
    }

    @Test("a UTXO that is not there, or of another output")
    func missing() throws {
        let unknown = Outpoint(transaction: good.id, index: 0)
        try expect(
            "bad-txns-inputs-missingorspent", signed { $0.inputs[0].outpoint = unknown },
            signed { $0.inputs[0].outpoint = Outpoint(transaction: utxo.transaction, index: 1) },
            signed { $0.inputs.append(.init(outpoint: unknown)) })
    }

    @Test("a UTXO that is spent")
    func doubleSpend() throws {
        #expect(try practice.refusal(of: good) == nil)
        try practice.ledger.mine(1)
        try expect("bad-txns-inputs-missingorspent", try signed { $0.outputs[0].amount = try amount(899_999) })
    }

    @Test("an output that nodes do not relay")
    func outputs() throws {
        for script in [[0x6A, 1, 2], [], [0x51], [0x00, 20] + [UInt8](repeating: 1, count: 20)] as [[UInt8]] {
            try expect("scriptpubkey", signed { $0.outputs[0].script = script })
        }
        let bitcoin = try Practice(.bitcoin())
        var payment = try bitcoin.payment(try bitcoin.utxos(10_000), 9_000)
        payment.outputs[0].script = [0x00, 20] + [UInt8](repeating: 1, count: 20)
        #expect(try bitcoin.refusal(of: bitcoin.key.signing(payment)) == nil)
    }

    @Test("dust: one unit decides")
    func dust() throws {
        func payment(_ units: Int64) throws -> Transaction {
            try signed { $0.outputs.append(.init(amount: try amount(units), script: practice.key.address.script)) }
        }
        try expect("dust", try payment(545), try payment(0))
        let other = try Practice()
        let edge = try other.payment(try other.utxos(1_000_000), 900_000, 546)
        #expect(try other.refusal(of: other.key.signing(edge)) == nil)
    }

    @Test("more than can exist")
    func amounts() throws {
        let all = practice.coin.maxMoney
        try expect(
            "bad-txns-vout-toolarge",
            try signed { $0.outputs[0].amount = try amount(all.units + 1) },
            try signed { $0.outputs[0].amount = try amount(.max) })
        let rich = try Practice()
        let utxos = try rich.utxos(all.units, all.units)
        #expect(
            try rich.refusal(of: rich.key.signing(try rich.payment(utxos, all.units, all.units)))?
                .contains("bad-txns-txouttotal-toolarge") == true)
        #expect(
            try rich.refusal(of: rich.key.signing(try rich.payment(utxos, 1_000)))?
                .contains("bad-txns-inputvalues-outofrange") == true)
    }

    @Test("more paid than there is")
    func belowOutputs() throws {
        try expect("bad-txns-in-belowout", try signed { $0.outputs[0].amount = try amount(1_000_001) })
    }

    @Test("the least fee: one unit decides")
    func fee() throws {
        try expect("min relay fee not met", try signed { $0.outputs[0].amount = try amount(1_000_000) })
        let practice = try Practice()
        let utxos = try practice.utxos(1_000_000)
        // The size depends on the signature, so payments are tried until one has the fee that is wanted.
        let candidates = try (180...195).flatMap { fee in
            try (0..<16 as Range<UInt32>).map { number in
                var payment = try practice.payment(utxos, 1_000_000 - Int64(fee))
                payment.inputs[0].sequence -= number
                return practice.key.signing(payment)
            }
        }
        func fee(_ payment: Transaction) -> Int { 1_000_000 - Int(payment.outputs[0].amount.units) }
        let less = try #require(candidates.first { fee($0) == $0.bytes.count - 1 })
        let enough = try #require(candidates.first { fee($0) == $0.bytes.count })
        #expect(try practice.refusal(of: less)?.contains("min relay fee not met") == true)
        #expect(try practice.refusal(of: enough) == nil)
    }

    @Test("a fee that overflows Int64 when multiplied by a thousand")
    func hugeFee() throws {
        let practice = try Practice(.doge())
        let utxos = try practice.utxos(practice.coin.maxMoney.units)
        #expect(try practice.refusal(of: practice.key.signing(try practice.payment(utxos, 1_000_000))) == nil)
    }

    @Test("an input script with anything but signature and key")
    func inputScripts() throws {
        func changed(_ change: (inout [UInt8]) -> Void) -> Transaction {
            var transaction = good
            change(&transaction.inputs[0].script)
            return transaction
        }
        let signatureEnd = Int(good.inputs[0].script[0])
        try expect(
            "scriptsig-not-standard", changed { $0 = [] }, changed { $0.insert(0x61, at: 0) },
            changed { $0.append(0x61) },
            changed { $0 = [0x4C] + $0 }, changed { $0[signatureEnd] = 0x02 }, changed { $0[signatureEnd] = 0x81 },
            changed { $0.removeLast() })
    }

    @Test("a key other than the UTXO's")
    func wrongKey() throws {
        let digest = Digest.doubleSHA256(
            SignatureHashes(of: good).preimage(input: 0, scriptCode: practice.key.address.script))
        let keys = [practice.other.publicKey, practice.key.publicKey]
        try expect(
            "mandatory-script-verify-flag-failed",
            keys.map { key in
                var transaction = good
                transaction.inputs[0].script = Script.spendPublicKeyHash(
                    signature: practice.other.sign(digest), publicKey: key)
                return transaction.bytes
            })
    }

    @Test("a signature with any bit changed, or under anything else than was signed")
    func signatures() throws {
        var transactions: [Transaction] = []
        for position in 1..<(Int(good.inputs[0].script[0])) {
            var transaction = good
            transaction.inputs[0].script[position] ^= 1
            transactions.append(transaction)
        }
        var changed = good
        changed.outputs[0].amount = try amount(899_999)
        transactions.append(changed)
        changed = good
        changed.outputs[0].script = practice.key.address.script
        transactions.append(changed)
        changed = good
        changed.inputs[0].sequence -= 1
        transactions.append(changed)
        try expect("mandatory-script-verify-flag-failed", transactions.map(\.bytes))
    }

    @Test("BIP146: a high S")
    func highS() throws {
        var unsigned = good
        unsigned.inputs[0].script = []
        let high = practice.key.signing(unsigned, isHigh: true)
        #expect(high.inputs != good.inputs)
        try expect("mandatory-script-verify-flag-failed", high)
    }

    @Test("another person's input next to one's own")
    func secondInput() throws {
        let foreign = Outpoint(
            transaction: try practice.ledger.fund(practice.other.address, try amount(1_000_000)), index: 0)
        try expect("mandatory-script-verify-flag-failed", signed { $0.inputs.append(.init(outpoint: foreign)) })
    }

    @Test("UTXOs that no plain key spends")
    func nonstandardInput() throws {
        let hash = Digest.hash160(practice.key.publicKey)
        let script = Outpoint(
            transaction: try practice.ledger.fund(Address(.scriptHash(hash)), try amount(1_000_000)), index: 0)
        try expect("bad-txns-nonstandard-inputs", signed { $0.inputs[0].outpoint = script })
    }

    @Test("witnesses: other bytes with the same id")
    func witnesses() throws {
        let bytes = good.bytes
        let marked = bytes.prefix(4) + [0, 1] + bytes.dropFirst(4).dropLast(4) + [1, 1, 7] + bytes.suffix(4)
        #expect(try Transaction(bytes: Array(marked)).id == good.id)
        try expect("bad-txns-nonstandard-inputs", [Array(marked)])
    }

    @Test("locked until later")
    func locks() throws {
        let height = UInt32(try practice.ledger.info().height)
        func locked(_ lockTime: UInt32, _ sequence: UInt32) -> Transaction {
            signed { transaction in
                transaction.lockTime = lockTime
                transaction.inputs[0].sequence = sequence
            }
        }
        try expect(
            "non-final", locked(height + 1, 0xFFFF_FFFE), locked(500_000_000, 0xFFFF_FFFE), locked(.max, 0x8000_0000))
        try expect("non-BIP68-final", locked(0, 1), locked(height, 0x40_0001))
        _ = try practice.ledger.database.write { (connection) throws(ServiceError) in
            try connection.execute("UPDATE tip SET height = 600000000")
        }
        try expect("non-final", locked(500_000_000, 0xFFFF_FFFE))
        for (lockTime, sequence) in [(height + 1, UInt32.max), (height, 0xFFFF_FFFE), (0, 0xFFFF_FFFD)] {
            let practice = try Practice()
            var payment = try practice.payment(try practice.utxos(10_000), 9_000)
            payment.lockTime = lockTime
            payment.inputs[0].sequence = sequence
            #expect(try practice.refusal(of: practice.key.signing(payment)) == nil)
        }
    }
}
