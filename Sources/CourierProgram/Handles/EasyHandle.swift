import RouterCCurl
import RouterConnections

/// An easy handle of libcurl: one request, or one connection.
///
/// libcurl copies texts and the body. Whatever it keeps pointers to – the list of header lines, the targets of
/// callbacks – lives as long as this object or is owned by it.
@safe final class EasyHandle {
    /// For ``MultiHandle`` and the neighbouring files.
    let pointer: UnsafeMutableRawPointer
    private var lines: UnsafeMutablePointer<curl_slist>?

    /// Nil if out of memory.
    init?() {
        guard let pointer = unsafe curl_easy_init() else { return nil }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe curl_slist_free_all(lines)
    }

    func set(_ option: CURLoption, _ number: Int) -> CURLcode {
        unsafe curl_set_number(pointer, option, CLong(number))
    }

    func set(_ option: CURLoption, size: Int64) -> CURLcode {
        unsafe curl_set_size(pointer, option, curl_off_t(size))
    }

    func set(_ option: CURLoption, text: String?) -> CURLcode { unsafe curl_set_text(pointer, option, text) }

    /// Sets a zero-terminated text, in memory that the caller wipes.
    func set(_ option: CURLoption, secret: [CChar]) -> CURLcode {
        precondition(secret.contains(0), "a text without an end")
        return unsafe curl_set_text(pointer, option, secret)
    }

    /// Sets the URL. It must live until another one is set.
    func set(_ url: RequestURL) -> CURLcode {
        unsafe curl_set_pointer(pointer, CURLOPT_CURLU, UnsafeMutableRawPointer(url.handle))
    }

    /// Sets the header lines, once.
    func setHeader(_ texts: [String]) -> CURLcode {
        for text in texts { unsafe lines = curl_slist_append(lines, text) ?? lines }
        return unsafe curl_set_pointer(pointer, CURLOPT_HTTPHEADER, lines)
    }

    func setBody(_ body: [UInt8]) -> CURLcode {
        // An empty array has no address, and null would mean that a callback provides the body.
        var bytes = body.isEmpty ? [0] : body
        return unsafe curl_set_pointer(pointer, CURLOPT_COPYPOSTFIELDS, &bytes)
    }

    func number(_ info: CURLINFO) -> Int {
        var number: CLong = 0
        _ = unsafe curl_get_number(pointer, info, &number)
        return number
    }

    /// A copy of a text; nil if there is none.
    func text(_ info: CURLINFO) -> String? {
        var text: UnsafePointer<CChar>?
        guard unsafe curl_get_text(pointer, info, &text) == CURLE_OK else { return nil }
        return unsafe text.map { unsafe String(cString: $0) }
    }

    /// The socket of a lasting connection; nil if it has ended.
    var socket: curl_socket_t? {
        var socket = curl_no_socket
        let isThere = unsafe curl_get_socket(pointer, &socket) == CURLE_OK
        return isThere && socket != curl_no_socket ? socket : nil
    }

    /// Copies of the fields of the server's own certificate.
    var certificateFields: [String] {
        var info: UnsafeMutablePointer<curl_certinfo>?
        guard unsafe curl_get_certificates(pointer, &info) == CURLE_OK, let info = unsafe info,
            unsafe info.pointee.num_of_certs > 0
        else { return [] }
        // The first is the server's own; the others are its chain. The lists end with null.
        var fields: [String] = []
        var field = unsafe info.pointee.certinfo[0]
        while let current = unsafe field {
            unsafe fields.append(String(cString: current.pointee.data))
            unsafe field = current.pointee.next
        }
        return fields
    }

    /// Sends as much as the system accepts now, over a lasting connection.
    func send(_ bytes: UnsafeRawBufferPointer) -> (result: CURLcode, count: Int) {
        var count = 0
        let result = unsafe curl_easy_send(pointer, bytes.baseAddress, bytes.count, &count)
        return (result, count)
    }

    /// Receives available data of a lasting connection, at most as many bytes as the array has.
    func receive(into bytes: inout [UInt8]) -> (result: CURLcode, count: Int) {
        var count = 0
        let result = unsafe curl_easy_recv(pointer, &bytes, bytes.count, &count)
        return (result, count)
    }
}

extension CURLcode {
    /// libcurl's error text, which is a constant of the library, without the full stop that some have.
    var reason: String {
        let words = unsafe String(cString: curl_easy_strerror(self))
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }
}

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

/// A multi handle of libcurl, which drives easy handles that are added to it.
@safe final class MultiHandle {
    private let pointer: UnsafeMutableRawPointer

    /// Nil if out of memory.
    init?() {
        guard let pointer = unsafe curl_multi_init() else { return nil }
        unsafe self.pointer = pointer
    }

    /// All easy handles must have been removed.
    deinit {
        unsafe curl_multi_cleanup(pointer)
    }

    func set(_ option: CURLMoption, _ number: Int) {
        _ = unsafe curl_multi_set_number(pointer, option, CLong(number))
    }

    /// Returns whether it was added. It must be removed before the handle is destroyed.
    func add(_ handle: EasyHandle) -> Bool { unsafe curl_multi_add_handle(pointer, handle.pointer) == CURLM_OK }

    func remove(_ handle: EasyHandle) {
        _ = unsafe curl_multi_remove_handle(pointer, handle.pointer)
    }

    /// Makes progress without waiting.
    func perform() {
        var count: Int32 = 0
        _ = unsafe curl_multi_perform(pointer, &count)
    }

    /// The next of `handles` that is done, and its result; nil if none is.
    func nextDone(among handles: [EasyHandle]) -> (index: Int, result: CURLcode)? {
        var count: Int32 = 0
        // A message stays valid until the next call to the handle.
        while let message = unsafe curl_multi_info_read(pointer, &count) {
            guard unsafe message.pointee.msg == CURLMSG_DONE,
                let index = handles.firstIndex(where: { unsafe $0.pointer == message.pointee.easy_handle })
            else { continue }
            return (index, unsafe curl_message_result(message))
        }
        return nil
    }

    /// The streams it waits for, at most 16, and how many milliseconds; negative if there is no timeout.
    func waits() -> (streams: ArraySlice<curl_waitfd>, milliseconds: Int) {
        var memory = [curl_waitfd](repeating: curl_waitfd(), count: 16)
        let count = Int(unsafe curl_multi_waits(pointer, &memory, Int32(memory.count)))
        var milliseconds: CLong = -1
        _ = unsafe curl_multi_timeout(pointer, &milliseconds)
        return (memory[..<count], milliseconds)
    }

    /// Waits until a handle or a stream is ready, or until the time is over.
    func wait(for streams: inout [curl_waitfd], milliseconds: Int) {
        _ = unsafe curl_multi_poll(pointer, &streams, UInt32(streams.count), Int32(clamping: milliseconds), nil)
    }
}
