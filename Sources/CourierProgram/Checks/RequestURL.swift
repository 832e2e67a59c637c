import RouterBytes
import RouterCCurl
import RouterConnections
import RouterLinux

/// A checked URL, parsed once, as libcurl will use it.
@safe final class RequestURL {
    /// The longest URL, in bytes.
    static let maxLength = 8_192
    /// The longest host, in bytes (RFC 1035, 3.1). libcurl resolves longer ones itself, even with a SOCKS proxy.
    private static let maxHost = 253

    /// libcurl's parsed URL. Valid as long as this object, which frees it.
    let handle: OpaquePointer
    /// `http` or `https`; `socks5h` is possible for a proxy.
    let scheme: String
    /// In lower case, without brackets or a trailing dot.
    let host: String
    let port: Int

    /// Reads an absolute URL.
    /// - Throws: ``RouterConnections/NetworkError/Code/badRequest``.
    init(_ text: String, schemes: [String] = ["http", "https"]) throws(NetworkError) {
        guard text.utf8.count <= Self.maxLength, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C })
        else {
            throw .unsent(.badRequest, "A URL has at most \(Self.maxLength) visible ASCII characters and no \\.")
        }
        // libcurl decodes the host, and afterwards does not notice that the result is a number or another address.
        let authority = text.utf8.drop { $0 != UInt8(ascii: ":") }.drop { ":/".utf8.contains($0) }
        guard !authority.prefix(while: { !"/?#".utf8.contains($0) }).contains(UInt8(ascii: "%")) else {
            throw .unsent(.badRequest, "The URL's host or port is percent-encoded.")
        }
        guard let handle = unsafe curl_url() else {
            throw .unsent(.internalError, "Out of memory.")
        }
        unsafe self.handle = handle
        let flags = UInt32(CURLU_DISALLOW_USER | CURLU_NON_SUPPORT_SCHEME)
        let result = unsafe curl_url_set(handle, CURLUPART_URL, text, flags)
        scheme = unsafe Self.part(CURLUPART_SCHEME, of: handle) ?? ""
        var host = unsafe Self.part(CURLUPART_HOST, of: handle)?.lowercased() ?? ""
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        if host.hasSuffix(".") { host.removeLast() }
        self.host = host
        port = unsafe Self.part(CURLUPART_PORT, of: handle, UInt32(CURLU_DEFAULT_PORT)).flatMap { Int($0) } ?? 0
        guard result == CURLUE_OK else {
            throw .unsent(.badRequest, "The URL is malformed: \(unsafe String(cString: curl_url_strerror(result))).")
        }
        guard schemes.contains(scheme) else {
            throw .unsent(.badRequest, "The URL's scheme is not \(schemes.joined(separator: " or ")).")
        }
        guard host.utf8.count <= Self.maxHost else { throw .unsent(.badRequest, "The URL's host is too long.") }
        guard !host.isEmpty, (1...65_535).contains(port) else {
            throw .unsent(.badRequest, "The URL has no host or no port.")
        }
        // A proxy may drop more dots than one, and then read `localhost..` as this computer.
        guard host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty }) else {
            throw .unsent(.badRequest, "The URL's host has an empty label.")
        }
        // libcurl takes `127.1.` and `0x7f000001.` for names. A proxy may read them as 127.0.0.1 (S7; WHATWG URL, "ends
        // in a number").
        let last = host.split(separator: ".").last ?? ""
        let isNumber = last.hasPrefix("0x") || last.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard IPAddress(host) != nil || !isNumber else {
            throw .unsent(.badRequest, "The URL's host ends in a number and is not an address.")
        }
        let unwanted = [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_FRAGMENT, CURLUPART_ZONEID]
        guard unwanted.allSatisfy({ unsafe Self.part($0, of: handle) == nil }) else {
            throw .unsent(.badRequest, "The URL has a user, password, zone or fragment.")
        }
    }

    deinit {
        unsafe curl_url_cleanup(handle)
    }

    /// Whether scheme, host and port are the same.
    func hasOrigin(of other: RequestURL) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    var text: String { unsafe Self.part(CURLUPART_URL, of: handle) ?? "" }

    /// Whether it has only scheme, host and port.
    var isOrigin: Bool {
        unsafe Self.part(CURLUPART_PATH, of: handle) ?? "/" == "/" && Self.part(CURLUPART_QUERY, of: handle) == nil
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer, _ flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text = unsafe text else { return nil }
        defer { unsafe curl_free(text) }
        return unsafe String(validatingCString: text)
    }
}

/// The allowed header fields of a request: they cannot split into two, and do not change how it is sent.
enum RequestHeaders {
    /// The most fields, and the most bytes of one.
    static let maxCount = 32
    static let maxLength = 4_096

    /// Fields that the courier or libcurl writes, and those with secrets, which come from files only.
    private static let reserved = [
        "authorization", "connection", "content-length", "cookie", "expect", "host", "keep-alive", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    /// The header lines for libcurl.
    static func lines(_ headers: [NetworkHeader], hasBody: Bool) throws(NetworkError) -> [String] {
        guard headers.count <= maxCount else {
            throw .unsent(.badRequest, "There are more than \(maxCount) header fields.")
        }
        // A field without a value removes libcurl's own.
        var lines = ["Expect:"]
        if hasBody, !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            lines.append("Content-Type:")
        }
        for header in headers {
            let name = header.name.lowercased()
            guard !name.isEmpty, name.utf8.allSatisfy(\.isToken) else {
                throw .unsent(.badRequest, "A header field has an invalid name.")
            }
            guard !reserved.contains(name), !name.hasPrefix("proxy-") else {
                throw .unsent(.badRequest, "The client cannot set the header field \(name).")
            }
            let value = header.value.utf8
            guard !value.isEmpty, value.allSatisfy({ (0x20...0x7E).contains($0) }), value.first != 0x20,
                name.utf8.count + value.count <= maxLength
            else { throw .unsent(.badRequest, "The header field \(name) has an invalid value.") }
            lines.append("\(header.name): \(header.value)")
        }
        return lines
    }
}

extension UInt8 {
    /// A character of names (RFC 9110, 5.6.2).
    fileprivate var isToken: Bool { isASCIILetter || isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}

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

extension String {
    /// Foreign text for a message: visible ASCII, at most 300 characters.
    var visibleASCII: String {
        String(decoding: utf8.prefix(300).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}
