import RouterBitcoinFormat
import SchemeRouter

extension AddressText {
    /// CBOR with a CRC-32, in Base58: a hash, attributes and a type (CIP-19).
    func byron(magic: UInt32?) -> AddressReading {
        guard let base58, let inner = Self.byronPayload(base58[...]) else { return .unknown }
        var reader = CBORReader(inner[...])
        guard reader.head(.array) == 3, reader.bytes()?.count == 28, let attributes = reader.head(.map)
        else { return .unknown }
        var found: UInt32?
        var last: UInt64?
        for _ in 0..<attributes {
            guard let key = reader.head(.number), last.map({ $0 < key }) ?? true, let value = reader.bytes() else {
                return .unknown
            }
            last = key
            switch key {
            // The encrypted derivation path of the key in its owner's wallet.
            case 1: break
            case 2:
                var number = CBORReader(value)
                guard let network = number.head(.number).flatMap({ UInt32(exactly: $0) }), number.isAtEnd else {
                    return .unknown
                }
                found = network
            default: return .unknown
            }
        }
        guard let type = reader.head(.number), type <= 2, reader.isAtEnd else { return .unknown }
        return found == magic ? .address(AddressDetails()) : .refused(.otherVersion)
    }

    /// The checksummed bytes; nil if the checksum is wrong.
    private static func byronPayload(_ data: ArraySlice<UInt8>) -> [UInt8]? {
        var reader = CBORReader(data)
        guard reader.head(.array) == 2, reader.head(.tag) == 24, let inner = reader.bytes(),
            let checksum = reader.head(.number), reader.isAtEnd, checksum == UInt64(Digest.crc32(Array(inner)))
        else { return nil }
        return Array(inner)
    }
}

/// Reads the subset of CBOR (RFC 8949) in addresses: definite lengths, and every number in its shortest form.
struct CBORReader {
    /// The major type: the upper three bits of an item's first byte.
    enum Kind: UInt8 {
        case number = 0
        case bytes = 2
        case array = 4
        case map = 5
        case tag = 6
    }

    private var rest: ArraySlice<UInt8>

    init(_ data: ArraySlice<UInt8>) {
        rest = data
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// The number in the head of the next item, which must be of this kind: its value, length or item count.
    mutating func head(_ kind: Kind) -> UInt64? {
        guard let first = rest.first, first >> 5 == kind.rawValue else { return nil }
        let detail = first & 31
        let size = detail < 24 ? 0 : detail <= 27 ? 1 << Int(detail - 24) : nil as Int?
        guard let size, rest.count > size else { return nil }
        let number = rest.dropFirst().prefix(size).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let isShortest =
            switch size {
            case 0: true
            case 1: number >= 24
            default: number >> UInt64(size * 4) != 0
            }
        guard isShortest else { return nil }
        rest = rest.dropFirst(1 + size)
        return size == 0 ? UInt64(detail) : number
    }

    /// The next item, which must be a byte string.
    mutating func bytes() -> ArraySlice<UInt8>? {
        guard let length = head(.bytes), length <= UInt64(rest.count) else { return nil }
        let bytes = rest.prefix(Int(length))
        rest = rest.dropFirst(bytes.count)
        return bytes
    }
}
