import RouterBitcoinFormat
import SchemeRouter
import Testing

/// Outputs to one key with a witness program: digests (BIP143), bytes (BIP144), weights (BIP141).
@Suite struct WitnessTests {
    /// An example of BIP143 that spends an output to one key.
    struct Example: Sendable {
        let unsigned: String
        let input: Int
        let form: KeyScript
        let script: String
        let units: Int64
        let publicKey: String
        let preimage: String
        let digest: String
        let signature: String
        /// Without the first input of the first example, which spends a P2PK output.
        let signed: String
    }

    static let examples = [
        Example(
            unsigned: """
                0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d1\
                82d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99\
                f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000
                """,
            input: 1, form: .witness, script: "00141d0f172a0ecb48aee1be1f2687d2963ae33f71a1", units: 600_000_000,
            publicKey: "025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee6357",
            preimage: """
                0100000096b827c8483d4e9b96712b6713a7b68d6e8003a781feba36c31143470b4efd3752b0a642eea2fb7ae638c36f6252b6750293\
                dbe574a806984b8e4d8548339a3bef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a010000001976a914\
                1d0f172a0ecb48aee1be1f2687d2963ae33f71a188ac0046c32300000000ffffffff863ef3e1a92afbfdb97f31ad0fc7683ee943e9ab\
                cf2501590ff8f6551f47e5e51100000001000000
                """,
            digest: "c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670",
            signature: """
                304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f33\
                58f51928d43c212a8caed02de67eebee
                """,
            signed: ""),
        Example(
            unsigned: """
                0100000001db6b1b20aa0fd7b23880be2ecbd4a98130974cf4748fb66092ac4d3ceb1a54770100000000feffffff02b8b4eb0b000000\
                001976a914a457b684d7f0d539a46a45bbc043f35b59d0d96388ac0008af2f000000001976a914fd270b1ee6abcaea97fea7ad0402e8\
                bd8ad6d77c88ac92040000
                """,
            input: 0, form: .nestedWitness, script: "a9144733f37cf4db86fbc2efed2500b4f4e49f31202387",
            units: 1_000_000_000,
            publicKey: "03ad1d8e89212f0b92c74d23bb710c00662ad1470198ac48c43f7d6f93a2a26873",
            preimage: """
                01000000b0287b4a252ac05af83d2dcef00ba313af78a3e9c329afa216eb3aa2a7b4613a18606b350cd8bf565266bc352f0caddcf01e\
                8fa789dd8a15386327cf8cabe198db6b1b20aa0fd7b23880be2ecbd4a98130974cf4748fb66092ac4d3ceb1a5477010000001976a914\
                79091972186c449eb1ded22b78e40d009bdf008988ac00ca9a3b00000000feffffffde984f44532e2173ca0d64314fcefe6d30da6f8c\
                f27bafa706da61df8a226c839204000001000000
                """,
            digest: "64f3b0f4dd2bb3aa1ce8566d220cc74dda9df97d8490cc81d89d735c92e59fb6",
            signature: """
                3044022047ac8e878352d3ebbde1c94ce3a10d057c24175747116f8288e5d794d12d482f0220217f36a485cae903c713331d877c1f64\
                677e3622ad4010726870540656fe9dcb
                """,
            signed: """
                01000000000101db6b1b20aa0fd7b23880be2ecbd4a98130974cf4748fb66092ac4d3ceb1a5477010000001716001479091972186c44\
                9eb1ded22b78e40d009bdf0089feffffff02b8b4eb0b000000001976a914a457b684d7f0d539a46a45bbc043f35b59d0d96388ac0008\
                af2f000000001976a914fd270b1ee6abcaea97fea7ad0402e8bd8ad6d77c88ac02473044022047ac8e878352d3ebbde1c94ce3a10d05\
                7c24175747116f8288e5d794d12d482f0220217f36a485cae903c713331d877c1f64677e3622ad4010726870540656fe9dcb012103ad\
                1d8e89212f0b92c74d23bb710c00662ad1470198ac48c43f7d6f93a2a2687392040000
                """),
    ]

    @Test("BIP143: script, preimage, digest, signature and signed transaction", arguments: 0..<2)
    func examples(number: Int) throws {
        let example = Self.examples[number]
        let unsigned = try Transaction(bytes: [UInt8](hex: example.unsigned))
        let publicKey = [UInt8](hex: example.publicKey)
        let keyHash = Digest.hash160(publicKey)
        let amount = try #require(Amount(units: example.units))
        #expect(example.form.script(of: keyHash).hex == example.script)
        let hashes = SignatureHashes(of: unsigned)
        let scriptCode = Script.payToPublicKeyHash(keyHash)
        #expect(
            hashes.witnessPreimage(input: example.input, scriptCode: scriptCode, amount: amount).hex == example.preimage
        )
        let digest = hashes.digest(input: example.input, example.form, to: publicKey, amount: amount)
        #expect(digest.hex == example.digest)
        let signature = [UInt8](hex: example.signature)
        #expect(ECDSA.verify(signature: signature, digest: digest, publicKey: publicKey))

