import RouterCGcrypt

/// Keys and signatures as texts: a prefix, then Base58 of the bytes and the first four bytes of a RIPEMD-160 over them
/// and the curve's letters (EOSIO `libraries/fc/include/fc/crypto/common.hpp`).
enum KeyText {
    /// The bytes of Base58 text after a prefix of `start` characters: `length` of them, if it is not nil.
    static func decode(_ text: String, from start: Int, tag: String, length: Int?) throws(KeyError) -> [UInt8] {
        guard text.utf8.count <= Base58.maxLength else { throw .wrongLength }
        let bytes = try Base58.bytes(text, from: start)
        guard bytes.count > 4, length.map({ $0 == bytes.count - 4 }) ?? true else { throw .wrongLength }
        let payload = Array(bytes.dropLast(4))
        guard bytes.suffix(4).elementsEqual(checksum(payload, tag)) else { throw .badChecksum }
        return payload
    }

    /// Base58 of `payload` with its checksum.
    static func encode(_ payload: [UInt8], tag: String) -> String {
        Base58.text(payload + checksum(payload, tag))
    }

    /// The curve in `PUB_K1_…` and the offset after that; nil without such a prefix.
    static func curve(_ text: String, prefix: String) -> (curve: Curve, start: Int)? {
        for curve in Curve.allCases where text.utf8.starts(with: "\(prefix)_\(curve.tag)_".utf8) {
            return (curve, prefix.utf8.count + 4)
        }
        return nil
    }

    private static func checksum(_ payload: [UInt8], _ tag: String) -> ArraySlice<UInt8> {
        Hash.ripemd160(payload + tag.utf8).bytes.prefix(4)
    }
}

/// Why a text or bytes are not a key or signature.
public enum KeyError: Error, Sendable, Equatable {
    /// No known prefix of keys or signatures.
    case unknownPrefix
    /// The character at this offset is not in the Base58 alphabet.
    case badCharacter(offset: Int)
    /// Too many or too few bytes.
    case wrongLength
    /// The checksum does not match: a typing error.
    case badChecksum
    /// A key or signature of another curve (R1, WA), which this wallet neither has nor verifies.
    case unsupportedCurve
    /// Not a point on the curve, or numbers outside its order.
    case notOnCurve
    /// A signature with the larger of two possible S. Nodes refuse it.
    case highS
    /// A private key where a public one belongs. The text must not be repeated.
    case privateKey

    /// The problem, for the person.
    public var message: String {
        switch self {
        case .unknownPrefix: "its prefix is not allowed here"
        case .badCharacter(let offset): "the character at offset \(offset) is not allowed"
        case .wrongLength: "it is too long or too short"
        case .badChecksum: "its checksum is wrong, probably because of a typing error"
        case .unsupportedCurve: "keys of this curve are not supported"
        case .notOnCurve: "it is not a point on the curve"
        case .highS: "the signature is not canonical, so nodes reject it"
        case .privateKey: "it is a private key where a public key belongs"
        }
    }
}

/// Base58 with Bitcoin's alphabet, without a checksum: EOSIO has its own. Only for public texts: it leaves copies in
/// memory.
enum Base58 {
    /// The longest text that is read; a K1 signature has 101 characters, a WebAuthn one more. Decoding takes quadratic
    /// time.
    static let maxLength = 1024

    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

    /// The bytes encoded from offset `start` on. Throws if a character is not in the alphabet.
    static func bytes(_ text: String, from start: Int) throws(KeyError) -> [UInt8] {
        var digits: [Int] = []
        for (offset, character) in text.utf8.enumerated().dropFirst(start) {
            guard let digit = alphabet.firstIndex(of: character) else { throw .badCharacter(offset: offset) }
            digits.append(digit)
        }
        return converted(digits, from: 58, to: 256).map { UInt8($0) }
    }

    static func text(_ bytes: [UInt8]) -> String {
        let digits = converted(bytes.map { Int($0) }, from: 256, to: 58)
        return String(decoding: digits.map { alphabet[$0] }, as: UTF8.self)
    }

    /// The digits of a number, most significant first, in another base. Leading zeros are preserved.
    private static func converted(_ digits: [Int], from base: Int, to other: Int) -> [Int] {
        var lowestFirst: [Int] = []
        for digit in digits {
            var carry = digit
            for place in lowestFirst.indices {
                carry += base * lowestFirst[place]
                lowestFirst[place] = carry % other
                carry /= other
            }
            while carry > 0 {
                lowestFirst.append(carry % other)
                carry /= other
            }
        }
        return digits.prefix { $0 == 0 } + lowestFirst.reversed()
    }
}

/// The hashes of EOSIO.
///
/// libgcrypt receives pointers to memory and its length for the call, and keeps neither.
package enum Hash {
    /// libgcrypt must be initialised once, before any other call.
    private static let isStarted: Bool = gcrypt_start() == 0

    /// SHA-256 (FIPS 180-4).
    package static func sha256(_ bytes: [UInt8]) -> Checksum256 { fixed(bytes, Int32(GCRY_MD_SHA256.rawValue)) }

    /// RIPEMD-160, whose first four bytes are the checksum of key texts.
    static func ripemd160(_ bytes: [UInt8]) -> Checksum160 { fixed(bytes, Int32(GCRY_MD_RMD160.rawValue)) }

    private static func fixed<let size: Int>(_ bytes: [UInt8], _ algorithm: Int32) -> FixedBytes<size> {
        precondition(isStarted, "libgcrypt did not start")
        var digest = [UInt8](repeating: 0, count: size)
        unsafe gcry_md_hash_buffer(algorithm, &digest, bytes, bytes.count)
        guard let value = FixedBytes<size>(digest) else { preconditionFailure("a digest of another size") }
        return value
    }
}
