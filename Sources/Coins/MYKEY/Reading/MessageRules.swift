import RouterEOSIO
import SchemeRouter

/// What a text must not be that is signed (Documentation/protocols/mykey.md §5.2).
enum MessageRules {
    /// The longest text that is signed, in bytes.
    static let maxLength = 16 << 10

    /// What the person should know of a text. Throws for one that is a transaction: its signature would be one of that.
    static func warnings(about message: String, in members: Members) throws(RequestError) -> [LinkWarning] {
        let bytes = Array(message.utf8)
        guard TransactionPreimage(bytes: bytes) == nil else {
            throw members.wrong("message", "The text to sign is a transaction.")
        }
        var warnings: [LinkWarning] = []
        if message.unicodeScalars.contains(where: { !$0.isSeenAsItIs && $0 != "\n" }) {
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

    /// Ten digits, then the name of an account, and something behind it: how a login begins. Names have one character to
    /// thirteen, and nothing stands between the parts, so that the first one of a name is all that can be asked for.
    private static func looksLikeLogin(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 11, bytes[..<10].allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        return (0x61...0x7A).contains(bytes[10]) || (0x31...0x35).contains(bytes[10]) || bytes[10] == UInt8(ascii: ".")
    }
}
