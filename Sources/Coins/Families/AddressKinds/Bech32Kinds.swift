import RouterBitcoinFormat
import SchemeRouter

extension AddressText {
    /// A number of bytes after a human-readable part.
    func bech32(_ checksum: Bech32.Checksum, prefix: String, bytes: [Int]) -> AddressReading {
        switch bech32Payload(checksum, prefix: prefix) {
        case .failure(let none): none.reading
        case .success(let payload): bytes.contains(payload.count) ? .address(AddressDetails()) : .unknown
        }
    }

    /// A witness program of any version.
    func segwit(prefix: String) -> AddressReading {
        guard let program = Bech32.decode(string) else { return .unknown }
        return program.prefix == prefix ? .address(AddressDetails()) : .refused(.otherPrefix(program.prefix))
    }

    /// A header, and two credentials, one, or one and a place on the chain (CIP-19, types 0 to 7).
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
            case 4, 5: payload.count > 29 && Self.isPointer(payload[29...])
            case 6, 7: payload.count == 29
            default: false
            }
        guard isWhole else { return .unknown }
        return header & 15 == networkID ? .address(AddressDetails()) : .refused(.otherVersion)
    }

    /// Whether these are three numbers of 64 bits at most, in groups of seven bits, the highest first.
    private static func isPointer(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count <= 30 else { return false }
        var count = 0
        var bits = 0
        for byte in bytes {
            // A group of zeros in front would be a second way to write the same number.
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
