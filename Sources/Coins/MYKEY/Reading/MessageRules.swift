import RouterEOSIO
import SchemeRouter

/// Restrictions on texts to sign (Documentation/protocols/mykey.md §5.2).
enum MessageRules {
    /// The longest text to sign, in bytes.
    static let maxLength = 16 << 10

    /// Warnings about a text. Throws if it is a transaction: a signature over it would be valid for the transaction.
    static func warnings(about message: String, in members: RequestFields) throws(RequestError) -> [LinkWarning] {
        let bytes = Array(message.utf8)
        guard TransactionPreimage(bytes: bytes) == nil else {
            throw members.wrong("message", "The text to sign is a transaction.")
        }
        var warnings: [LinkWarning] = []
        if message.unicodeScalars.contains(where: { !$0.isUnambiguouslyVisible && $0 != "\n" }) {
            warnings.append(
                .init(
                    .messageHasControls, "The text has invisible characters; they are shown as numbers."))
        }
        if bytes.count == 64, [UInt8](hexDigits: message) != nil {
            warnings.append(.init(.messageLooksLikeDigest, "The text looks like the digest of a transaction."))
        }
        if looksLikeLogin(bytes) {
            warnings.append(
                .init(
                    .messageLooksLikeLogin,
                    "The text looks like a login: somebody could use the signature to log in as you elsewhere."))
        }
        return warnings
    }

    /// Whether it begins like a login: ten digits, an account name, and more. Names have one to thirteen characters and
    /// no separator follows, so only the first character of the name can be checked.
    private static func looksLikeLogin(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 11, bytes[..<10].allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        return (0x61...0x7A).contains(bytes[10]) || (0x31...0x35).contains(bytes[10]) || bytes[10] == UInt8(ascii: ".")
    }
}
