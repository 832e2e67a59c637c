import RouterBitcoinFormat
import SchemeRouter

extension AddressText {
    /// A version byte and a hash under a prefix, with a checksum of 40 bits.
    func cashAddr(prefix: String, types: [AddressForm.HashType]) -> AddressReading {
        guard let payload = cashAddrPayload(behind: prefix), let folded = Bech32Text.folded(payload.span),
            let values = Bech32Text.values(of: folded[...]), Self.cashAddrChecksum(prefix: prefix, values) == 0,
            let bytes = Bech32.regroup(values.dropLast(8), from: 5, to: 8, pads: false), let version = bytes.first,
            bytes.count - 1 == Self.cashAddrSizes[Int(version & 7)]
        else { return .unknown }
        // The first bit of the version is reserved; no type has a number with it.
        let isKnown = types.contains { $0.number == version >> 3 && $0.bytes.contains(bytes.count - 1) }
        guard isKnown else { return .unknown }
        return .address(AddressDetails(text: prefix + ":" + String(decoding: folded, as: UTF8.self)))
    }

    /// The length of the hash in bytes, by the last three bits of the version.
    private static let cashAddrSizes = [20, 24, 28, 32, 40, 48, 56, 64]

    /// The part after the prefix; nil if there is no prefix or none is allowed.
    private func cashAddrPayload(behind prefix: String) -> ArraySlice<UInt8>? {
        guard mayHavePrefix, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return bytes[...] }
        return bytes[..<colon].elementsEqual(prefix.utf8) ? bytes[(colon + 1)...] : nil
    }

    /// 0 for a valid text.
    private static func cashAddrChecksum(prefix: String, _ values: [UInt8]) -> UInt64 {
        let generator: [UInt64] = [0x98_F2BC_8E61, 0x79_B76D_99E2, 0xF3_3E5F_B3C4, 0xAE_2EAB_E2A8, 0x1E_4F43_E470]
        let checksum = (prefix.utf8.map { $0 & 31 } + [0] + values).reduce(1 as UInt64) { checksum, value in
            let top = checksum >> 35
            var next = (checksum & 0x7_FFFF_FFFF) << 5 ^ UInt64(value)
            for bit in generator.indices where top >> UInt64(bit) & 1 == 1 { next ^= generator[bit] }
            return next
        }
        return checksum ^ 1
    }
}
