import RouterBytes
import RouterTestSupport
import Testing

@testable import RouterBitcoinFormat
@testable import RouterCoins
@testable import SchemeRouter

/// The bytes in Cardano's addresses (CIP-19): each number is read in one form only, and nothing may follow.
@Suite struct CardanoTests {
    private static let hash = [UInt8](repeating: 7, count: 28)

    private static func refusal(_ form: String, _ text: String) throws -> AddressRefusal? {
        let check = AddressCheck(try forms("[{ \(form) }]"), network: .main, scheme: "coin")
        do throws(AddressRefusal) {
            _ = try check.read(text.utf8)
            return nil
        } catch {
            return error
        }
    }

    private static func bech32(_ prefix: String, _ payload: [UInt8]) throws -> String {
        let data = try #require(Bech32.regroup(payload[...], from: 8, to: 5, pads: true))
        let padded = data + [UInt8](repeating: 0, count: 6)
        let checksum = Bech32.polymod(padded, behind: Array(prefix.utf8)[...]) ^ 1
        let check = (0..<6).map { UInt8(checksum >> (5 * (5 - UInt32($0))) & 31) }
        return prefix + "1" + String(decoding: (data + check).map { Bech32.alphabet[Int($0)] }, as: UTF8.self)
    }

    private static func base58(_ bytes: [UInt8]) -> String {
        var text = [UInt8](repeating: 0, count: Base58.longestText(of: bytes.count))
        var memory = text.mutableSpan
        let length = Base58.write(bytes.span, into: &memory)
        return String(decoding: text[..<length], as: UTF8.self)
    }

    private static func byron(_ attributes: [UInt8], type: [UInt8] = [0], rest: [UInt8] = []) -> String {
        let inner: [UInt8] = [0x83, 0x58, 28] + hash + attributes + type
        let checksum = Digest.crc32(inner)
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * UInt32($0))) }
        return base58([0x82, 0xD8, 24, 0x58, UInt8(inner.count)] + inner + [0x1A] + bytes + rest)
    }

    @Test("A pointer is three numbers of at most 63 bits, and no more")
    func pointers() throws {
        let nine = [UInt8](repeating: 0xFF, count: 8) + [0x7F]
        for (pointer, isRead) in [
            ([1, 2, 3], true), ([0, 0, 0], true), ([0x81, 0x80, 1, 2, 3], true), (nine + nine + nine, true),
            ([], false), ([1, 2], false), ([1, 2, 3, 4], false), ([1, 2, 0x83], false), ([1, 2, 3, 0x81], false),
            ([0x80, 1, 2, 3], false), ([1, 0x80, 2, 3], false), ([0xFF] + nine + [2, 3], false),
            ([0x81, 0x80] + nine + [2, 3], false),
        ] as [([UInt8], Bool)] {
            for header in [0x41, 0x51] as [UInt8] {
                let text = try Self.bech32("addr", [header] + Self.hash + pointer)
                let refusal = try Self.refusal("kind: shelley, prefix: addr, network-id: 1", text)
                #expect(refusal == (isRead ? nil : .malformed), "\(pointer)")
            }
        }
    }

    @Test("Every type of address has its own length")
    func lengths() throws {
        for header in 0...15 as ClosedRange<UInt8> {
            for count in [27, 28, 29, 31, 55, 56, 57] {
                let text = try Self.bech32("addr", [header << 4 | 1] + [UInt8](repeating: 1, count: count))
                let isRead =
                    header < 4 && count == 56 || (4...5).contains(header) && count == 31
                    || (6...7).contains(header) && count == 28
                let refusal = try Self.refusal("kind: shelley, prefix: addr, network-id: 1", text)
                #expect(refusal == (isRead ? nil : .malformed), "\(header) \(count)")
                let other = try Self.refusal("kind: shelley, prefix: addr, network-id: 0", text)
                #expect(other == (isRead ? .otherVersion : .malformed), "\(header) \(count)")
            }
        }
    }

    @Test("A Byron address has each attribute once and in order, and its network in one number")
    func attributes() throws {
        let path: [UInt8] = [1, 0x41, 0]
        let network: [UInt8] = [2, 0x42, 0x18, 42]
        for (attributes, main, other) in [
            ([0xA0], nil, .otherVersion), ([0xA1] + path, nil, .otherVersion),
            ([0xA1] + network, .otherVersion, nil), ([0xA2] + path + network, .otherVersion, nil),
            ([0xA2] + network + path, .malformed, .malformed), ([0xA2] + path + path, .malformed, .malformed),
            ([0xA2] + network + network, .malformed, .malformed), ([0xA1, 3, 0x41, 0], .malformed, .malformed),
            ([0xA3] + path + network + [3, 0x41, 0], .malformed, .malformed), ([0xA1], .malformed, .malformed),
            ([0xA1, 2, 0x43, 0x18, 42, 0], .malformed, .malformed), ([0xA1, 2, 0x40], .malformed, .malformed),
            ([0xA1, 2, 0x49, 0x1B, 0, 0, 0, 1, 0, 0, 0, 0], .malformed, .malformed),
        ] as [([UInt8], AddressRefusal?, AddressRefusal?)] {
            let text = Self.byron(attributes)
            #expect(try Self.refusal("kind: byron", text) == main, "\(attributes)")
            #expect(try Self.refusal("kind: byron, magic: 42", text) == other, "\(attributes)")
        }
        for (type, isRead) in [([1], true), ([2], true), ([3], false), ([], false), ([0, 0], false)]
            as [([UInt8], Bool)]
        {
            #expect(try Self.refusal("kind: byron", Self.byron([0xA0], type: type)) == (isRead ? nil : .malformed))
        }
        #expect(try Self.refusal("kind: byron", Self.byron([0xA0], rest: [0])) == .malformed)
    }
}
