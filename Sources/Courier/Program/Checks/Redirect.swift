import RouterConnections
import RouterLinux

/// Where a server may redirect a request: to the same host, and never from https to http.
enum Redirect {
    /// The most redirects in a row.
    static let maxCount = 4

    /// The URL to follow.
    /// - Parameters:
    ///   - target: the absolute URL of the redirect.
    ///   - origin: the requested URL.
    /// - Throws: ``RouterConnections/NetworkError/Code/redirectRefused``, with the target.
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

    /// A request with a user name and password goes only where the person said.
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
