/// Lets through what our own page asks, and nothing that another site makes a browser ask.
///
/// A site can point a name of its own at 127.0.0.1 (DNS rebinding): its requests then carry that name as `Host`. It can
/// send requests here without reading the answers: they carry its `Origin`, and it does not know the path.
struct RequestGuard {
    /// `127.0.0.1:4711`
    let authority: String
    /// The unguessable part of every path.
    let token: String

    /// The page's own origin (RFC 6454).
    var origin: String { "http://\(authority)" }

    /// What follows the unguessable part of the path. Throws the status that the answer must have.
    func path(of request: HTTPRequest) throws(HTTPStatus) -> String {
        guard request.host == authority else { throw .misdirected }
        guard request.method == "GET" || request.method == "POST" else { throw .methodNotAllowed }
        if let from = request.origin {
            guard from == origin else { throw .forbidden }
        } else if request.method == "POST" {
            // Every browser names the origin of a POST; whatever does not is not our page.
            throw .forbidden
        }
        let prefix = "/\(token)/"
        guard request.target.hasPrefix(prefix) else { throw .notFound }
        return String(request.target.dropFirst(prefix.count))
    }
}
