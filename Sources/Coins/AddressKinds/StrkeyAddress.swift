import SchemeRouter

extension AddressText {
    /// A version, a payload and a CRC-16 in base32 (SEP-23).
    func strkey(_ letters: [AddressForm.StrkeyLetter]) -> AddressReading {
        // The letter encodes the upper five bits of the version; the lower three are zero.
        let letter = letters.first { $0.rawValue.utf8.first == bytes.first }
        guard let letter, let payload = strkeyPayload, Self.fits(payload, letter) else { return .unknown }
        return .address(AddressDetails())
    }

    /// Whether it is a private key.
    var isStrkeySeed: Bool { bytes.first == UInt8(ascii: "S") && strkeyPayload?.count == 32 }

    private static func fits(_ payload: [UInt8], _ letter: AddressForm.StrkeyLetter) -> Bool {
        switch letter {
        case .account, .contract, .transaction, .hash, .pool: payload.count == 32
        case .muxed: payload.count == 40
        // Balance ids have only one type so far.
        case .claimable: payload.count == 33 && payload[0] == 0
        case .signedPayload: isSignedPayload(payload)
        }
    }

    /// A key, the length of the payload that it signs, and the payload, padded with zeros to a multiple of four bytes.
    private static func isSignedPayload(_ payload: [UInt8]) -> Bool {
        let length = payload.dropFirst(32).prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        guard (1...64).contains(length) else { return false }
        let end = 36 + Int(length)
        return (end + 3) / 4 * 4 == payload.count && payload[end...].allSatisfy { $0 == 0 }
    }

    /// The payload between version and checksum; nil if either is wrong.
    private var strkeyPayload: [UInt8]? {
        guard let data = Self.base32(bytes), data.count > 3, data[0] & 7 == 0 else { return nil }
        let checksum = UInt16(data[data.count - 1]) << 8 | UInt16(data[data.count - 2])
        guard Self.crc16(data.dropLast(2)) == checksum else { return nil }
        return Array(data[1..<(data.count - 2)])
    }

    /// The bytes of upper-case base32 without padding (RFC 4648, 6), in canonical form only.
    private static func base32(_ text: [UInt8]) -> [UInt8]? {
        var data: [UInt8] = []
        var group: UInt32 = 0
        var bits: UInt32 = 0
        for character in text {
            let value: UInt8
            switch character {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = character - UInt8(ascii: "A")
            case UInt8(ascii: "2")...UInt8(ascii: "7"): value = character - UInt8(ascii: "2") + 26
            default: return nil
            }
            group = (group << 5 | UInt32(value)) & 0xFFF
            bits += 5
            if bits >= 8 {
                bits -= 8
                data.append(UInt8(truncatingIfNeeded: group >> bits))
            }
        }
        // An unused character or a nonzero unused bit would be a second encoding of the same bytes.
        return bits < 5 && group & (1 << bits - 1) == 0 ? data : nil
    }

    /// CRC-16/XMODEM.
    private static func crc16(_ bytes: ArraySlice<UInt8>) -> UInt16 {
        bytes.reduce(0) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt16(byte) << 8) { rest, _ in
                rest & 0x8000 == 0 ? rest << 1 : rest << 1 ^ 0x1021
            }
        }
    }
}
