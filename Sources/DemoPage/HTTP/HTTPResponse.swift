/// A response, after which the connection is closed.
struct HTTPResponse {
    let status: HTTPStatus
    let type: String
    let body: [UInt8]

    init(_ status: HTTPStatus, type: String, _ body: [UInt8]) {
        self.status = status
        self.type = type
        self.body = body
    }

    /// A response with only the text of its status.
    init(_ status: HTTPStatus) {
        self.init(status, type: "text/plain; charset=utf-8", Array("\(status.rawValue) \(status.reason)\n".utf8))
    }

    /// The bytes to send.
    ///
    /// The page may not load from or send to other sites, be framed, be cached, or be read by another site: CORS
    /// headers are left out on purpose.
    var bytes: [UInt8] {
        var head = "HTTP/1.1 \(status.rawValue) \(status.reason)\r\n"
        for (name, value) in Self.fields { head += "\(name): \(value)\r\n" }
        if status == .methodNotAllowed { head += "Allow: GET, POST\r\n" }
        head += "Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n"
        return Array(head.utf8) + body
    }

    private static let fields = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; "
                + "form-action 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
        ("Connection", "close"),
    ]
}
