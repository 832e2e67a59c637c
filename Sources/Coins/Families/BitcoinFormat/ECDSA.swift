import CSecp256k1

/// What can be done on secp256k1 with public keys alone. Private keys are the wallet's.
public enum ECDSA {
    /// Whether `signature` – strict DER with a low S, as nodes relay it – signs `digest` by `publicKey`.
    public static func verify(signature: [UInt8], digest: [UInt8], publicKey: [UInt8]) -> Bool {
        guard digest.count == 32, var key = parse(publicKey) else { return false }
        var parsed = secp256k1_ecdsa_signature()
        guard secp256k1_ecdsa_signature_parse_der(secp256k1_constant_context(), &parsed, signature, signature.count) == 1
        else { return false }
        // The library reads any DER and verifies only low S; writing it again proves that the bytes were strict.
        var written = [UInt8](repeating: 0, count: 72)
        var length = written.count
        guard secp256k1_ecdsa_signature_serialize_der(secp256k1_constant_context(), &written, &length, &parsed) == 1,
            written.prefix(length).elementsEqual(signature)
        else { return false }
        return secp256k1_ecdsa_verify(secp256k1_constant_context(), &parsed, digest, &key) == 1
    }

    /// Whether `bytes` are a point of the curve, compressed (33 bytes) or not (65 bytes).
    public static func isPublicKey(_ bytes: [UInt8]) -> Bool {
        parse(bytes) != nil
    }

    /// The compressed key that is `tweak` times the generator away from `publicKey`; nil where there is none (BIP32).
    public static func add(tweak: [UInt8], to publicKey: [UInt8]) -> [UInt8]? {
        guard tweak.count == 32, var key = parse(publicKey),
            secp256k1_ec_pubkey_tweak_add(secp256k1_constant_context(), &key, tweak) == 1
        else { return nil }
        var written = [UInt8](repeating: 0, count: 33)
        var length = written.count
        guard
            secp256k1_ec_pubkey_serialize(
                secp256k1_constant_context(), &written, &length, &key, UInt32(SECP256K1_EC_COMPRESSED)) == 1
        else { return nil }
        return written
    }

    private static func parse(_ bytes: [UInt8]) -> secp256k1_pubkey? {
        var key = secp256k1_pubkey()
        guard secp256k1_ec_pubkey_parse(secp256k1_constant_context(), &key, bytes, bytes.count) == 1 else { return nil }
        return key
    }
}
