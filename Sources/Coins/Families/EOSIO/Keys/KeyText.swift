import RouterBytes
import RouterCGcrypt

/// Keys and signatures as texts: a prefix, then Base58 of the bytes and the first four bytes of a RIPEMD-160 over them
/// and the curve's letters (EOSIO `libraries/fc/include/fc/crypto/common.hpp`).
enum KeyText {
    /// The longest text that is read; a K1 signature has 101 characters, a WebAuthn one more. Decoding takes quadratic
    /// time.
    static let maxLength = 1024

    /// The bytes of Base58 text after a prefix of `start` characters: `length` of them, if it is not nil.
    static func decode(_ text: String, from start: Int, tag: String, length: Int?) throws(KeyError) -> [UInt8] {
        guard text.utf8.count <= maxLength else { throw .wrongLength }
        let bytes: [UInt8]
        do throws(Base58.BadCharacter) {
            bytes = try Base58.bytes(of: Array(text.utf8)[start...])
        } catch {
            throw .badCharacter(offset: start + error.offset)
        }
        guard bytes.count > 4, length.map({ $0 == bytes.count - 4 }) ?? true else { throw .wrongLength }
        let payload = Array(bytes.dropLast(4))
        guard bytes.suffix(4).elementsEqual(checksum(payload, tag)) else { throw .badChecksum }
        return payload
    }

    /// Base58 of `payload` with its checksum.
    static func encode(_ payload: [UInt8], tag: String) -> String {
        Base58.encode(payload + checksum(payload, tag))
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
