import RouterBytes
import RouterCSodium

/// The server's certificate on a connection.
enum ServerCertificate {
    /// SHA-256 of its DER bytes; nil if libcurl reports none.
    static func digest(_ handle: EasyHandle) -> [UInt8]? {
        handle.certificateFields.lazy.compactMap(der).first.map(sha256)
    }

    /// The bytes of a certificate in a text field (RFC 7468); nil for other fields.
    private static func der(_ field: String) -> [UInt8]? {
        let lines = field.split(separator: "\n")
        guard lines.first == "Cert:-----BEGIN CERTIFICATE-----", lines.last == "-----END CERTIFICATE-----" else {
            return nil
        }
        return Base64.decode(lines.dropFirst().dropLast().joined().utf8)
    }

    // libsodium receives pointers to a digest and to the bytes, with their length, and keeps neither.
    private static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        _ = unsafe crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return digest
    }
}
