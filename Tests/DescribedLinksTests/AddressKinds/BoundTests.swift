import RouterBitcoinFormat
import RouterBytes
import RouterTestSupport
import Testing

@testable import RouterCoins
@testable import SchemeRouter

/// Whatever bytes come, there is an address or a refusal, after little work.
@Suite struct BoundTests {
    /// Every form of every coin at once.
    private static let check = AddressCheck(
        Forms.owners.flatMap(\.forms).filter { $0.rule != .name(.any) }, network: nil, scheme: "bitcoincash", chain: 30,
        others: Forms.owners, keccak: { ReferenceKeccak.hasher })

    @Test("Random bytes and spoilt addresses never crash, and what is found is what was written", arguments: 1...4)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let accepted = AddressCase.all.filter(\.isAccepted)
        var found = 0
        for round in 0..<600 {
            var bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            if round % 2 == 0, let address = accepted.randomElement(using: &random) {
                bytes = Array(address.text.utf8)
                for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes[place] = UInt8.random(in: 0x20...0x7E, using: &random)
                    case 1: bytes.remove(at: place)
                    default: bytes.insert(UInt8.random(in: 0x20...0x7E, using: &random), at: place)
                    }
                }
            }
            guard let address = try? Self.check.read(bytes) else { continue }
            found += 1
            #expect(address.text.utf8.count >= bytes.count)
            #expect((try? Self.check.read(whole: address.text.utf8)) == address)
        }
        #expect(found > 20)
    }

    @Test("The longest texts of every alphabet are refused", arguments: Array("1zqQA2 f0.x@a:".utf8))
    func long(character: UInt8) {
        for count in [85, 90, 119, 120, 121, 130, 165, 166, 2_000, 8_192, 8_193, 100_000] {
            for start in ["", "0x", "u1", "zs1", "addr1", "S", "bitcoincash:", "DE02"] {
                let text = Array(start.utf8) + [UInt8](repeating: character, count: count)
                #expect(throws: AddressRefusal.self) { try Self.check.read(text) }
                #expect(throws: AddressRefusal.self) { try Self.check.read(whole: text) }
            }
        }
    }

    @Test("A text of the greatest length is read, and one byte more is not")
    func longest() throws {
        let check = AddressCheck(try forms("[{ kind: name, shape: any }]"), network: .main, scheme: "coin")
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 8_192)
        #expect(try check.read(text).text.utf8.count == 8_192)
        #expect(throws: AddressRefusal.malformed) { try check.read(text + text.prefix(1)) }
        #expect(throws: AddressRefusal.malformed) { try check.read([]) }
    }

    @Test("Bytes in Base58 come back, and more than 120 characters are not read")
    func base58() {
        #expect(Base58.decode("") == nil && Base58.decode("0") == nil && Base58.decode("é") == nil)
        #expect(Base58.decode("1") == [0] && Base58.decode("2") == [1] && Base58.decode("1112") == [0, 0, 0, 1])
        #expect(Base58.decode("5Q") == [0xFF] && Base58.decode("5R") == [1, 0])
        #expect(Base58.decode(String(repeating: "1", count: 120))?.count == 120)
        #expect(Base58.decode(String(repeating: "z", count: 120))?.count == 88)
        #expect(Base58.decode(String(repeating: "z", count: 121)) == nil)
    }

    @Test("Base58 is written from its first digit to its last, whatever was in the memory")
    func writing() {
        for (bytes, text) in [
            ([], ""), ([0], "1"), ([0, 0, 0], "111"), ([1], "2"), ([0, 0, 1], "112"), ([0xFF], "5Q"), ([1, 0], "5R"),
            ([0, 57, 58], "15Mb"),
        ] as [([UInt8], String)] {
            var memory = [UInt8](repeating: 0xAA, count: Base58.longestText(of: bytes.count))
            var span = memory.mutableSpan
            let length = Base58.write(bytes.span, into: &span)
            #expect(String(decoding: memory[..<length], as: UTF8.self) == text)
            #expect(Base58.decode(text) == (bytes.isEmpty ? nil : bytes))
        }
    }

    @Test("CRC-32 is that of the standard's check value")
    func crc32() {
        #expect(Digest.crc32(Array("123456789".utf8)) == 0xCBF4_3926 && Digest.crc32([]) == 0)
    }

    @Test("F4Jumble is reversed as in the vectors of ZIP-316")
    func f4Jumble() {
        let vectors = JSONValue.file("address-kinds/f4jumble.json").elements
        #expect(vectors.count == 4)
        for vector in vectors {
            let jumbled = [UInt8](hexDigits: vector["jumbled"]?.text ?? "")
            #expect(jumbled.flatMap { F4Jumble.undo($0) }?.hex == vector["normal"]?.text)
        }
        #expect(F4Jumble.undo([UInt8](repeating: 0, count: 37)) == nil)
        for count in 38...200 { #expect(F4Jumble.undo([UInt8](repeating: 0, count: count))?.count == count) }
        #expect(F4Jumble.undo([UInt8](repeating: 0, count: 8_193)) == nil)
        #expect(F4Jumble.undo([UInt8](repeating: 0, count: 8_192))?.count == 8_192)
    }

    @Test("CBOR is read in its shortest form only, and never beyond its end")
    func cbor() {
        func number(_ bytes: UInt8...) -> UInt64? {
            var reader = CBORReader(bytes[...])
            let number = reader.head(.number)
            return reader.isAtEnd ? number : nil
        }
        #expect(number(0x17) == 23 && number(0x18, 24) == 24 && number(0x18, 23) == nil && number(0x18) == nil)
        #expect(number(0x19, 1, 0) == 256 && number(0x19, 0, 255) == nil && number(0x19, 1) == nil)
        #expect(number(0x1A, 0, 1, 0, 0) == 65_536 && number(0x1A, 0, 0, 255, 255) == nil)
        #expect(number(0x1B, 0, 0, 0, 1, 0, 0, 0, 0) == 1 << 32)
        #expect(number(0x1B, 255, 255, 255, 255, 255, 255, 255, 255) == .max)
        #expect(number(0x1B, 0, 0, 0, 0, 255, 255, 255, 255) == nil)
        #expect(number(0x1A, 1, 2, 3) == nil && number(0x1B, 1, 2, 3, 4, 5, 6, 7) == nil)
        #expect(number(0x1C) == nil && number(0x1F) == nil && number(0x20) == nil && number() == nil)
        var reader = CBORReader([0x5B, 255, 255, 255, 255, 255, 255, 255, 255, 1])
        #expect(reader.bytes() == nil)
        var short = CBORReader([0x42, 1])
        #expect(short.bytes() == nil)
        var whole = CBORReader([0x42, 1, 2])
        #expect(whole.bytes() == [1, 2] && whole.isAtEnd)
    }
}
