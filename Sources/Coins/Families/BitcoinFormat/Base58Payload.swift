import RouterBytes

/// The content of a Base58Check text, without an allocation.
struct Base58Payload {
    /// The bytes are right-aligned in 120 and followed by the checksum.
    private let storage: InlineArray<15, UInt64>
    /// The number of bytes before the checksum.
    let count: Int

    init(_ text: String) throws(Base58Check.Failure) {
        try self.init(unchecked: text)
        guard hasChecksum else { throw .badChecksum }
    }

    /// Reads a text with any checksum.
    init(unchecked text: String) throws(Base58Check.Failure) {
        let digits = text.utf8.span
        guard digits.count <= Base58Check.maxLength else { throw .tooLong }
        let number = try Self.number(digits)
        let zeros = digits.indices.first { digits[$0] != UInt8(ascii: "1") } ?? digits.count
        count = zeros + number.byteCount - 4
        guard count >= 0 else { throw .tooShort }
        storage = number.bigEndian
    }

    /// Whether the checksum is that of the bytes before it.
    var hasChecksum: Bool {
        // 64-bit numbers have no padding between them.
        let payload = unsafe storage.span.bytes.extracting(droppingLast: 4).extracting(last: count)
        return UInt32(truncatingIfNeeded: UInt64(bigEndian: storage[14])) == Digest.checksum(payload)
    }

    subscript(index: Int) -> UInt8 {
        precondition(index < count, "behind the payload")
        let position = 116 - count + index
        return UInt8(truncatingIfNeeded: UInt64(bigEndian: storage[position >> 3]) >> UInt64(56 - 8 * (position & 7)))
    }

    func bytes(from index: Int) -> [UInt8] { (index..<count).map { self[$0] } }

    static func number(_ digits: Span<UInt8>) throws(Base58Check.Failure) -> Base58Number {
        let values = Base58.values
        var number = Base58Number()
        var start = 0
        // 58^10 fits in 64 bits, so ten characters are processed at once.
        while start < digits.count {
            let end = min(start + 10, digits.count)
            var chunk: UInt64 = 0
            var factor: UInt64 = 1
            for offset in start..<end {
                let digit = values[Int(digits[offset])]
                guard digit >= 0 else { throw .badCharacter(offset) }
                chunk = chunk &* 58 &+ UInt64(digit)
                factor &*= 58
            }
            number.multiply(by: factor, adding: chunk)
            start = end
        }
        return number
    }
}
