import RouterCCurl
import RouterConnections

/// How libcurl makes a lasting connection, over which it sends nothing itself.
enum ConnectionOptions {
    static func set(
        _ handle: EasyHandle, _ server: LineServer, _ url: RequestURL, timeout: Int64,
        _ configuration: CheckedConfiguration
    ) throws(NetworkError) {
        try HandleOptions.set(handle, configuration)
        try HandleOptions.setRoute(handle, to: url, configuration)
        try HandleOptions.set(
            handle,
            [
                (CURLOPT_CONNECT_ONLY, 1),
                // Without this, an HTTP proxy itself would receive the lines.
                (CURLOPT_HTTPPROXYTUNNEL, 1),
                (CURLOPT_CONNECTTIMEOUT_MS, Int(timeout)),
                // This is not HTTP, which libcurl would otherwise announce.
                (CURLOPT_SSL_ENABLE_ALPN, 0),
                // A resumed TLS session could skip the certificate.
                (CURLOPT_SSL_SESSIONID_CACHE, 0),
                (CURLOPT_CERTINFO, 1),
                // Detects a dead peer within minutes, even if nothing is sent.
                (CURLOPT_TCP_KEEPALIVE, 1),
            ])
        switch server.certificate {
        case nil, .authority: break
        case .pinned, .any:
            try HandleOptions.set(handle, [(CURLOPT_SSL_VERIFYPEER, 0), (CURLOPT_SSL_VERIFYHOST, 0)])
        }
        try HandleOptions.check(handle.set(url))
    }
}
