import RouterBitcoinFormat
import SchemeRouter

extension AddressText {
    /// A witness program of any version.
    func segwit(prefix: String) -> AddressReading {
        guard let program else { return .unknown }
        return program.prefix == prefix ? .address(AddressDetails()) : .refused(.otherPrefix(program.prefix))
    }

    /// A header, then two credentials, one credential, or a credential with a chain pointer (CIP-19, types 0 to 7).
    func shelley(prefix: String, networkID: UInt8) -> AddressReading {
        let payload: [UInt8]
        switch bech32Payload(.bech32, prefix: prefix) {
        case .failure(let none): return none.reading
        case .success(let bytes): payload = bytes
        }
        guard let header = payload.first else { return .unknown }
        let isWhole =
            switch header >> 4 {
            case 0...3: payload.count == 57
            case 4, 5: Self.isPointer(payload.dropFirst(29))
            case 6, 7: payload.count == 29
            default: false
            }
        guard isWhole else { return .unknown }
        return header & 15 == networkID ? .address(AddressDetails()) : .refused(.otherVersion)
    }

    /// Whether these are three numbers of at most 64 bits each, in big-endian groups of seven bits.
    private static func isPointer(_ bytes: ArraySlice<UInt8>) -> Bool {
        var count = 0
        var bits = 0
        for byte in bytes {
            // A leading zero group would be a second encoding of the same number.
            guard bits > 0 || byte != 0x80 else { return false }
            bits += 7
            guard bits <= 63 else { return false }
            guard byte & 0x80 == 0 else { continue }
            count += 1
            bits = 0
        }
        return count == 3 && bits == 0
    }
}
