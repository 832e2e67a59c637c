import RouterCCurl
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
