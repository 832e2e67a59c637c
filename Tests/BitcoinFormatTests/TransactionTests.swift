import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@Suite struct TransactionTests {
    static let rows = Vectors.transactions.rows("transactions")

    @Test("transactions.json: read, write, id, preimage, digest, signature", arguments: rows)
    func vector(_ row: JSONValue) throws {
        let bytes = [UInt8](hex: row["signed"]?.text ?? "")
        let transaction = try Transaction(bytes: bytes)
        #expect(transaction.bytes == bytes)
        #expect(transaction.id.hex == row["txid"]?.text)
        #expect(Int64(transaction.version) == row["version"]?.integer)
        #expect(Int64(transaction.lockTime) == row["locktime"]?.integer)
        #expect(transaction.payload == nil)

        let inputs = row["inputs"]?.elements ?? []
        var built = Transaction(version: transaction.version, inputs: [], outputs: [], lockTime: transaction.lockTime)
        for input in inputs {
            let id = try #require(TransactionID(hex: input["txid"]?.text ?? ""))
            built.inputs.append(
                .init(
                    outpoint: Outpoint(transaction: id, index: UInt32(try #require(input["vout"]?.integer))),
                    sequence: UInt32(try #require(input["sequence"]?.integer))))
        }
        for output in row["outputs"]?.elements ?? [] {
            let amount = try #require(Amount(units: output["value"]?.integer ?? -1))
            built.outputs.append(
                .init(amount: amount, script: [UInt8](hex: try #require(output["script_pubkey"]?.text))))
        }
        #expect(built.bytes.hex == row["unsigned"]?.text)

        for (index, input) in inputs.enumerated() {
            let script = [UInt8](hex: try #require(input["script_pubkey"]?.text))
            let signature = [UInt8](hex: try #require(input["signature_der"]?.text))
            let publicKey = [UInt8](hex: try #require(input["pubkey"]?.text))
            let preimage = SignatureHashes(of: built).preimage(input: index, scriptCode: script)
            #expect(preimage.hex == input["sighash_preimage"]?.text)
            let digest = Digest.doubleSHA256(
                SignatureHashes(of: built).preimage(input: index, scriptCode: script))
            #expect(digest.hex == input["sighash"]?.text)
            #expect(ECDSA.verify(signature: signature, digest: digest, publicKey: publicKey))
            #expect(Address(.publicKeyHash(Digest.hash160(publicKey))).script == script)

            let spend = Script.spendPublicKeyHash(signature: signature, publicKey: publicKey)
            #expect(spend.hex == input["script_sig"]?.text)
            let read = try #require(Script.readPublicKeyHashSpend(spend))
            #expect(read.signature == signature)
            #expect(read.publicKey == publicKey)
            built.inputs[index].script = spend
        }
        #expect(built == transaction)
    }

    @Test("every truncated transaction is refused, and so is one with extra bytes", arguments: rows)
    func lengths(_ row: JSONValue) throws {
        let bytes = [UInt8](hex: row["signed"]?.text ?? "")
        for length in 0..<bytes.count {
            #expect(throws: TransactionError.self) { try Transaction(bytes: Array(bytes[..<length])) }
        }
        #expect(throws: TransactionError.trailingBytes) { try Transaction(bytes: bytes + [0]) }
    }

    @Test("a transaction that reads writes the same bytes again, whatever was changed in it")
    func mutations() throws {
        var numbers = SeededNumbers(state: 2)
        var read = 0
        for row in Self.rows {
            let original = [UInt8](hex: row["signed"]?.text ?? "")
            for _ in 0..<400 {
                var bytes = original
                bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
                guard let transaction = try? Transaction(bytes: bytes) else { continue }
                read += 1
                #expect(transaction.bytes == bytes)
            }
        }
        #expect(read > 500)
    }

    @Test("counts beyond the end, counts not in shortest form and negative amounts are refused")
    func bounds() throws {
        let head = "0200000001" + String(repeating: "00", count: 32) + "00000000"
        let tail = "ffffffff01"
        let output = "e80300000000000000"
        func failure(_ hex: String) -> TransactionError? {
            do {
                _ = try Transaction(bytes: [UInt8](hex: hex))
                return nil
            } catch {
                return error
            }
        }
        #expect(failure(head + "00" + tail + output + "00000000") == nil)
        #expect(failure("02000000ffffffffffffffffff") == .badCount)
        #expect(failure("02000000fe00000010" + String(repeating: "00", count: 64)) == .badCount)
        #expect(failure(head + "fd0000" + tail + output + "00000000") == .badCount)
        #expect(failure(head + "fe00000000" + tail + output + "00000000") == .badCount)
        #expect(failure(head + "00" + tail + "ffffffffffffffff0000000000") == .badAmount)
        #expect(failure(head + "00ffffffff0000000000") == .empty)
        #expect(failure("02000000000000000000") == .empty)
    }

    @Test("BIP144: the id of a transaction with witnesses is made without them")
    func witness() throws {
        // The P2WPKH example of BIP143.
        let signed = """
            01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc2\
            6ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4\
            ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff\
            02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4d\
            be6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a\
            0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb\
            3566bb0ad253f62fc70f07aeee635711000000
            """
        let transaction = try Transaction(bytes: [UInt8](hex: signed))
        #expect(transaction.inputs.count == 2)
        #expect(transaction.lockTime == 17)
        #expect(transaction.id.hex == "e8151a2af31c368a35053ddd4bdb285a8595c769a3ad83e0fa02314a602d4609")
        #expect(transaction.wholeBytes.hex == signed && transaction.bytes.count < signed.utf8.count / 2)
        #expect(try Transaction(bytes: transaction.bytes).id == transaction.id)
        let unmarked = signed.prefix(8) + signed.dropFirst(12)
        #expect(throws: TransactionError.self) { try Transaction(bytes: [UInt8](hex: String(unmarked))) }
    }

    @Test("BIP144: a marker without witnesses is refused")
    func markerWithoutWitness() throws {
        let legacy = try #require(Self.rows.first?["signed"]?.text)
        let inputs = try #require(Self.rows.first?["inputs"]?.elements.count)
        let marked = legacy.prefix(8) + "0001" + legacy.dropFirst(8).dropLast(8)
        let bytes = [UInt8](hex: marked + String(repeating: "00", count: inputs) + legacy.suffix(8))
        #expect(throws: TransactionError.noWitness) { try Transaction(bytes: bytes) }
    }

    @Test("LIP-3: the id of a Litecoin transaction out of the extension block is made without its marks")
    func extensionBlock() throws {
        // Of block 433 of a Litecoin regtest network.
        let start = "020000000008"
        let middle = """
            01a090f0620cb2de4eff18e71b19df948abb6023c95b86eab6759ec6861f11e08c0000000000ffffffff01982d814a0000000022\
            5820c04adea06a8230fcc6f3ac3b7298e869132cc57ad9de06c7838598bad4b6b2ab
            """
        let bytes = [UInt8](hex: start + middle + "00" + "00000000")
        let transaction = try Transaction(bytes: bytes)
        #expect(transaction.outputs.map(\.amount.units) == [1_249_979_800])
        #expect(transaction.id.hex == "9d992636f5de0904e0ea5fc35334eb8bd07329b74b4a205181997eef3d490c27")
        #expect(transaction.isExtensionPayout && transaction.maturity(ofCoinbase: 100) == 6)
        // One that waits has a part of its own, which its id does not cover; it pays out of nothing.
        for part in ["01", "0102030405", "0000"] {
            let waiting = try Transaction(bytes: [UInt8](hex: start + middle + part + "00000000"))
            #expect(
                waiting.id == transaction.id && !waiting.isExtensionPayout && waiting.maturity(ofCoinbase: 9) == nil)
        }
        let truncated = [UInt8](hex: start + middle + "00000000")
        #expect(throws: TransactionError.truncated) { try Transaction(bytes: truncated) }
        #expect(throws: TransactionError.truncated) { try Transaction(bytes: truncated.dropLast()) }
    }

    @Test("DIP-2: a special transaction keeps its payload, from which the id is made")
    func special() throws {
        // The coinbase of block 1007 of a Dash regtest network.
        let bytes = [UInt8](
            hex: """
                03000500010000000000000000000000000000000000000000000000000000000000000000ffffffff016affffffff02\
                b6ecaf02000000001976a914fedbb7f5785f1e653e49a0885b38a209008807bf88ac1a300d0100000000016a00000000\
                af0300f90e00000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
                000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
                000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
                0000000000000000000000000000000000000000000000009cbb57e926000000
                """)
        let transaction = try Transaction(bytes: bytes, as: .typed)
        #expect(transaction.payload?.count == 175)
        #expect(transaction.bytes == bytes)
        #expect(transaction.id.hex == "b1b070cd0be94d1128156e145fe24f8781459c6260392cfe2960bcf6cf3a3185")
        #expect(throws: TransactionError.self) { try Transaction(bytes: bytes.dropLast(), as: .typed) }
        #expect(throws: TransactionError.trailingBytes) { try Transaction(bytes: bytes + [0], as: .typed) }
    }

    @Test("DIP-2: a special transaction that spends nothing is not taken for one with witnesses")
    func specialWithoutInputs() throws {
        // Version 3, type 9, no input, one output of 1,000 units to an empty script, and three bytes of payload.
        let bytes = [UInt8](hex: "03000900" + "00" + "01" + "e803000000000000" + "00" + "00000000" + "03070809")
        let transaction = try Transaction(bytes: bytes, as: .typed)
        #expect(transaction.inputs.isEmpty)
        #expect(transaction.outputs.map(\.amount.units) == [1_000])
        #expect(transaction.payload == [7, 8, 9])
        #expect(transaction.bytes == bytes)
    }
}
