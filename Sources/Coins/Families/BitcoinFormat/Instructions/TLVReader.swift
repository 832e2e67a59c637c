/// Reads Lightning's type-length-value records, never beyond the end (BOLT1).
struct TLVReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// The byte that is read next; nil at the end.
    var next: UInt8? { rest.first }

    mutating func take(_ count: UInt64) throws(InstructionError) -> ArraySlice<UInt8> {
        guard count <= UInt64(rest.count) else { throw .senseless }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

    /// A number in one byte, or in two, four or eight big-endian bytes after a length marker; in its shortest form.
    mutating func number() throws(InstructionError) -> UInt64 {
        let first = try take(1).first ?? 0
        guard first >= 0xFD else { return UInt64(first) }
        let size: UInt64 = 2 << UInt64(first - 0xFD)
        let value = try take(size).reduce(0) { $0 << 8 | UInt64($1) }
        guard value >= (size == 2 ? 0xFD : 1 << (size * 4)) else { throw .senseless }
        return value
    }

    /// Skips a public key, after checking that it is one.
    mutating func checkKey() throws(InstructionError) {
        guard CompressedKey.isPoint(try take(33)) else { throw .senseless }
    }
}

/// Why a text is not an invoice, offer or payment code.
public enum InstructionError: Error, Sendable, Equatable {
    /// A wrong character, length or checksum.
    case malformed
    /// Readable but invalid, or requires an unknown feature.
    case senseless
    /// An invoice with two descriptions, or one beside the digest of another: exactly one is allowed (BOLT11).
    case twoDescriptions
    /// Its amount is invalid or cannot be paid.
    case badAmount
    /// Valid, but for another network.
    case otherNetwork
}

extension InstructionError {
    /// The rest of a sentence about such an invoice.
    package static let twoDescriptionsText =
        "says twice what it is for: wallets could show different descriptions, so they refuse it."
}
