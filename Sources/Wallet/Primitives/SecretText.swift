import RouterBitcoinFormat
import RouterBytes
import RouterCSodium
import RouterCUTF8Proc
import RouterSecrets
import SchemeRouter

/// Private keys as text for other programs, which never leaves guarded memory (S8).
///
/// libsodium appends a zero byte to what it writes; the text does not include it.
enum SecretText {
    /// Lower-case hex.
    static func hex(_ bytes: Span<UInt8>) -> Secret {
        Secret(capacity: 2 * bytes.count + 1) { text in
            let length = text.count
            unsafe text.withMemory { text in
                unsafe bytes.withOctets { _ = unsafe sodium_bin2hex(text, length, $0, bytes.count) }
            }
            return length - 1
        }
    }

    /// Base64 (RFC 4648, 4) of bytes followed by public ones.
    static func base64(_ bytes: Span<UInt8>, _ publicBytes: [UInt8]) -> Secret {
        let all = Secret(count: bytes.count + publicBytes.count) { memory in
            memory.copyBytes(from: bytes)
            memory.copyBytes(from: publicBytes, at: bytes.count)
        }
        return Secret(capacity: (all.count + 2) / 3 * 4 + 1) { text in
            let length = text.count
            unsafe text.withMemory { text in
                all.withBytes { all in
                    unsafe all.withOctets {
                        _ = unsafe sodium_bin2base64(text, length, $0, all.count, sodium_base64_VARIANT_ORIGINAL)
                    }
                }
            }
            return length - 1
        }
    }

    /// Wallet import format: Base58Check of the version, the key, and a 1 that marks the public key as compressed.
    static func wif(_ key: Span<UInt8>, version: UInt8) -> Secret {
        let length = 1 + key.count + 1
        let payload = Secret(count: length + 4) { memory in
            memory[0] = version
            memory.copyBytes(from: key, at: 1)
            memory[length - 1] = 1
            let checksum = sha256(of: sha256(of: memory.span.extracting(first: length)))
            checksum.withBytes { memory.copyBytes(from: $0.extracting(first: 4), at: length) }
        }
        return payload.withBytes { payload in
            Secret(capacity: Base58.longestText(of: payload.count)) { Base58.write(payload, into: &$0) }
        }
    }

    private static func sha256(of secret: borrowing Secret) -> Secret { secret.withBytes { sha256(of: $0) } }

    private static func sha256(of bytes: Span<UInt8>) -> Secret {
        Secret(count: Int(crypto_hash_sha256_BYTES)) { digest in
            unsafe digest.withOctets { digest in
                unsafe bytes.withOctets { _ = unsafe crypto_hash_sha256(digest, $0, UInt64(bytes.count)) }
            }
        }
    }
}

extension MutableSpan<UInt8> {
    /// Passes a pointer to the first byte to a function that writes a C string.
    fileprivate mutating func withMemory(_ body: (UnsafeMutablePointer<CChar>) -> Void) {
        let count = count
        unsafe withOctets { unsafe $0.withMemoryRebound(to: CChar.self, capacity: count, body) }
    }
}

/// A secret text as Unicode code points in a normal form, so that the same text always has the same bytes.
///
/// The code points are kept in guarded memory. `utf8proc_map` is avoided because it leaves copies in memory that is
/// freed without being wiped.
///
/// utf8proc receives a secret's memory with its capacity, as 32-bit code points: the address is a multiple of 4,
/// because the memory ends at a page boundary and its length is a multiple of 4.
struct NormalizedText: ~Copyable {
    /// A normal form (UAX #15).
    enum Form {
        /// Decomposed; required by BIP39.
        case nfkd
        /// Composed, so that a code point is roughly what a person calls a character.
        case nfkc

        fileprivate var options: utf8proc_option_t {
            let change = self == .nfkd ? UTF8PROC_DECOMPOSE : UTF8PROC_COMPOSE
            return utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPAT.rawValue | change.rawValue)
        }
    }

    /// The bytes are not UTF-8.
    struct NotText: Error, Equatable {}

    private let storage: Secret
    let count: Int

    /// Reads UTF-8 and normalises it to `form`.
    static func reading(_ text: borrowing Secret, as form: Form) throws(NotText) -> NormalizedText {
        let needed = text.withBytes { bytes in unsafe decompose(bytes, into: nil, capacity: 0, form) }
        guard needed >= 0 else { throw NotText() }
        var count = needed
        let length = needed * MemoryLayout<Int32>.stride
        // Always with room for a code point: the memory of an empty secret has one byte, at an odd address.
        let storage = Secret(capacity: max(length, MemoryLayout<Int32>.stride)) { memory in
            guard needed > 0 else { return 0 }
            unsafe memory.withOctets { memory in
                unsafe memory.withMemoryRebound(to: Int32.self, capacity: needed) { points in
                    count = text.withBytes { bytes in unsafe decompose(bytes, into: points, capacity: needed, form) }
                    if form == .nfkc, count > 0 {
                        count = unsafe utf8proc_normalize_utf32(points, count, form.options)
                    }
                }
            }
            return length
        }
        guard count >= 0, count <= needed else { throw NotText() }
        return NormalizedText(storage: storage, count: count)
    }

    private static func decompose(
        _ bytes: Span<UInt8>, into points: UnsafeMutablePointer<Int32>?, capacity: Int, _ form: Form
    ) -> Int {
        guard bytes.count > 0 else { return 0 }
        return unsafe bytes.withOctets { unsafe utf8proc_decompose($0, bytes.count, points, capacity, form.options) }
    }

    borrowing func withCodePoints<Result: ~Copyable, Failure: Error>(
        _ body: (Span<Int32>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withBytes { (bytes) throws(Failure) in
            try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
                try unsafe bytes.withMemoryRebound(to: Int32.self) { (points) throws(Failure) in
                    try unsafe body(points.span.extracting(first: count))
                }
            }
        }
    }

    borrowing func utf8() -> Secret {
        Secret(capacity: count * 4) { memory in
            var length = 0
            withCodePoints { points in
                for index in points.indices {
                    // Writes at most four bytes; the buffer has that many for each code point.
                    unsafe length += memory.withOctets { unsafe utf8proc_encode_char(points[index], $0 + length) }
                }
            }
            return length
        }
    }
}
