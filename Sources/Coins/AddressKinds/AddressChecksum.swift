import RouterBitcoinFormat
import SchemeRouter

extension AddressCode.Checksum {
    /// The bytes before the checksum; nil if it is wrong. Those of characters are checked before the bytes are known.
    func content(of data: [UInt8]) -> [UInt8]? {
        guard data.count > length else { return nil }
        let content = Array(data.dropLast(length))
        return data.suffix(length).elementsEqual(bytes(over: content)) ? content : nil
    }

    /// Its number of bytes; zero if it consists of characters.
    var length: Int {
        switch self {
        case .sha256d, .sha512256: 4
        case .blake2b40: 5
        case .crc16, .crc16Low: 2
        case .none, .bech32, .bech32m, .blech32, .blech32m, .cashaddr: 0
        }
    }

    private func bytes(over content: [UInt8]) -> [UInt8] {
        switch self {
        case .sha256d: return Array(Digest.doubleSHA256(content).prefix(4))
        case .sha512256: return Array(Digest.sha512256(content).suffix(4))
        case .blake2b40: return Blake2b.digest(of: content, size: 5).reversed()
        case .crc16, .crc16Low:
            let checksum = Self.crc16(content)
            let bytes = [UInt8(checksum >> 8), UInt8(truncatingIfNeeded: checksum)]
            return self == .crc16 ? bytes : bytes.reversed()
        case .none, .bech32, .bech32m, .blech32, .blech32m, .cashaddr: return []
        }
    }

    /// CRC-16/XMODEM.
    private static func crc16(_ bytes: [UInt8]) -> UInt16 {
        bytes.reduce(0) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt16(byte) << 8) { rest, _ in
                rest & 0x8000 == 0 ? rest << 1 : rest << 1 ^ 0x1021
            }
        }
    }
}

/// A checksum over symbols of five bits, as in bech32, in up to 64 bits.
struct SymbolChecksum {
    /// Its number of symbols.
    let count: Int
    /// What each of the highest five bits adds.
    let generator: [UInt64]

    /// Over the prefix and all values (the specification of CashAddr).
    static let cashaddr = SymbolChecksum(
        count: 8, generator: [0x98_F2BC_8E61, 0x79_B76D_99E2, 0xF3_3E5F_B3C4, 0xAE_2EAB_E2A8, 0x1E_4F43_E470])
    /// Of blinded addresses (libwally-core, `blech32.c`).
    static let blech32 = SymbolChecksum(
        count: 12,
        generator: [
            0x7D_52FB_A40B_D886, 0x5E_8DBF_1A03_950C, 0x1C_3A3C_7407_2A18, 0x38_5D72_FA0E_5139, 0x70_93E5_A608_865B,
        ])

    /// A constant if the values end with the right checksum.
    func remainder(of values: [UInt8]) -> UInt64 {
        let shift = UInt64(5 * (count - 1))
        return values.reduce(1) { checksum, value in
            let top = checksum >> shift
            var next = (checksum & (1 << shift - 1)) << 5 ^ UInt64(value)
            for bit in generator.indices where top >> UInt64(bit) & 1 == 1 { next ^= generator[bit] }
            return next
        }
    }
}

extension AddressText {
    /// The bytes after a human-readable part, or why there are none.
    /// - Parameter symbol: the value before the bytes; nil if there is none.
    func bech32Payload(
        _ checksum: AddressCode.Checksum, prefix: String, symbol: UInt8? = nil
    ) -> Result<[UInt8], NoPayload> {
        let found: (prefix: String, values: [UInt8])?
        switch checksum {
        case .bech32: found = bech32.flatMap { $0.checksum == .bech32 ? ($0.prefix, $0.values) : nil }
        case .bech32m: found = bech32.flatMap { $0.checksum == .bech32m ? ($0.prefix, $0.values) : nil }
        case .blech32: found = blech32(1)
        case .blech32m: found = blech32(0x455_972A_3350_F7A1)
        default: found = nil
        }
        guard let found else { return .failure(NoPayload(reading: .unknown)) }
        guard found.prefix == prefix else {
            return .failure(NoPayload(reading: .refused(.otherPrefix(found.prefix))))
        }
        guard symbol == nil || found.values.first == symbol,
            let payload = Bech32.regroup(found.values.dropFirst(symbol == nil ? 0 : 1), from: 5, to: 8, pads: false)
        else { return .failure(NoPayload(reading: .unknown)) }
        return .success(payload)
    }

    private func blech32(_ constant: UInt64) -> (prefix: String, values: [UInt8])? {
        let code = SymbolChecksum.blech32
        let bytes = bytes
        guard let folded = Bech32Text.folded(bytes.span), let separator = folded.lastIndex(of: UInt8(ascii: "1")),
            separator >= 1, let values = Bech32Text.values(of: folded[(separator + 1)...]), values.count > code.count
        else { return nil }
        let prefix = folded[..<separator]
        guard code.remainder(of: prefix.map { $0 >> 5 } + [0] + prefix.map { $0 & 31 } + values) == constant else {
            return nil
        }
        return (String(decoding: prefix, as: UTF8.self), values.dropLast(code.count))
    }

    /// Why a text has no payload.
    struct NoPayload: Error {
        let reading: AddressReading
    }
}
