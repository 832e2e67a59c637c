/// Base58 with a checksum: addresses, extended keys, private keys in wallet import format.
public enum Base58Check {
    /// The longest text that is read; an extended key has 111 characters. Decoding takes quadratic time.
    public static let maxLength = 120

    /// Why a text is not Base58Check.
    public enum Failure: Error, Sendable, Equatable {
        /// The character at this offset is not in the alphabet.
        case badCharacter(Int)
        /// Fewer bytes than a checksum.
        case tooShort
        /// Longer than ``maxLength``.
        case tooLong
        /// The checksum does not fit the rest.
        case badChecksum
    }

    /// The bytes before the checksum.
    public static func decode(_ text: some Collection<UInt8>) throws(Failure) -> [UInt8] {
        guard text.count <= maxLength else { throw .tooLong }
        return try decode(Array(text).span)
    }

    /// The bytes before the checksum.
    public static func decode(_ text: String) throws(Failure) -> [UInt8] {
        try decode(text.utf8.span)
    }

    private static func decode(_ text: Span<UInt8>) throws(Failure) -> [UInt8] {
        guard text.count <= maxLength else { throw .tooLong }
        let values = Self.values
        // The number, in limbs of 32 bits, least significant first. 58^5 still fits a limb, so five characters go at once.
        var limbs = Limbs()
        var leadingOnes = 0
        var chunk: UInt64 = 0
        var factor: UInt64 = 1
        for offset in text.indices {
            let digit = values[Int(text[offset])]
            guard digit >= 0 else { throw .badCharacter(offset) }
            if digit == 0, leadingOnes == offset { leadingOnes += 1 }
            chunk = chunk * 58 + UInt64(digit)
            factor *= 58
            if factor == 656_356_768 {
                limbs.multiply(by: factor, adding: chunk)
                (chunk, factor) = (0, 1)
            }
        }
        if factor > 1 { limbs.multiply(by: factor, adding: chunk) }

        var bytes = [UInt8](repeating: 0, count: leadingOnes)
        bytes.reserveCapacity(leadingOnes + limbs.count * 4)
        limbs.append(to: &bytes)
        guard bytes.count >= 4 else { throw .tooShort }
        let expected = bytes.withUnsafeBytes { Digest.checksum(UnsafeRawBufferPointer(rebasing: $0.dropLast(4))) }
        let given = bytes.suffix(4).reduce(0) { $0 << 8 | UInt32($1) }
        guard given == expected else { throw .badChecksum }
        bytes.removeLast(4)
        return bytes
    }

    /// The text of `payload` with its checksum.
    public static func encode(_ payload: [UInt8]) -> String {
        let checksum = payload.withUnsafeBytes(Digest.checksum)
        let bytes = payload + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * UInt32($0))) }
        var digits: [UInt8] = []
        for byte in bytes {
            var carry = UInt32(byte)
            for position in digits.indices {
                carry += UInt32(digits[position]) << 8
                digits[position] = UInt8(carry % 58)
                carry /= 58
            }
            while carry > 0 {
                digits.append(UInt8(carry % 58))
                carry /= 58
            }
        }
        let zeros = bytes.prefix { $0 == 0 }.count
        let text = [UInt8](repeating: alphabet[0], count: zeros) + digits.reversed().map { alphabet[Int($0)] }
        return String(decoding: text, as: UTF8.self)
    }

    /// A whole number of up to ``maxLength`` digits, without an allocation.
    private struct Limbs {
        // 120 digits of base 58 have 703 bits.
        private var limbs = InlineArray<23, UInt32>(repeating: 0)
        private(set) var count = 0

        mutating func multiply(by factor: UInt64, adding addend: UInt64) {
            var carry = addend
            for position in 0..<count {
                let product = UInt64(limbs[position]) * factor + carry
                limbs[position] = UInt32(truncatingIfNeeded: product)
                carry = product >> 32
            }
            if carry > 0 {
                limbs[count] = UInt32(carry)
                count += 1
            }
        }

        /// Appends the bytes of the number, most significant first, without zeros before it.
        func append(to bytes: inout [UInt8]) {
            var isLeading = true
            for position in (0..<count).reversed() {
                for shift in stride(from: UInt32(24), through: 0, by: -8) {
                    let byte = UInt8(truncatingIfNeeded: limbs[position] >> shift)
                    isLeading = isLeading && byte == 0
                    if !isLeading { bytes.append(byte) }
                }
            }
        }
    }

    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

    /// The value of each byte as a digit; -1 for those that are none.
    private static let values: [Int8] = {
        var values = [Int8](repeating: -1, count: 256)
        for (value, byte) in alphabet.enumerated() { values[Int(byte)] = Int8(value) }
        return values
    }()
}
