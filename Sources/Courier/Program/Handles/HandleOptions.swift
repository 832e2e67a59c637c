import RouterCCurl
import RouterConnections

/// How libcurl connects, for requests and lasting connections: nothing on its own initiative, nothing unverified,
/// nothing from the environment.
enum HandleOptions {
    /// The password for our user name at a SOCKS proxy. Tor requires one and ignores it.
    private static let proxyPassword = "0"

    /// Sets the options common to all handles.
    static func set(_ handle: EasyHandle, _ configuration: CheckedConfiguration) throws(NetworkError) {
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1),
            // Without this, cancelling waits for the name server.
            (CURLOPT_QUICK_EXIT, 1),
            (CURLOPT_FOLLOWLOCATION, 0),
            (CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
            (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
            (CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue)),
            (CURLOPT_SSL_VERIFYPEER, 1),
            (CURLOPT_SSL_VERIFYHOST, 2),
            (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            (CURLOPT_PROXY_SSL_VERIFYPEER, 1),
            (CURLOPT_PROXY_SSL_VERIFYHOST, 2),
            (CURLOPT_PROXY_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
            // GSSAPI, which a SOCKS proxy could choose, blocks the whole loop.
            (CURLOPT_SOCKS5_AUTH, curl_auth_basic),
        ]
        try set(handle, numbers)
        try check(handle.set(CURLOPT_PROTOCOLS_STR, text: "http,https"))
        if let authorities = configuration.authorities {
            try check(handle.set(CURLOPT_CAINFO, text: authorities))
            try check(handle.set(CURLOPT_CAPATH, text: nil))
        }
    }

    static func set(_ handle: EasyHandle, _ numbers: [(CURLoption, Int)]) throws(NetworkError) {
        for (option, value) in numbers { try check(handle.set(option, value)) }
    }

    /// Sets the route to `url`: its socket if it has one, else the proxy if there is one, else direct.
    ///
    /// An empty text means no proxy; without a value, libcurl would read the environment. Given both, it would look for
    /// the proxy at the socket.
    static func setRoute(
        _ handle: EasyHandle, to url: RequestURL, _ configuration: CheckedConfiguration
    ) throws(NetworkError) {
        let socket = configuration.socket(of: url)
        let proxy = configuration.proxy(to: url)
        try check(handle.set(CURLOPT_UNIX_SOCKET_PATH, text: socket))
        try check(handle.set(CURLOPT_NOPROXY, text: ""))
        try check(handle.set(CURLOPT_PROXY, text: proxy?.text ?? ""))
        if let user = configuration.proxyUser {
            try check(handle.set(CURLOPT_PROXYUSERNAME, text: user))
            try check(handle.set(CURLOPT_PROXYPASSWORD, text: proxyPassword))
        }
    }

    /// An option that libcurl rejects would be a broken promise.
    static func check(_ result: CURLcode) throws(NetworkError) {
        guard result == CURLE_OK else {
            throw .unsent(
                .internalError, "libcurl rejected an option: \(result.reason).")
        }
    }
}
