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
        try credentials?.apply(to: handle)
        let left = ContinuousClock.now.duration(to: end).milliseconds
        guard left > 0 else { throw failure(.timedOut, "\(url.host) did not answer in time.") }
        _ = handle.set(CURLOPT_TIMEOUT_MS, Int(left))
        _ = handle.set(CURLOPT_CONNECTTIMEOUT_MS, Int(min(left, request.connectTimeout.milliseconds)))
    }

    /// The result once libcurl is done; nil if it must be started again, for a redirect.
    func outcome(_ result: CURLcode) throws(NetworkError) -> NetworkAnswer? {
        if let refusal { throw failure(refusal, address.objection ?? "The answer is too large.") }
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
        } else if bytes.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
            isHeaderWhole = true
        } else if let header = AnswerHeader.read(bytes) {
            headers.append(header)
        }
        return true
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
