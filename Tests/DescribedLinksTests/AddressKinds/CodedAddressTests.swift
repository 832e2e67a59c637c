import RouterBytes
import RouterTestSupport
import Testing

@testable import RouterBitcoinFormat
@testable import RouterCoins
@testable import SchemeRouter

/// The checksums of addresses that are bytes in a text.
@Suite struct CodedAddressTests {
    /// One address of each coin whose addresses are nothing else, with characters that its texts may have.
    static let addresses: [AddressCase] = AddressCase.all.filter { address in
        address.expected == "checksum" && address.values["warns"] == nil
            && ["tron", "ton", "liquid", "xrp", "nano", "algorand", "kaspa"].contains(address.coin)
    }

    private static let characters = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_+/=:. ".utf8)

    @Test("any other character at any place is refused", arguments: addresses)
    func changed(address: AddressCase) throws {
        // Other coins only explain a refusal.
        let check = AddressCheck(Forms.of(address.coin), network: .main, scheme: address.coin)
        let text = Array(address.text.utf8)
        // A text in one case may be in the other one as a whole, never in part.
        for place in text.indices {
            for character in Self.characters where character != text[place] {
                var other = text
                other[place] = character
                #expect(throws: AddressRefusal.self, "\(String(decoding: other, as: UTF8.self))") {
                    try check.read(other)
                }
            }
        }
    }

    @Test("two neighbours in the wrong order, a character too many and one too few are refused", arguments: addresses)
    func moved(address: AddressCase) throws {
        // Other coins only explain a refusal.
        let check = AddressCheck(Forms.of(address.coin), network: .main, scheme: address.coin)
        let text = Array(address.text.utf8)
        for place in text.indices.dropLast() where text[place] != text[place + 1] {
            var other = text
            other.swapAt(place, place + 1)
            #expect(throws: AddressRefusal.self, "\(String(decoding: other, as: UTF8.self))") { try check.read(other) }
        }
        for place in text.indices {
            var shorter = text
            shorter.remove(at: place)
            var longer = text
            longer.insert(text[place], at: place)
            #expect(throws: AddressRefusal.self) { try check.read(shorter) }
            #expect(throws: AddressRefusal.self) { try check.read(longer) }
        }
    }

    @Test("the digests and checks of three letters and nine digits are those of their documents")
    func known() {
        let letters = Array("abc".utf8)
        #expect(
            Digest.sha512256(letters).hex == "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23")
        #expect(Blake2b.digest(of: letters, size: 5).hex == "44229fc0ef")
        // The check value of the catalogue of CRCs.
        let digits = Array("123456789".utf8)
        #expect(AddressCode.Checksum.crc16.content(of: digits + [0x31, 0xC3]) == digits)
        #expect(AddressCode.Checksum.crc16.content(of: digits + [0xC3, 0x31]) == nil)
        #expect(AddressCode.Checksum.crc16Low.content(of: digits + [0xC3, 0x31]) == digits)
        #expect(AddressCode.Checksum.blake2b40.content(of: letters + [0xEF, 0xC0, 0x9F, 0x22, 0x44]) == letters)
        #expect(AddressCode.Checksum.sha512256.content(of: letters + [0x07, 0xE7, 0xAF, 0x23]) == letters)
        for checksum in [AddressCode.Checksum.sha256d, .sha512256, .blake2b40, .crc16, .crc16Low] {
            #expect(checksum.content(of: []) == nil && checksum.content(of: [0, 0]) == nil)
        }
    }

    @Test(
        "base32 has one text for the same bytes",
        arguments: [
            ("MY", "f", true), ("MZXQ", "fo", true), ("MZXW6", "foo", true), ("MZXW6YQ", "foob", true),
            ("MZXW6YTB", "fooba", true), ("MZXW6YTBOI", "foobar", true), ("mzxw6", "foo", true), ("MZ", "", false),
            ("M", "", false), ("MZX", "", false), ("MZXw6", "", false), ("MY======", "", false), ("M1", "", false),
        ])
    func base32(text: String, bytes: String, isRight: Bool) {
        let read = Base32Text(Array(text.utf8)[...], alphabet: nil, padding: .after)
        #expect(read?.bytes == (isRight ? Array(bytes.utf8) : nil))
        #expect(read?.text == (isRight ? text.uppercased() : nil))
    }

    @Test("where padding comes first, the same bits are moved")
    func padding() {
        let digits = Array("0123456789abcdefghijklmnopqrstuv".utf8)
        // One byte has ten bits: two zeros, then its own.
        #expect(Base32Text(Array("7v".utf8)[...], alphabet: digits, padding: .before)?.bytes == [0xFF])
        #expect(Base32Text(Array("8v".utf8)[...], alphabet: digits, padding: .before) == nil)
        #expect(Base32Text(Array("vs".utf8)[...], alphabet: digits, padding: .after)?.bytes == [0xFF])
        #expect(Base32Text(Array("vv".utf8)[...], alphabet: digits, padding: .after) == nil)
        #expect(Base32Text([], alphabet: digits, padding: .before)?.bytes == [])
    }
}
