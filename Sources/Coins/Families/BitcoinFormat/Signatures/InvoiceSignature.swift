import RouterCSecp256k1

/// The signature of a Lightning invoice (BOLT11), which proves the payee.
public enum InvoiceSignature {
    /// The key that signed, 33 bytes (SEC 1): the one in the invoice, or the one recovered from the signature. Nil if
    /// there is none, or it did not sign.
    public static func payee(of invoice: LightningInvoice.Signed) -> [UInt8]? {
        let digest = Digest.sha256(invoice.message)
        guard digest.count == 32, invoice.compact.count == 64, (0...3).contains(invoice.recoveryID) else { return nil }
        let context = unsafe secp256k1_constant_context()
        guard let named = invoice.payee else { return recovered(invoice, digest) }
        var (key, signature) = (secp256k1_pubkey(), secp256k1_ecdsa_signature())
        // Verification accepts only a low S, as BOLT11 requires if the invoice names a key.
        let isSigned =
            unsafe named.count == 33 && secp256k1_ec_pubkey_parse(context, &key, named, named.count) == 1
            && secp256k1_ecdsa_signature_parse_compact(context, &signature, invoice.compact) == 1
            && secp256k1_ecdsa_verify(context, &signature, digest, &key) == 1
        return isSigned ? named : nil
    }

    private static func recovered(_ invoice: LightningInvoice.Signed, _ digest: [UInt8]) -> [UInt8]? {
        let context = unsafe secp256k1_constant_context()
        var (key, signature) = (secp256k1_pubkey(), secp256k1_ecdsa_recoverable_signature())
        let isKey =
            unsafe secp256k1_ecdsa_recoverable_signature_parse_compact(
                context, &signature, invoice.compact, Int32(invoice.recoveryID)) == 1
            && secp256k1_ecdsa_recover(context, &key, &signature, digest) == 1
        guard isKey else { return nil }
        var written = [UInt8](repeating: 0, count: 33)
        var length = written.count
        let form = UInt32(SECP256K1_EC_COMPRESSED)
        guard unsafe secp256k1_ec_pubkey_serialize(context, &written, &length, &key, form) == 1 else { return nil }
        return written
    }
}
