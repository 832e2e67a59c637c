import CCurl
import CourierMessages

/// How libcurl sends one request.
enum TransferOptions {
    /// Sets all that does not depend on the URL.
    static func set(
        _ handle: UnsafeMutableRawPointer, _ request: CourierRequest, _ configuration: CheckedConfiguration,
        lines: UnsafeMutablePointer<curl_slist>?
    ) throws(CourierFailure) {
        try HandleOptions.set(handle, configuration)
        try HandleOptions.set(
            handle,
            [
                (CURLOPT_HTTP09_ALLOWED, 0),
                (CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE)),
                // On a connection used again libcurl repeats what got no answer, and the server may have seen both.
                (CURLOPT_FRESH_CONNECT, request.isRepeatable ? 0 : 1),
            ])
        try HandleOptions.check(curl_set_pointer(handle, CURLOPT_HTTPHEADER, lines))
        try HandleOptions.check(
            curl_set_size(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(max(request.answerLimit, 1))))
        if request.method == .post { try setBody(handle, request.body) }
    }

    private static func setBody(_ handle: UnsafeMutableRawPointer, _ body: [UInt8]) throws(CourierFailure) {
        try HandleOptions.check(curl_set_number(handle, CURLOPT_POST, 1))
        try HandleOptions.check(curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
        let bytes = body.isEmpty ? [0] : body
        let result = bytes.withUnsafeBytes { bytes in
            curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        }
        try HandleOptions.check(result)
    }
}
