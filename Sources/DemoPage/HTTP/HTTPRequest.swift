/// The head of one HTTP/1.1 request (RFC 9112), read as strictly as a page that serves one browser can afford.
///
/// Servers are attacked with requests that two readers understand differently, so everything ambiguous is refused: bare
/// line feeds, folded lines, spaces around names, a second `Host`, and any body.
struct HTTPRequest: Equatable {
    /// The longest head, in bytes.
    static let maxLength = 8_192
    static let maxFields = 64

    /// `GET`, `POST` or whatever was sent.
    let method: String
    /// The path as sent. Nothing is decoded: the page's own paths need no encoding.
    let target: String
    /// The host and port that the request names.
    let host: String
    /// The site that caused the request, if the browser names it (RFC 6454).
    let origin: String?

    /// Reads the head up to its empty line. Throws the status of the response.
    init(_ head: some Collection<UInt8>) throws(HTTPStatus) {
        guard head.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0D || $0 == 0x0A || $0 == 0x09 }) else {
            throw .badRequest
        }
        var lines = try Self.lines(head)[...]
        let parts = (lines.popFirst() ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2] == "HTTP/1.1", Self.isToken(parts[0]), parts[1].hasPrefix("/") else {
            throw .badRequest
        }
        guard lines.count <= Self.maxFields else { throw .fieldsTooLarge }
        var fields: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), Self.isToken(line[..<colon]) else { throw .badRequest }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            let name = line[..<colon].lowercased()
            if fields.updateValue(String(value), forKey: name) != nil, Self.single.contains(name) { throw .badRequest }
        }
        guard let host = fields["host"] else { throw .badRequest }
        guard fields["transfer-encoding"] == nil, (fields["content-length"] ?? "0") == "0" else {
            throw .contentTooLarge
        }
        method = String(parts[0])
        target = String(parts[1])
        self.host = host
        origin = fields["origin"]
    }

    /// Fields that matter here and must not appear twice.
    private static let single: Set<String> = ["host", "origin", "content-length", "transfer-encoding"]

    private static func lines(_ head: some Collection<UInt8>) throws(HTTPStatus) -> [Substring] {
        let text = String(decoding: head, as: UTF8.self)
        var lines: [Substring] = []
        // CR LF is one Character, so a bare CR or LF is recognised.
        for line in text.split(separator: "\r\n", omittingEmptySubsequences: false) {
            guard !line.contains(where: { $0 == "\r" || $0 == "\n" }) else { throw .badRequest }
            lines.append(line)
        }
        return lines
    }

    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.count <= 64
            && text.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F
            }
    }
}
