import Glibc
import RouterCCurl
import RouterConnections
import RouterCourierMessages

/// One request in progress: its libcurl handle and its result so far.
final class Transfer {
    /// The most bytes of all header fields of an answer.
    private static let maxHeaders = 64 * 1_024

    let id: Int64
    private let request: NetworkRequest
    let handle: EasyHandle
    private let configuration: CheckedConfiguration
    private let address: AddressCheck
    private let end: ContinuousClock.Instant
    private var url: RequestURL
    private var redirects = 0
    /// Whether the current request carries the user name and password of its origin.
    private var hasCredentials = false
    /// Whether the server must ask for a login (RFC 7616) and has not done so yet.
    private var awaitsChallenge = false

    private var headers: [NetworkHeader] = []
    private var headerLength = 0
    /// Whether the header of the last answer is complete.
    private var isHeaderWhole = false
    private var body: [UInt8] = []
    /// Why a callback aborted the transfer; libcurl itself only reports an error of its own.
    private var refusal: NetworkError.Code?
    /// Whether the server may have received the request.
    private var mayHaveArrived = false

    /// Checks and prepares a request. Nothing is sent yet.
    init(
        _ id: Int64, _ request: NetworkRequest, timeout: Int64, _ configuration: CheckedConfiguration
    ) throws(NetworkError) {
        try Self.check(request, timeout: timeout)
        let url = try RequestURL(request.url)
        let lines = try RequestHeaders.lines(request.headers, hasBody: request.method == .post)
        guard let handle = EasyHandle() else {
            throw .unsent(.internalError, "Out of memory for a request.")
        }
        self.id = id
        self.request = request
        self.handle = handle
        self.configuration = configuration
        address = AddressCheck(configuration, url)
        self.url = url
        end = ContinuousClock.now.advanced(by: .milliseconds(timeout))
        try TransferOptions.set(handle, request, configuration, lines: lines)
        TransferCallbacks.set(self)
        address.set(on: handle)
        try aim(at: url)
    }

    private static func check(_ request: NetworkRequest, timeout: Int64) throws(NetworkError) {
        let times = 1...CourierLimits.milliseconds
        guard times.contains(timeout), times.contains(request.connectTimeout.milliseconds) else {
            throw .unsent(
                .badRequest, "The time limit for a request must be 1 to \(CourierLimits.milliseconds) milliseconds.")
        }
        guard (0...CourierLimits.answerBody).contains(request.answerLimit) else {
            throw .unsent(.badRequest, "The limit of an answer must be at most \(CourierLimits.answerBody) bytes.")
        }
        guard request.body.count <= CourierLimits.requestBody else {
            throw .unsent(.badRequest, "A body can have at most \(CourierLimits.requestBody) bytes.")
        }
        guard request.method == .post || request.body.isEmpty else {
            throw .unsent(.badRequest, "Only a POST request can have a body.")
        }
    }

    /// Prepares the handle for `url`, with the user name and password if they are for its origin, and the remaining
    /// time.
    private func aim(at url: RequestURL) throws(NetworkError) {
        try configuration.checkHost(of: url)
        self.url = url
        address.aim(at: url)
        try HandleOptions.setRoute(handle, to: url, configuration)
        _ = handle.set(url)
        _ = handle.set(CURLOPT_USERPWD, text: nil)
        let credentials = configuration.credentials.flatMap { $0.origin.hasOrigin(of: url) ? $0 : nil }
        hasCredentials = credentials != nil
        awaitsChallenge = credentials?.isDigest == true
        try credentials?.apply(to: handle)
        let left = ContinuousClock.now.duration(to: end).milliseconds
        guard left > 0 else { throw failure(.timedOut, "\(url.host) did not answer in time.") }
        _ = handle.set(CURLOPT_TIMEOUT_MS, Int(left))
        _ = handle.set(CURLOPT_CONNECTTIMEOUT_MS, Int(min(left, request.connectTimeout.milliseconds)))
    }

