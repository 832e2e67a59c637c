import RouterCSecp256k1

/// The public-key operations of secp256k1. Private keys belong to the wallet.
///
/// libsecp256k1 receives pointers to values of its own types and to arrays whose lengths are checked here or passed
/// along; it keeps none.
public enum ECDSA {
    /// Whether `signature` – strict DER (BIP66) with a low S (BIP146), as nodes relay it – is valid for `digest` and
    /// `publicKey`.
    /// - Parameters:
    ///   - signature: without the signature type byte.
    ///   - digest: 32 bytes.
    ///   - publicKey: 33 or 65 bytes (SEC 1).
    public static func verify(signature: [UInt8], digest: [UInt8], publicKey: [UInt8]) -> Bool {
        // The library's parser accepts only strict DER, and its verification only a low S.
        guard digest.count == 32, var key = parse(publicKey) else { return false }
        var parsed = secp256k1_ecdsa_signature()
        let context = unsafe secp256k1_constant_context()
        return unsafe secp256k1_ecdsa_signature_parse_der(context, &parsed, signature, signature.count) == 1
            && secp256k1_ecdsa_verify(context, &parsed, digest, &key) == 1
    }

    /// Whether `bytes` are a point on the curve, compressed (33 bytes) or not (65 bytes). The hybrid form, which nodes
    /// do not relay, is rejected.
    public static func isPublicKey(_ bytes: [UInt8]) -> Bool { parse(bytes) != nil }

    /// The compressed key of `publicKey` plus `tweak` times the generator (BIP32, CKDpub); nil if `tweak` is not 32
    /// bytes below the order of the curve or the sum is the point at infinity.
    public static func add(tweak: [UInt8], to publicKey: [UInt8]) -> [UInt8]? {
        let context = unsafe secp256k1_constant_context()
        guard tweak.count == 32, var key = parse(publicKey),
            unsafe secp256k1_ec_pubkey_tweak_add(context, &key, tweak) == 1
        else { return nil }
        var written = [UInt8](repeating: 0, count: 33)
        var length = written.count
        let form = UInt32(SECP256K1_EC_COMPRESSED)
        guard unsafe secp256k1_ec_pubkey_serialize(context, &written, &length, &key, form) == 1 else { return nil }
        return written
    }

    private static func parse(_ bytes: [UInt8]) -> secp256k1_pubkey? {
        switch (bytes.count, bytes.first) {
        case (33, 2), (33, 3), (65, 4): break
        default: return nil
        }
        var key = secp256k1_pubkey()
        let isPoint = unsafe secp256k1_ec_pubkey_parse(secp256k1_constant_context(), &key, bytes, bytes.count) == 1
        return isPoint ? key : nil
    }
}
