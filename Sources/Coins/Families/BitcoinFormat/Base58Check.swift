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
    public static func decode(_ text: String) throws(Failure) -> [UInt8] {
        try payload(of: text).bytes(from: 0)
    }

    /// The bytes before the checksum, without an allocation.
    static func payload(of text: String) throws(Failure) -> Base58Payload {
        let digits = text.utf8.span
        guard digits.count <= maxLength else { throw .tooLong }
        let values = Self.values
        var payload = Base58Payload(zeros: digits.indices.first { digits[$0] != alphabet[0] } ?? digits.count)
        // 58^10 still fits 64 bits, so ten characters go at once.
        var number = Base58Number()
        var start = 0
        while start < digits.count {
            let end = min(start + 10, digits.count)
            var chunk: UInt64 = 0
            var factor: UInt64 = 1
            for offset in start..<end {
                let digit = values[Int(digits[offset])]
                guard digit >= 0 else { throw .badCharacter(offset) }
                chunk = chunk * 58 + UInt64(digit)
                factor *= 58
            }
            number.multiply(by: factor, adding: chunk)
            start = end
        }
        payload.append(number)
        guard payload.count >= 4 else { throw .tooShort }
        guard payload.removeChecksum() else { throw .badChecksum }
        return payload
    }

    /// The text of `payload` with its checksum.
    public static func encode(_ payload: [UInt8]) -> String {
        let checksum = Digest.checksum(payload.span)
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

    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

    /// The value of each byte as a digit; -1 for those that are none.
    private static let values: [Int8] = {
        var values = [Int8](repeating: -1, count: 256)
        for (value, byte) in alphabet.enumerated() { values[Int(byte)] = Int8(value) }
        return values
    }()
}