    /// The result once libcurl is done; nil if it must be started again, for a redirect.
    func outcome(_ result: CURLcode) throws(NetworkError) -> NetworkAnswer? {
        if let refusal {
            throw failure(refusal, address.objection ?? (awaitsChallenge ? noChallenge : "The answer is too large."))
        }
        if let objection = address.objection, result == CURLE_COULDNT_CONNECT {
            throw failure(.refusedAddress, objection)
        }
        guard result == CURLE_OK else {
            let proxy = configuration.proxy(to: url)?.host
            throw HandleFailure.of(result, host: url.host, proxy: proxy, mayHaveArrived: mayHaveArrived)
        }
        guard isHeaderWhole else { throw failure(.brokenAnswer, "The answer from \(url.host) ends within its header.") }
        let status = handle.number(CURLINFO_RESPONSE_CODE)
        if (300..<400).contains(status), status != 304 {
            // libcurl inserts the password into the target, and an error message would quote it (S8).
            if hasCredentials, headers.contains(where: { $0.name == "location" }) {
                throw Redirect.refusedWithPassword(url)
            }
            if !hasCredentials, let target = handle.text(CURLINFO_REDIRECT_URL) {
                try follow(target)
                return nil
            }
        }
        return NetworkAnswer(status: status, headers: headers, body: body)
    }

    private func follow(_ target: String) throws(NetworkError) {
        do throws(NetworkError) {
            let next = try Redirect.follow(target, from: url, method: request.method, count: redirects)
            redirects += 1
            (headers, headerLength, body) = ([], 0, [])
            try aim(at: next)
        } catch {
            throw failure(error.code, error.message)
        }
    }

    /// Why there is no answer, with whether the server may have received the request by now.
    func failure(_ code: NetworkError.Code, _ message: String) -> NetworkError {
        NetworkError(code, message, mayHaveArrived: mayHaveArrived)
    }

    /// Accepts a piece of the body. Returns false if it is too much.
    func take(body bytes: [UInt8]) -> Bool {
        guard body.count + bytes.count <= request.answerLimit else {
            refusal = .tooLarge
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// Accepts a header line. Returns false if it is too much.
    func take(header bytes: [UInt8]) -> Bool {
        headerLength += bytes.count
        guard headerLength <= Self.maxHeaders else {
            refusal = .tooLarge
            return false
        }
        // A status line begins an answer; an earlier one was provisional, or the proxy's.
        if bytes.starts(with: "HTTP/".utf8) {
            headers = []
            isHeaderWhole = false
            guard admits(status: bytes) else { return false }
        } else if bytes.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
            isHeaderWhole = true
        } else if let header = AnswerHeader.read(bytes) {
            headers.append(header)
        }
        return true
    }

    /// Whether the transfer may go on after this status line. The first request, which only asks for a challenge, has no
    /// body: if it is answered with anything else, libcurl would send the whole request without a login.
    private func admits(status line: [UInt8]) -> Bool {
        guard awaitsChallenge else { return true }
        let code = line.split(separator: 0x20, maxSplits: 2).dropFirst().first ?? []
        guard code.elementsEqual("401".utf8) else {
            // Nothing of the request was sent.
            (refusal, mayHaveArrived) = (.badConfiguration, false)
            return false
        }
        awaitsChallenge = false
        return true
    }

    private var noChallenge: String {
        "\(url.host) does not ask for a user name and password, so every web page could use it."
    }

    /// Called when the connection to `address` is open. Returns whether the request may be sent over it.
    func mayRequest(from address: String) -> Bool {
        guard self.address.mayUse(address) else {
            refusal = .refusedAddress
            return false
        }
        mayHaveArrived = true
        return true
    }
}

/// All requests in progress.
struct Transfers: ~Copyable {
    private let multi: MultiHandle
    private let configuration: CheckedConfiguration
    private var running: [Transfer] = []

