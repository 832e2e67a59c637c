import RouterBitcoinFormat
import RouterBytes
import RouterCSodium
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
