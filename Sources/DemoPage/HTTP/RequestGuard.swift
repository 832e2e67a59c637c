/// Accepts requests of our own page, and none that another site makes a browser send.
///
/// A site can point one of its names at 127.0.0.1 (DNS rebinding): its requests then have that name as `Host`. A site
/// can also send requests without reading the responses: they have its `Origin`, and it does not know the path.
struct RequestGuard {
    /// `127.0.0.1:4711`
    let authority: String
    /// The unguessable part of every path.
    let token: String

    /// The page's own origin (RFC 6454).
    var origin: String { "http://\(authority)" }

    /// The path after its unguessable part. Throws the status of the response.
    func path(of request: HTTPRequest) throws(HTTPStatus) -> String {
        guard request.host == authority else { throw .misdirected }
        guard request.method == "GET" || request.method == "POST" else { throw .methodNotAllowed }
        if let from = request.origin {
            guard from == origin else { throw .forbidden }
        } else if request.method == "POST" {
            // Every browser sends the origin of a POST; a request without one is not from our page.
            throw .forbidden
        }
        let prefix = "/\(token)/"
        guard request.target.hasPrefix(prefix) else { throw .notFound }
        return String(request.target.dropFirst(prefix.count))
    }
}
