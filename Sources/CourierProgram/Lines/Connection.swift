import RouterBytes
import RouterCCurl
import RouterCSodium
import RouterConnections
import RouterCourierMessages

/// A lasting connection: its libcurl handle, its received lines, and its unsent data.
///
/// It has its own multi handle. libcurl closes connections that look unused in a shared one, and all of these do.
final class Connection {
    private enum Phase {
        case connecting
        case open(socket: curl_socket_t)
        case over
    }

    let id: Int64
    private let server: LineServer
    private let proxy: String?
    private let multi: MultiHandle
    private let handle: EasyHandle
    private let url: RequestURL
    private let address: AddressCheck
    private var phase = Phase.connecting

    private let inbox: Inbox
    private let outbox = Outbox()
    /// Whether the server may have received something.
    private var mayHaveArrived = false

    init(_ id: Int64, _ server: LineServer, timeout: Int64, _ configuration: CheckedConfiguration) throws(NetworkError)
    {
        try server.check(timeout: timeout)
        let url = try server.url()
        try configuration.checkHost(of: url)
        guard let multi = MultiHandle(), let handle = EasyHandle() else { throw Self.noMemory }
        self.id = id
        self.server = server
        self.url = url
        self.multi = multi
        self.handle = handle
        proxy = configuration.proxy(to: url)?.host
        address = AddressCheck(configuration, url)
        inbox = Inbox(host: url.host, limit: server.lineLimit)
        try ConnectionOptions.set(handle, server, url, timeout: timeout, configuration)
        address.set(on: handle)
        guard multi.add(handle) else { throw Self.noMemory }
    }

    deinit {
        multi.remove(handle)
    }

    private static let noMemory = NetworkError.unsent(.internalError, "Out of memory for a connection.")

    /// Whether nothing more follows.
    var isOver: Bool {
        if case .over = phase { true } else { false }
    }

    func isSending(_ id: Int64) -> Bool { outbox.contains(id) }

    func send(_ id: Int64, _ bytes: [UInt8], timeout: Int64) throws(NetworkError) {
        guard case .open = phase else { throw .unsent(.brokenAnswer, "There is no connection to \(url.host).") }
        guard (1...CourierLimits.requestBody).contains(bytes.count) else {
            throw .unsent(.badRequest, "A piece must have 1 to \(CourierLimits.requestBody) bytes.")
        }
        guard (1...CourierLimits.milliseconds).contains(timeout) else {
            throw .unsent(
                .badRequest, "The time limit for sending must be 1 to \(CourierLimits.milliseconds) milliseconds.")
        }
        guard outbox.byteCount + bytes.count <= CourierLimits.unsentBytes else {
            throw .unsent(.busy, "Too much data is waiting to be sent to \(url.host).")
        }
        outbox.add(id, bytes, until: .now.advanced(by: .milliseconds(timeout)))
    }

    /// Cancels the send `id`, which is still waiting.
    func cancelSending(_ id: Int64) -> CourierAnswer {
        .failure(id, NetworkError(.cancelled, "Sending was cancelled.", mayHaveArrived: outbox.cancel(id)))
    }

    func take(_ weight: Int64) { inbox.take(weight) }

    func cancel() -> [CourierAnswer] { end(.cancelled, "The connection was closed.") }

    func advance() -> [CourierAnswer] {
        switch phase {
        case .connecting: connect()
        case .open: exchange()
        case .over: []
        }
    }

    /// Adds the streams it waits for, and returns the timeout in milliseconds; nil if there is none.
    func waits(_ streams: inout [curl_waitfd]) -> Int? {
        switch phase {
        case .over: return nil
        case .connecting:
            // libcurl uses a few while it connects: two for resolver threads, and one for each address it tries.
            let waits = multi.waits()
            streams += waits.streams
            // If it waits for something without a file descriptor, it must be polled again soon.
            let most = waits.streams.isEmpty ? 100 : 60_000
            return waits.milliseconds < 0 ? most : min(most, waits.milliseconds)
        case .open(let socket):
            let reading = inbox.isFull ? 0 : CURL_WAIT_POLLIN
            let events = Int16(reading | (outbox.isEmpty ? 0 : CURL_WAIT_POLLOUT))
            // A socket that is polled for no events still reports its end repeatedly.
            if events != 0 { streams.append(curl_waitfd(fd: socket, events: events, revents: 0)) }
            return outbox.end.map { Int(max(0, ContinuousClock.now.duration(to: $0).milliseconds)) + 1 }
        }
    }

    // MARK: Connecting

    private func connect() -> [CourierAnswer] {
        multi.perform()
        guard let (_, result) = multi.nextDone(among: [handle]) else { return [] }
        do throws(NetworkError) {
            let (socket, certificate) = try checked(result)
            phase = .open(socket: socket)
            return [.connected(id, certificate: certificate)] + exchange()
        } catch {
            return end(error.code, error.message)
        }
    }

    /// The socket and the certificate, after checking that this is the right server. Nothing has been sent yet.
    private func checked(
        _ result: CURLcode
    ) throws(NetworkError) -> (socket: curl_socket_t, certificate: [UInt8]?) {
        guard result == CURLE_OK else {
            if let objection = address.objection, result == CURLE_COULDNT_CONNECT {
                throw .unsent(.refusedAddress, objection)
            }
            throw HandleFailure.of(result, host: url.host, proxy: proxy, mayHaveArrived: false)
        }
        guard address.mayUse(handle.text(CURLINFO_PRIMARY_IP) ?? "") else {
            throw .unsent(.refusedAddress, address.objection ?? "")
        }
        guard let socket = handle.socket else {
            throw .unsent(.connectFailed, "The connection to \(url.host) was closed at once.")
        }
        return (socket, try checkedCertificate())
    }

