/// Base58 in Bitcoin's alphabet, without a checksum: EOSIO has its own.
///
/// Both directions work in memory of the caller and leave nothing elsewhere, so that a private key can stay in guarded
/// memory (S8).
package enum Base58 {
    /// The longest text that is read; a K1 signature has 101 characters, one of a web authenticator more. Decoding takes
    /// quadratic time.
    package static let maxLength = 1024

    /// Decodes `text` to the end of `memory`, which must have a byte for each character.
    /// - Returns: how many bytes at the end of `memory` are the result; nil where a character is not of the alphabet.
    package static func decode(
        _ text: Span<UInt8>, into memory: inout MutableSpan<UInt8>
    ) -> Int? {
        precondition(memory.count >= text.count, "too little memory")
        memory.update(repeating: 0)
        var used = 0
        for place in text.indices {
            guard let digit = digit(of: text[place]) else { return nil }
            var carry = UInt32(digit)
            var index = memory.count - 1
            while index >= memory.count - used || carry > 0 {
                carry += 58 * UInt32(memory[index])
                memory[index] = UInt8(truncatingIfNeeded: carry)
                carry >>= 8
                index -= 1
            }
            used = memory.count - 1 - index
        }
        // Each "1" in front is a zero byte.
        return used + (text.indices.first { text[$0] != UInt8(ascii: "1") } ?? text.count)
    }

    /// Encodes `bytes` to the end of `memory`, which must have two bytes for each byte.
    /// - Returns: how many bytes at the end of `memory` are the text.
    package static func encode(_ bytes: Span<UInt8>, into memory: inout MutableSpan<UInt8>) -> Int {
        precondition(memory.count >= 2 * bytes.count, "too little memory")
        var used = 0
        for place in bytes.indices {
            var carry = UInt32(bytes[place])
            var index = memory.count - 1
            while index >= memory.count - used || carry > 0 {
                carry += index >= memory.count - used ? UInt32(memory[index]) << 8 : 0
                memory[index] = UInt8(carry % 58)
                carry /= 58
                index -= 1
            }
            used = memory.count - 1 - index
        }
        for index in (memory.count - used)..<memory.count { memory[index] = alphabet[Int(memory[index])] }
        for _ in 0..<(bytes.indices.first { bytes[$0] != 0 } ?? bytes.count) {
            used += 1
            memory[memory.count - used] = alphabet[0]
        }
        return used
    }

    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

    private static func digit(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "1")...UInt8(ascii: "9"): character - UInt8(ascii: "1")
        case UInt8(ascii: "A")...UInt8(ascii: "H"): character - UInt8(ascii: "A") + 9
        case UInt8(ascii: "J")...UInt8(ascii: "N"): character - UInt8(ascii: "J") + 17
        case UInt8(ascii: "P")...UInt8(ascii: "Z"): character - UInt8(ascii: "P") + 22
        case UInt8(ascii: "a")...UInt8(ascii: "k"): character - UInt8(ascii: "a") + 33
        case UInt8(ascii: "m")...UInt8(ascii: "z"): character - UInt8(ascii: "m") + 44
        default: nil
        }
    }
}

extension Base58 {
    /// The bytes that a public text says from offset `start` on. Throws where a character is not of the alphabet.
    static func bytes(_ text: String, from start: Int) throws(KeyError) -> [UInt8] {
        let text = Array(text.utf8.dropFirst(start))
        var memory = [UInt8](repeating: 0, count: text.count)
        var span = memory.mutableSpan
        guard let count = decode(text.span, into: &span) else {
            throw .badCharacter(offset: start + (text.firstIndex { digit(of: $0) == nil } ?? 0))
        }
        return memory.suffix(count)
    }

    /// Public bytes as text.
    static func text(_ bytes: [UInt8]) -> String {
        var memory = [UInt8](repeating: 0, count: 2 * bytes.count)
        var span = memory.mutableSpan
        let count = encode(bytes.span, into: &span)
        return String(decoding: memory.suffix(count), as: UTF8.self)
    }
}
