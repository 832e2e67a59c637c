import Testing

@testable import RouterDemoPage

/// The head of a request is read in one way only, or refused.
@Suite struct HTTPRequestTests {
    static let host = "Host: 127.0.0.1:8000"

    static func read(_ lines: String...) throws(HTTPStatus) -> HTTPRequest {
        try HTTPRequest(Array(lines.joined(separator: "\r\n").utf8))
    }

    @Test func aPlainRequestIsRead() throws {
        let request = try Self.read(
            "POST /x/open/y HTTP/1.1", Self.host, "Origin: http://127.0.0.1:8000", "Accept: */*")
        #expect(request.method == "POST" && request.target == "/x/open/y")
        #expect(request.host == "127.0.0.1:8000" && request.origin == "http://127.0.0.1:8000")
    }

    @Test(
        "what could be read in two ways is refused",
        arguments: [
            ["GET /"], ["GET / HTTP/1.0", host], ["GET  / HTTP/1.1", host], ["GET http://x/ HTTP/1.1", host],
            ["G(T / HTTP/1.1", host], ["GET / HTTP/1.1"], ["GET / HTTP/1.1", host, host],
            ["GET / HTTP/1.1", host, " folded: x"], ["GET / HTTP/1.1", host, "Name : x"],
            ["GET / HTTP/1.1", host, "bare\nHost: y"],
            ["GET / HTTP/1.1", host, "no colon"], ["GET / HTTP/1.1", host, "X: \u{1}"],
            ["GET / HTTP/1.1", host, "X: é"], [""],
            ["GET / HTTP/1.1", host, "Origin: a", "Origin: b"],
        ])
    func ambiguous(_ lines: [String]) {
        #expect(throws: HTTPStatus.badRequest) { try HTTPRequest(Array(lines.joined(separator: "\r\n").utf8)) }
    }

    @Test("no body is taken, and not too many fields")
    func limits() {
        #expect(throws: HTTPStatus.contentTooLarge) { try Self.read("POST / HTTP/1.1", Self.host, "Content-Length: 1") }
        #expect(throws: HTTPStatus.contentTooLarge) {
            try Self.read("POST / HTTP/1.1", Self.host, "Transfer-Encoding: chunked")
        }
        let many = (0...HTTPRequest.maxFields).map { "X\($0): 1" }
        #expect(throws: HTTPStatus.fieldsTooLarge) {
            try HTTPRequest(Array((["GET / HTTP/1.1", Self.host] + many).joined(separator: "\r\n").utf8))
        }
    }

    @Test("another host, another site and another path are turned away")
    func guarding() throws {
        let guarded = RequestGuard(authority: "127.0.0.1:8000", token: "secret")
        #expect(try guarded.path(of: Self.read("GET /secret/state HTTP/1.1", Self.host)) == "state")
        #expect(throws: HTTPStatus.misdirected) {
            try guarded.path(of: Self.read("GET /secret/ HTTP/1.1", "Host: evil.example:8000"))
        }
        #expect(throws: HTTPStatus.forbidden) {
            try guarded.path(of: Self.read("GET /secret/ HTTP/1.1", Self.host, "Origin: http://evil.example"))
        }
        #expect(throws: HTTPStatus.notFound) { try guarded.path(of: Self.read("GET /guess/ HTTP/1.1", Self.host)) }
    }
}
