/// Segwit addresses: bech32 (BIP173) for version 0, bech32m (BIP350) for later versions.
public enum Bech32 {
    /// A witness program of a network.
    public struct Program: Sendable, Hashable {
        /// The human-readable part, in lower case.
        public let prefix: String
        /// The witness version, 0…16.
        public let version: UInt8
        /// The program, 2…40 bytes; 20 or 32 for version 0.
        public let bytes: [UInt8]
    }

    /// Reads a segwit address; nil if `text` is not one.
    public static func decode(_ text: String) -> Program? {
        guard text.utf8.count <= 90, let read = Bech32Text(text.utf8.span), let version = read.values.first,
            version <= 16, read.checksum == (version == 0 ? .bech32 : .bech32m),
            let program = read.bytes(from: 1),
            (2...40).contains(program.count), version > 0 || program.count == 20 || program.count == 32
        else { return nil }
        return Program(prefix: read.prefix, version: version, bytes: program)
    }

    /// The address of a witness program, in lower case.
    public static func encode(prefix: String, version: UInt8, program: [UInt8]) -> String {
        let data = [version] + (regroup(program[...], from: 8, to: 5, pads: true) ?? [])
        let padded = data + [UInt8](repeating: 0, count: 6)
        let checksum =
            polymod(padded, behind: Array(prefix.utf8)[...]) ^ (version == 0 ? Checksum.bech32 : .bech32m).rawValue
        let check = (0..<6).map { UInt8(checksum >> (5 * (5 - UInt32($0))) & 31) }
        return prefix + "1" + String(decoding: (data + check).map { alphabet[Int($0)] }, as: UTF8.self)
    }

    /// The checksum constant of a valid text, by its BIP.
    package enum Checksum: UInt32, Sendable {
        case bech32 = 1
        case bech32m = 0x2BC8_30A3
    }

    static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    /// The value of each byte as a digit, in lower case; -1 for any other.
    static let values: [Int8] = {
        var values = [Int8](repeating: -1, count: 256)
        for (value, byte) in alphabet.enumerated() { values[Int(byte)] = Int8(value) }
        return values
    }()
    /// What each value of the checksum's highest five bits adds to it.
    private static let additions: [UInt32] = (0..<32).map { top in
        let generator: [UInt32] = [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3]
        return generator.indices.reduce(0) { top >> $1 & 1 == 1 ? $0 ^ generator[$1] : $0 }
    }

    /// The checksum of `values` that follow a human-readable part, whose letters have one case.
    static func polymod(_ values: [UInt8], behind prefix: ArraySlice<UInt8>) -> UInt32 {
        let additions = additions
        var checksum: UInt32 = 1
        func add(_ value: UInt8) {
            checksum = (checksum & 0x1FF_FFFF) << 5 ^ UInt32(value) ^ additions[Int(checksum >> 25)]
        }
        for byte in prefix { add(byte >> 5) }
        add(0)
        for byte in prefix { add(byte & 31) }
        for value in values { add(value) }
        return checksum
    }

    /// Regroups bits; nil if the padding is not as the BIP requires.
    package static func regroup(_ data: ArraySlice<UInt8>, from: UInt32, to: UInt32, pads: Bool) -> [UInt8]? {
        var accumulator: UInt32 = 0
        var bits: UInt32 = 0
        var result: [UInt8] = []
        result.reserveCapacity(data.count * Int(from) / Int(to) + 1)
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
