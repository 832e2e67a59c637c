import RouterConnections
import RouterLinux

/// Where a server may send a request: to the same host, and not to less safety.
enum Redirect {
    /// The most in a row.
    static let maxCount = 4

    /// The URL to go to.
    /// - Parameters:
    ///   - target: the absolute URL that the server named.
    ///   - origin: the URL that was asked.
    /// - Throws: ``RouterConnections/NetworkError/Code/redirectRefused``, saying where it wanted to go.
    static func follow(
        _ target: String, from origin: RequestURL, method: NetworkRequest.Method, count: Int
    ) throws(NetworkError) -> RequestURL {
        guard method == .get else { throw refused(origin, target, "Only GET requests follow redirects.") }
        guard count < maxCount else { throw refused(origin, target, "That is one redirect too many.") }
        let url = try rethrowing(try RequestURL(target)) { (error: NetworkError) in
            refused(origin, target, error.message)
        }
        guard url.host == origin.host else { throw refused(origin, target, "That is a different host.") }
        let isUpgrade = origin.scheme == "http" && url.scheme == "https" && origin.port == 80 && url.port == 443
        guard isUpgrade || url.hasOrigin(of: origin) else {
            throw refused(origin, target, "That is a different port or is not encrypted.")
        }
        return url
    }

    /// What carries a name and password goes where the person said, and nowhere else.
    static func refusedWithPassword(_ origin: RequestURL) -> NetworkError {
        NetworkError(
            .redirectRefused, "\(origin.host) redirects. The password is not sent there.", mayHaveArrived: true)
    }

    private static func refused(_ origin: RequestURL, _ target: String, _ reason: String) -> NetworkError {
        NetworkError(
            .redirectRefused, "\(origin.host) redirects to “\(target.visibleASCII)”. \(reason)",
            mayHaveArrived: true)
    }
}
