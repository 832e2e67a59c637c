import RouterBytes
import RouterConnections

/// The allowed header fields of a request: they cannot split into two, and do not change how it is sent.
enum RequestHeaders {
    /// The most fields, and the most bytes of one.
    static let maxCount = 32
    static let maxLength = 4_096

    /// Fields that the courier or libcurl writes, and those with secrets, which come from files only.
    private static let reserved = [
        "authorization", "connection", "content-length", "cookie", "expect", "host", "keep-alive", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    /// The header lines for libcurl.
    static func lines(_ headers: [NetworkHeader], hasBody: Bool) throws(NetworkError) -> [String] {
        guard headers.count <= maxCount else {
            throw .unsent(.badRequest, "There are more than \(maxCount) header fields.")
        }
        // A field without a value removes libcurl's own.
        var lines = ["Expect:"]
        if hasBody, !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            lines.append("Content-Type:")
        }
        for header in headers {
            let name = header.name.lowercased()
            guard !name.isEmpty, name.utf8.allSatisfy(\.isToken) else {
                throw .unsent(.badRequest, "A header field has an invalid name.")
            }
            guard !reserved.contains(name), !name.hasPrefix("proxy-") else {
                throw .unsent(.badRequest, "The client cannot set the header field \(name).")
            }
            let value = header.value.utf8
            guard !value.isEmpty, value.allSatisfy({ (0x20...0x7E).contains($0) }), value.first != 0x20,
                name.utf8.count + value.count <= maxLength
            else { throw .unsent(.badRequest, "The header field \(name) has an invalid value.") }
            lines.append("\(header.name): \(header.value)")
        }
        return lines
    }
}

extension UInt8 {
    /// A character of names (RFC 9110, 5.6.2).
    fileprivate var isToken: Bool { isASCIILetter || isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}
