import RouterEOSIO
import SchemeRouter

/// A private key of an EOSIO account. Its 32 bytes are kept in a `Secret` (S8).
struct K1PrivateKey: ~Copyable, Sendable {
    private let secret: Secret
    /// The key that verifies what this one signs.
    let publicKey: PublicKey

    /// The key with these 32 bytes; nil if they are zero or not below the order of the curve.
    init?(bytes secret: consuming Secret) {
        guard secret.count == SecretCurve.keyLength else { return nil }
        let point = secret.withBytes { bytes in SecretCurve.publicKey(of: bytes) }
        guard let point, let publicKey = try? PublicKey(bytes: point) else { return nil }
        self.secret = secret
        self.publicKey = publicKey
    }

    /// The most nonces to try. About one signature in four is canonical.
    private static let maxAttempts: UInt32 = 1024

    /// The signature over `digest`: with the nonce of RFC 6979, S in the lower half, and canonical as nodes require.
    ///
    /// If it is not canonical, the number of the attempt goes into the next nonce, as in EOSIO's own library
    /// (Documentation/protocols/mykey.md §5.1). The public key is recovered from the signature and compared
    /// before it is returned: a fault while signing could reveal the private key.
    func signature(over digest: Checksum256) throws(ServiceError) -> Signature {
        for attempt in 0..<Self.maxAttempts {
            let signed = secret.withBytes { key in
                SecretCurve.recoverableSignature(over: digest.bytes, with: key, attempt: attempt)
            }
            guard let signed, let compact = FixedBytes<64>(signed.compact),
                let signature = try? Signature(recoveryID: signed.recoveryID, compact: compact)
            else { throw .refused("a key cannot sign") }
            guard signature.isCanonical else { continue }
            guard signature.signer(of: digest) == publicKey else { throw .refused("the signature does not verify") }
            return signature
        }
        throw .refused("no canonical signature was found")
    }
}
