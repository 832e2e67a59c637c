/// Segwit addresses: bech32 (BIP173) for version 0, bech32m (BIP350) for the versions after it.
public enum Bech32 {
    /// A witness program of a network.
    public struct Program: Sendable, Hashable {
        /// The human-readable part, in lower case.
        public let prefix: String
        /// The witness version, 0…16.
        public let version: UInt8
        /// The program, 2…40 bytes; 20 or 32 of version 0.
        public let bytes: [UInt8]
    }

    /// Reads a segwit address; nil where `text` is not one.
    public static func decode(_ text: String) -> Program? {
        let bytes = Array(text.utf8)
        guard (8...90).contains(bytes.count), bytes.allSatisfy({ (33...126).contains($0) }),
            let separator = bytes.lastIndex(of: UInt8(ascii: "1")), separator >= 1, bytes.count - separator > 7
        else { return nil }
        let hasLower = bytes.contains { (0x61...0x7A).contains($0) }
        let hasUpper = bytes.contains { (0x41...0x5A).contains($0) }
        guard !(hasLower && hasUpper) else { return nil }
        let folded = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        var data: [UInt8] = []
        for byte in folded[(separator + 1)...] {
            guard let value = alphabet.firstIndex(of: byte) else { return nil }
            data.append(UInt8(value))
        }
        let prefix = Array(folded[..<separator])
        let constant = polymod(expand(prefix) + data)
        guard let version = data.first, version <= 16, constant == (version == 0 ? 1 : bech32mConstant),
            let program = regroup(data[1..<(data.count - 6)], from: 5, to: 8, pads: false),
            (2...40).contains(program.count), version > 0 || program.count == 20 || program.count == 32
        else { return nil }
        return Program(prefix: String(decoding: prefix, as: UTF8.self), version: version, bytes: program)
    }

    /// The address of a witness program, in lower case.
    public static func encode(prefix: String, version: UInt8, program: [UInt8]) -> String {
        let data = [version] + (regroup(program[...], from: 8, to: 5, pads: true) ?? [])
        let expanded = expand(Array(prefix.utf8)) + data + [UInt8](repeating: 0, count: 6)
        let checksum = polymod(expanded) ^ (version == 0 ? 1 : bech32mConstant)
        let check = (0..<6).map { UInt8(checksum >> (5 * (5 - UInt32($0))) & 31) }
        return prefix + "1" + String(decoding: (data + check).map { alphabet[Int($0)] }, as: UTF8.self)
    }

    private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    private static let bech32mConstant: UInt32 = 0x2BC8_30A3
    private static let generator: [UInt32] = [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3]

    private static func expand(_ prefix: [UInt8]) -> [UInt8] {
        prefix.map { $0 >> 5 } + [0] + prefix.map { $0 & 31 }
    }

    private static func polymod(_ values: [UInt8]) -> UInt32 {
        values.reduce(1) { checksum, value in
            let top = checksum >> 25
            var next = (checksum & 0x1FF_FFFF) << 5 ^ UInt32(value)
            for bit in 0..<5 where top >> UInt32(bit) & 1 == 1 { next ^= generator[bit] }
            return next
        }
    }

    /// Regroups bits; nil where padding is not what the BIP demands.
    private static func regroup(_ data: ArraySlice<UInt8>, from: UInt32, to: UInt32, pads: Bool) -> [UInt8]? {
        var accumulator: UInt32 = 0
        var bits: UInt32 = 0
        var result: [UInt8] = []
        for value in data {
            accumulator = (accumulator << from | UInt32(value)) & 0xFFF
            bits += from
            while bits >= to {
                bits -= to
                result.append(UInt8(accumulator >> bits & ((1 << to) - 1)))
            }
        }
        let rest = accumulator << (to - bits) & ((1 << to) - 1)
        if pads {
            if bits > 0 { result.append(UInt8(rest)) }
        } else if bits >= from || rest != 0 {
            return nil
        }
        return result
    }
}
