import CCurl
import CourierMessages

/// How libcurl sends: nothing on its own initiative, nothing unproved, nothing from the environment.
enum TransferOptions {
    /// Sets all that does not depend on the URL.
    static func set(
        _ handle: UnsafeMutableRawPointer, _ request: CourierRequest, _ configuration: CheckedConfiguration,
        lines: UnsafeMutablePointer<curl_slist>?
    ) throws(CourierFailure) {
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1),
            // Without it, whoever cancels waits for the name server.
            (CURLOPT_QUICK_EXIT, 1),
            (CURLOPT_FOLLOWLOCATION, 0),
            (CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
            (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
            (CURLOPT_HTTP09_ALLOWED, 0),
            (CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue)),
            (CURLOPT_SSL_VERIFYPEER, 1),
            (CURLOPT_SSL_VERIFYHOST, 2),
            (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            (CURLOPT_PROXY_SSL_VERIFYPEER, 1),
            (CURLOPT_PROXY_SSL_VERIFYHOST, 2),
            (CURLOPT_PROXY_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            (CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE)),
            (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
            // On a connection used again libcurl repeats what got no answer, and the server may have seen both.
            (CURLOPT_FRESH_CONNECT, request.isRepeatable ? 0 : 1),
        ]
        for (option, value) in numbers { try check(curl_set_number(handle, option, CLong(value))) }
        try check(curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https"))
        try check(curl_set_pointer(handle, CURLOPT_HTTPHEADER, lines))
        try check(curl_set_size(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(max(request.answerLimit, 1))))
        try setProxy(handle, configuration.proxy)
        if let authorities = configuration.authorities {
            try check(curl_set_text(handle, CURLOPT_CAINFO, authorities))
            try check(curl_set_text(handle, CURLOPT_CAPATH, nil))
        }
        if request.method == .post { try setBody(handle, request.body) }
    }

    /// An empty text means no proxy; without any, libcurl would ask the environment.
    private static func setProxy(_ handle: UnsafeMutableRawPointer, _ proxy: RequestURL?) throws(CourierFailure) {
        try check(curl_set_text(handle, CURLOPT_NOPROXY, ""))
        try check(curl_set_text(handle, CURLOPT_PROXY, proxy?.text ?? ""))
    }

    private static func setBody(_ handle: UnsafeMutableRawPointer, _ body: [UInt8]) throws(CourierFailure) {
        try check(curl_set_number(handle, CURLOPT_POST, 1))
        try check(curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
        let bytes = body.isEmpty ? [0] : body
        let result = bytes.withUnsafeBytes { bytes in
            curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        }
        try check(result)
    }

    /// An option that libcurl does not take would be a promise not kept.
    private static func check(_ result: CURLcode) throws(CourierFailure) {
        guard result == CURLE_OK else {
            throw CourierFailure(
                .internalError, "libcurl refuses an option: \(String(cString: curl_easy_strerror(result))).", sent: .no)
        }
    }
}