        let spend = KeySpend(example.form, signature: signature, publicKey: publicKey)
        var signed = unsigned
        signed.inputs[example.input] = spend.satisfying(unsigned.inputs[example.input])
        #expect(KeySpend(signed.inputs[example.input]) == spend)
        #expect(signed.id == unsigned.id || example.form == .nestedWitness)
        if !example.signed.isEmpty { #expect(signed.wholeBytes.hex == example.signed) }
        #expect(try Transaction(bytes: signed.wholeBytes) == signed)

        let output = Transaction.Output(amount: amount, script: [UInt8](hex: example.script))
        let outpoint = unsigned.inputs[example.input].outpoint
        #expect(signed.isSigned(spending: outpoint, of: output))
        // A signature for a witness is one over the amount, too.
        let less = Transaction.Output(amount: .zero, script: output.script)
        #expect(!signed.isSigned(spending: outpoint, of: less))
        for form in KeyScript.allCases where form != example.form {
            #expect(
                !signed.isSigned(spending: outpoint, of: .init(amount: amount, script: form.script(of: keyHash))))
        }
    }

    @Test("an input must be exactly a spend of one of the three forms")
    func otherInputs() throws {
        for example in Self.examples {
            let unsigned = try Transaction(bytes: [UInt8](hex: example.unsigned)).inputs[example.input]
            let key = [UInt8](hex: example.publicKey)
            let good = KeySpend(example.form, signature: [UInt8](hex: example.signature), publicKey: key)
                .satisfying(unsigned)
            #expect(KeySpend(good) != nil)
            let changes: [(inout Transaction.Input) -> Void] = [
                { $0.witness = [] }, { $0.witness.removeLast() }, { $0.witness.append([]) }, { $0.script.append(0) },
                { $0.witness[0] = [] }, { $0.witness[0][$0.witness[0].count - 1] = 0x81 }, { $0.witness[1] = [] },
                { $0.witness[1] = [UInt8](repeating: 4, count: 65) }, { $0.script = [0x16, 0x00, 0x14] + $0.script },
                { $0.witness[0] = [UInt8](repeating: 1, count: 74) },
            ]
            for change in changes {
                var input = good
                change(&input)
                #expect(KeySpend(input) == nil)
            }
        }
    }

    @Test("BIP141: what signed inputs weigh is at most what is counted, and no more than a byte each below it")
    func weights() throws {
        let key = [UInt8](hex: Self.examples[0].publicKey)
        for mask in 1..<8 {
            let forms = KeyScript.allCases.enumerated().filter { mask >> $0.offset & 1 == 1 }.map(\.element)
            for length in [70, 71] {
                let id = try #require(TransactionID(hex: String(repeating: "ab", count: 32)))
                var transaction = Transaction(
                    inputs: forms.indices.map { .init(outpoint: Outpoint(transaction: id, index: UInt32($0))) },
                    outputs: [.init(amount: .zero, script: [])])
                let bare = Int64(transaction.bytes.count)
                var weight = InputsWeight()
                for (index, form) in forms.enumerated() {
                    let signature = [UInt8](repeating: 0x30, count: length)
                    transaction.inputs[index] = KeySpend(form, signature: signature, publicKey: key)
                        .satisfying(transaction.inputs[index])
                    weight.add(form)
                }
                let counted = bare - 41 * weight.count + weight.size
                let size = Int64(transaction.virtualSize)
                #expect(counted >= size && counted <= size + 2 * weight.count, "\(forms) \(counted) \(size)")
                for form in forms { weight.add(form, count: -1) }
                #expect(weight.weight == 0)
            }
        }
    }

    @Test("a transaction of an unknown version is read, with and without witnesses")
    func futureVersions() throws {
        let signed = Self.examples[1].signed
        let known = try Transaction(bytes: [UInt8](hex: signed))
        for version in ["03000000", "03000100", "ffffff7f", "ffffffff", "00000080"] {
            let strange = try Transaction(bytes: [UInt8](hex: version + signed.dropFirst(8)))
            #expect(strange.inputs == known.inputs && strange.outputs == known.outputs)
            #expect(strange.wholeBytes.hex == version + signed.dropFirst(8))
            let legacy = try Transaction(bytes: [UInt8](hex: version + Self.examples[1].unsigned.dropFirst(8)))
            #expect(legacy.outputs == known.outputs && legacy.payload == nil)
        }
    }

    @Test("witnesses of any number and size are read, and written again")
    func strangeWitnesses() throws {
        var transaction = try Transaction(bytes: [UInt8](hex: Self.examples[0].unsigned))
        for witness in [[[]], [[1]], Array(repeating: [], count: 300), [[UInt8](repeating: 7, count: 70_000), []]] {
            transaction.inputs[0].witness = witness
            #expect(try Transaction(bytes: transaction.wholeBytes) == transaction)
            #expect(try transaction.id == Transaction(bytes: [UInt8](hex: Self.examples[0].unsigned)).id)
        }
    }
}
