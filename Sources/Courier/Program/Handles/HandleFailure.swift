import RouterCCurl
import RouterConnections

/// Translates libcurl's errors for the client.
enum HandleFailure {
    static func of(
        _ result: CURLcode, host: String, proxy: String?, mayHaveArrived: Bool
    ) -> NetworkError {
        let reason = result.reason
        let code = code(of: result, throughProxy: proxy != nil, mayHaveArrived: mayHaveArrived)
        let message =
            switch code {
            case .timedOut: "\(host) did not answer in time."
            case .tooLarge: "The answer from \(host) is too large."
            case .resolveFailed: "The host name \(host) cannot be resolved."
            case .connectFailed: "Cannot connect to \(host)."
            case .proxyFailed: "The proxy \(proxy ?? "") cannot connect to \(host): \(reason)."
            case .tlsFailed: "\(host) did not prove its identity or does not support secure TLS: \(reason)."
            case .brokenAnswer: "The answer from \(host) is malformed: \(reason)."
            default: "The request to \(host) failed: \(reason)."
            }
        return NetworkError(code, message, mayHaveArrived: mayHaveArrived)
    }

    private static func code(
        of result: CURLcode, throughProxy: Bool, mayHaveArrived: Bool
    ) -> NetworkError.Code {
        switch result {
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_FILESIZE_EXCEEDED: .tooLarge
        // libcurl's error for a header line without an end.
        case CURLE_OUT_OF_MEMORY where mayHaveArrived: .tooLarge
        case CURLE_COULDNT_RESOLVE_HOST: .resolveFailed
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxyFailed
        case CURLE_COULDNT_CONNECT: throughProxy ? .proxyFailed : .connectFailed
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
            .tlsFailed
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_WEIRD_SERVER_REPLY,
            CURLE_UNSUPPORTED_PROTOCOL:
            // Before the request was sent, it can only have been the proxy or the route to it.
            mayHaveArrived ? .brokenAnswer : throughProxy ? .proxyFailed : .connectFailed
        default: .internalError
        }
    }
}
