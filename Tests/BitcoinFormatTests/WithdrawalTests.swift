import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

/// Ids of typed transactions, above all of withdrawals (Documentation/protocols/dash-2026.md §1).
@Suite struct WithdrawalTests {
    static let file = JSONValue.file("dash-2026/asset_unlock.json")
    static let cases = file.rows("cases")
    /// Version 2 of one withdrawal.
    private static let resigned = [UInt8](hex: cases.first { $0["name"]?.text == "version-2" }?["raw"]?.text ?? "")

    @Test("S12: asset_unlock.json: id, instance hash, fields and outputs", arguments: cases)
    func vector(_ row: JSONValue) throws {
        let bytes = [UInt8](hex: try #require(row["raw"]?.text))
        let expected = try #require(row["expect"])
        let transaction = try Transaction(bytes: bytes, as: .typed)
        #expect(transaction.bytes == bytes && transaction.wholeBytes == bytes)
        #expect(transaction.id.hex == expected["txid"]?.text)
        let instance = TransactionID(digest: Digest.doubleSHA256(bytes))
        #expect(instance.hex == expected["instanceHash"]?.text)
        #expect((transaction.id == instance) == (expected["plainId"] == .bool(true)))
        let version = UInt32(bitPattern: transaction.version)
        #expect(
            Int64(version & 0xFFFF) == expected["version"]?.integer && Int64(version >> 16) == expected["type"]?.integer
        )
        #expect(Int64(transaction.inputs.count) == expected["inputs"]?.integer)
        let outputs = expected.rows("outputs")
        #expect(transaction.outputs.map(\.amount.units) == outputs.compactMap { $0["value"]?.integer })
        #expect(transaction.outputs.map(\.script.hex) == outputs.compactMap { $0["script"]?.text })
        let unlock = expected["unlock"]
        #expect((transaction.withdrawal != nil) == (unlock != nil))
        #expect((transaction.withdrawal == .resigned) == (unlock?["version"]?.integer == 2))
    }

    @Test("S12: asset_unlock.json: a branch proves the id, and never the instance hash", arguments: file.rows("merkle"))
    func merkle(_ row: JSONValue) throws {
        var digest = try #require(TransactionID(hex: row["leaf"]?.text ?? "")).digest
        var place = try #require(row["pos"]?.integer)
        for text in row["merkle"]?.elements.compactMap(\.text) ?? [] {
            let other = try #require(TransactionID(hex: text)).digest
            digest = Digest.doubleSHA256(place & 1 == 0 ? digest + other : other + digest)
            place >>= 1
        }
        let proves = TransactionID(digest: digest).hex == row["headerMerkleRoot"]?.text
        #expect(.bool(proves) == row["expect"]?["proves"])
    }

    @Test("S12: another signature keeps the id of a withdrawal, any other byte changes it")
    func everyByte() throws {
        let original = try Transaction(bytes: Self.resigned, as: .typed)
        var numbers = SeededNumbers(state: 9)
        for place in Self.resigned.indices {
            var bytes = Self.resigned
            bytes[place] ^= UInt8.random(in: 1...255, using: &numbers)
            guard let changed = try? Transaction(bytes: bytes, as: .typed) else {
                #expect(place < bytes.count - 145, "a payload is opaque")
                continue
            }
            #expect((changed.id == original.id) == (place >= bytes.count - 132), "byte \(place)")
            #expect(Digest.doubleSHA256(changed.bytes) != Digest.doubleSHA256(original.bytes))
            #expect(changed.id != original.id || changed.outputs == original.outputs)
        }
    }

    @Test("S12: only type 9 with 145 bytes of payload version 2 has such an id, and no coin of the plain form")
    func limits() throws {
        func isPlain(_ bytes: [UInt8]) throws -> Bool {
            try Transaction(bytes: bytes, as: .typed).id == TransactionID(digest: Digest.doubleSHA256(bytes))
        }
        let start = Self.resigned.count - 145
        for version in UInt8.min...UInt8.max where version != 2 {
            var bytes = Self.resigned
            bytes[start] = version
            #expect(try isPlain(bytes))
        }
        for length in [0, 1, 144, 146] as [UInt8] {
            let payload = [2] + [UInt8](repeating: 7, count: 200)
            #expect(try isPlain(Self.resigned.prefix(start - 1) + [length] + payload.prefix(Int(length))))
        }
        for type in 1...255 as ClosedRange<UInt8> where type != 9 {
            var bytes = Self.resigned
            bytes[2] = type
            #expect(try isPlain(bytes))
        }
        #expect(try !isPlain(Self.resigned))
        // The marker and the flag of BIP144 stand where it has no inputs and one output.
        #expect(throws: TransactionError.self) { try Transaction(bytes: Self.resigned) }
    }

    @Test("BIP144: what looks like a witness is none in a coin with types")
    func noWitness() throws {
        let head = "02000000" + "0001" + "01" + String(repeating: "11", count: 32) + "00000000" + "00" + "ffffffff"
        let marked = [UInt8](hex: head + "01" + "e803000000000000" + "0151" + "01" + "0107" + "00000000")
        #expect(try Transaction(bytes: marked).hasWitnesses)
        #expect(throws: TransactionError.self) { try Transaction(bytes: marked, as: .typed) }
    }

    @Test("types without meaning, empty lists and outputs that carry value to nobody are read")
    func odd() throws {
        var numbers = SeededNumbers(state: 4)
        for type in UInt8(1)...40 {
            for inputs in 0...1 {
                let input = String(repeating: "22", count: 32) + "01000000" + "00" + "ffffffff"
                let payload = numbers.bytes(Int(type) * 7)
                let length =
                    payload.count < 253
                    ? [UInt8(payload.count)] : [253, UInt8(payload.count & 255), UInt8(payload.count >> 8)]
                let head = "0300" + [type].hex + "00" + "0\(inputs)" + (inputs == 1 ? input : "")
                let bytes = [UInt8](hex: head + "01" + "00e1f50500000000" + "026a00" + "00000000") + length + payload
                let transaction = try Transaction(bytes: bytes, as: .typed)
                #expect(transaction.bytes == bytes && transaction.payload == payload)
                #expect(transaction.outputs.map(\.amount.units) == [100_000_000])
                #expect(Address(script: transaction.outputs[0].script) == nil)
            }
        }
    }
}
