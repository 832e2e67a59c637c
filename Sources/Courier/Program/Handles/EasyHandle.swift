import RouterCCurl

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