    private func checkedCertificate() throws(NetworkError) -> [UInt8]? {
        guard server.certificate != nil else { return nil }
        guard let certificate = ServerCertificate.digest(handle) else {
            throw .unsent(.internalError, "libcurl does not provide the certificate of \(url.host).")
        }
        if case .pinned(let expected) = server.certificate, certificate != expected {
            throw .unsent(
                .certificateChanged, "\(url.host) presented a different certificate from the one recorded.")
        }
        return certificate
    }

    // MARK: Exchanging

    private func exchange() -> [CourierAnswer] {
        var answers: [CourierAnswer] = []
        let flushed = outbox.flush(handle)
        if !flushed.sent.isEmpty || !outbox.isEmpty { mayHaveArrived = true }
        answers += flushed.sent.map(CourierAnswer.sent)
        var lines: [[UInt8]] = []
        let ending = inbox.read(handle, into: &lines)
        for line in lines { answers.append(.line(id, line)) }
        let now = ContinuousClock.now
        for late in outbox.overdue(at: now) {
            answers.append(.failure(late, .unsent(.timedOut, "\(url.host) accepts no data.")))
        }
        // Lines that arrived before the end come before its reason.
        if let ending {
            answers += end(ending.code, ending.message)
        } else if flushed.failure != nil {
            answers += end(.brokenAnswer, "The connection to \(url.host) broke.")
        } else if outbox.isStuck(at: now) {
            answers += end(.timedOut, "\(url.host) accepts no data.")
        }
        return answers
    }

    private func end(_ code: NetworkError.Code, _ message: String) -> [CourierAnswer] {
        phase = .over
        let unsent = outbox.empty().map { id, isBegun in
            CourierAnswer.failure(id, NetworkError(code, message, mayHaveArrived: isBegun))
        }
        return unsent + [.failure(id, NetworkError(code, message, mayHaveArrived: mayHaveArrived))]
    }
}

/// All lasting connections.
struct Connections {
    private let configuration: CheckedConfiguration
    private var all: [Connection] = []

    init(_ configuration: CheckedConfiguration) {
        self.configuration = configuration
    }

    mutating func begin(_ id: Int64, _ server: LineServer, timeout: Int64) throws(NetworkError) {
        guard !all.contains(where: { $0.id == id }) else {
            throw .unsent(.badRequest, "The number \(id) is already used by another connection.")
        }
        guard all.count < CourierLimits.connections else {
            throw .unsent(.busy, "All \(CourierLimits.connections) connections are in use.")
        }
        all.append(try Connection(id, server, timeout: timeout, configuration))
    }

    func send(_ id: Int64, _ bytes: [UInt8], over connection: Int64, timeout: Int64) throws(NetworkError) {
        guard let connection = all.first(where: { $0.id == connection }) else {
            throw .unsent(.brokenAnswer, "The connection is closed.")
        }
        try connection.send(id, bytes, timeout: timeout)
    }

    /// Allows more data to be read from a connection; ignored if it has ended.
    func take(_ id: Int64, _ weight: Int64) { all.first { $0.id == id }?.take(weight) }

    /// Ends a connection or cancels a send.
    mutating func cancel(_ id: Int64) -> [CourierAnswer] {
        if let index = all.firstIndex(where: { $0.id == id }) { return all.remove(at: index).cancel() }
        return all.first { $0.isSending(id) }.map { [$0.cancelSending(id)] } ?? []
    }

    mutating func advance() -> [CourierAnswer] {
        let answers = all.flatMap { $0.advance() }
        all.removeAll(where: \.isOver)
        return answers
    }

    /// Adds the streams they wait for to `streams`. Returns the shortest timeout in milliseconds.
    func waits(_ streams: inout [curl_waitfd]) -> Int? { all.compactMap { $0.waits(&streams) }.min() }
}

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

extension LineServer {
    /// The URL for libcurl to connect to. It sends nothing there by itself.
    func url() throws(NetworkError) -> RequestURL {
        let url = try RequestURL("\(certificate == nil ? "http" : "https")://\(self)")
        guard url.isOrigin else { throw .unsent(.badRequest, "The URL has no valid host.") }
        return url
    }

    /// Refuses limits that no courier allows.
    func check(timeout: Int64) throws(NetworkError) {
        guard (1...CourierLimits.milliseconds).contains(timeout) else {
            throw .unsent(
                .badRequest, "The time limit for a connection must be 1 to \(CourierLimits.milliseconds) milliseconds.")
        }
        guard (1...CourierLimits.answerBody).contains(lineLimit) else {
            throw .unsent(
                .badRequest, "The limit of a line must be 1 to \(CourierLimits.answerBody) bytes.")
        }
    }
}

/// The server's certificate on a connection.
enum ServerCertificate {
    /// SHA-256 of its DER bytes; nil if libcurl reports none.
    static func digest(_ handle: EasyHandle) -> [UInt8]? {
        handle.certificateFields.lazy.compactMap(der).first.map(sha256)
    }

    /// The bytes of a certificate in a text field (RFC 7468); nil for other fields.
    private static func der(_ field: String) -> [UInt8]? {
        let lines = field.split(separator: "\n")
        guard lines.first == "Cert:-----BEGIN CERTIFICATE-----", lines.last == "-----END CERTIFICATE-----" else {
            return nil
        }
        return Base64.decode(lines.dropFirst().dropLast().joined().utf8)
    }

    // libsodium receives pointers to a digest and to the bytes, with their length, and keeps neither.
    private static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        _ = unsafe crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return digest
    }
}
