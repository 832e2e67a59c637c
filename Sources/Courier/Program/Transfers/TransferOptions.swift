import RouterCCurl
import RouterConnections

/// How libcurl sends one request.
enum TransferOptions {
    /// Sets all options that do not depend on the URL.
    static func set(
        _ handle: EasyHandle, _ request: NetworkRequest, _ configuration: CheckedConfiguration, lines: [String]
    ) throws(NetworkError) {
        try HandleOptions.set(handle, configuration)
        try HandleOptions.set(
            handle,
            [
                (CURLOPT_HTTP09_ALLOWED, 0),
                (CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE)),
                // On a reused connection, libcurl repeats a request without an answer, and the server may have seen
                // both.
                (CURLOPT_FRESH_CONNECT, request.isRepeatable ? 0 : 1),
            ])
        try HandleOptions.check(handle.setHeader(lines))
        try HandleOptions.check(handle.set(CURLOPT_MAXFILESIZE_LARGE, size: Int64(max(request.answerLimit, 1))))
        guard request.method == .post else { return }
        try HandleOptions.check(handle.set(CURLOPT_POST, 1))
        try HandleOptions.check(handle.set(CURLOPT_POSTFIELDSIZE_LARGE, size: Int64(request.body.count)))
        try HandleOptions.check(handle.setBody(request.body))
    }
}