    init(_ configuration: CheckedConfiguration) throws(NetworkError) {
        guard let multi = MultiHandle() else {
            throw .unsent(.internalError, "Out of memory for requests.")
        }
        self.multi = multi
        self.configuration = configuration
        multi.set(CURLMOPT_MAXCONNECTS, CourierLimits.requests)
    }

    /// Ends a request. Returns its last answer; nil if there is no such request.
    mutating func cancel(_ id: Int64) -> CourierAnswer? {
        guard let index = running.firstIndex(where: { $0.id == id }) else { return nil }
        let transfer = end(index)
        return .failure(id, transfer.failure(.cancelled, "The request was cancelled."))
    }

    mutating func begin(_ id: Int64, _ request: NetworkRequest, timeout: Int64) throws(NetworkError) {
        guard !running.contains(where: { $0.id == id }) else {
            throw .unsent(.badRequest, "The number \(id) is already used by another request.")
        }
        guard running.count < CourierLimits.requests else {
            throw .unsent(.busy, "All \(CourierLimits.requests) request slots are in use.")
        }
        let transfer = try Transfer(id, request, timeout: timeout, configuration)
        guard multi.add(transfer.handle) else {
            throw .unsent(.internalError, "libcurl rejected the request.")
        }
        running.append(transfer)
    }

    func wait(for streams: inout [curl_waitfd], milliseconds: Int) {
        multi.wait(for: &streams, milliseconds: milliseconds)
    }

    /// Makes progress without waiting. Returns the answers to requests that ended.
    mutating func advance() -> [CourierAnswer] {
        var answers: [CourierAnswer] = []
        multi.perform()
        while let (index, result) = multi.nextDone(among: running.map(\.handle)) {
            let transfer = end(index)
            do throws(NetworkError) {
                if let answer = try transfer.outcome(result) {
                    answers.append(.answer(transfer.id, answer))
                } else {
                    _ = multi.add(transfer.handle)
                    running.append(transfer)
                }
            } catch {
                answers.append(.failure(transfer.id, error))
            }
        }
        return answers
    }

    private mutating func end(_ index: Int) -> Transfer {
        let transfer = running.remove(at: index)
        multi.remove(transfer.handle)
        return transfer
    }
}

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

/// The callbacks of libcurl during a transfer. The transfer lives at least as long as its handle, so it is passed
/// unretained.
enum TransferCallbacks {
    static func set(_ transfer: Transfer) {
        let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        let handle = unsafe transfer.handle.pointer
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_PREREQDATA] {
            _ = unsafe curl_set_pointer(handle, option, context)
        }
        _ = unsafe curl_set_on_bytes(handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            let copy = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
            return unsafe Transfer.behind(context).take(body: copy) ? count : 0
        }
        _ = unsafe curl_set_on_bytes(handle, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            let copy = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
            return unsafe Transfer.behind(context).take(header: copy) ? count : 0
        }
        _ = unsafe curl_set_on_request(handle) { context, address, _, _, _ in
            let text = unsafe address.map { unsafe String(cString: $0) } ?? ""
            return unsafe Transfer.behind(context).mayRequest(from: text) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
    }
}

extension Transfer {
    fileprivate static func behind(_ context: UnsafeMutableRawPointer?) -> Transfer {
        guard let context = unsafe context else { preconditionFailure("libcurl lost its context") }
        return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }
}

/// One line of an answer's header.
enum AnswerHeader {
    /// The longest line, in bytes, that is passed on.
    static let maxLength = 4_096

    /// The field, with its name in lower case; nil for anything but a field of printable ASCII.
    static func read(_ line: [UInt8]) -> NetworkHeader? {
        guard line.count <= maxLength, let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
        let name = line[..<colon]
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
        var value = line[(colon + 1)...].drop(while: isSpace)
        while let last = value.last, isSpace(last) { value = value.dropLast() }
        guard name.allSatisfy({ (0x21...0x7E).contains($0) }), value.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return nil
        }
        return NetworkHeader(
            String(decoding: name, as: UTF8.self).lowercased(), String(decoding: value, as: UTF8.self))
    }
}
