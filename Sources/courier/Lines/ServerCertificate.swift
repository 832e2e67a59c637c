import CCurl
import CSodium
import CourierMessages

/// The certificate that a server showed on a connection.
enum ServerCertificate {
    /// SHA-256 of its DER bytes; nil where libcurl tells of none.
    static func digest(_ handle: UnsafeMutableRawPointer) -> [UInt8]? {
        var info: UnsafeMutablePointer<curl_certinfo>?
        guard curl_get_certificates(handle, &info) == CURLE_OK, let info, info.pointee.num_of_certs > 0 else {
            return nil
        }
        // The first is the server's own; those after it vouch for it.
        var field = info.pointee.certinfo[0]
        while let current = field {
            let text = String(cString: current.pointee.data)
            if let bytes = der(text) { return sha256(bytes) }
            field = current.pointee.next
        }
        return nil
    }

    /// The bytes of a certificate that stands in a field as text (RFC 7468); nil for other fields.
    private static func der(_ field: String) -> [UInt8]? {
        let lines = field.split(separator: "\n")
        guard lines.first == "Cert:-----BEGIN CERTIFICATE-----", lines.last == "-----END CERTIFICATE-----" else {
            return nil
        }
        return Base64.decode(lines.dropFirst().dropLast().joined().utf8)
    }

    private static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        _ = crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return digest
    }
}
