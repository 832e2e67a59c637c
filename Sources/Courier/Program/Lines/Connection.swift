import RouterCCurl
import RouterCourierMessages

/// A connection that lasts: its handle of libcurl, the lines that come over it, and what waits to go out.
///
/// It has a multi handle of its own. libcurl closes connections that look unused in a shared one, and to it all of these
/// do.
final class Connection {
    private enum Phase {
        case connecting
        case open(socket: curl_socket_t)
        case over
    }

    let id: Int64
    private let server: CourierServer
    private let proxy: String?
    private let multi: MultiHandle
    private let handle: EasyHandle
    private let url: RequestURL
    private let address: AddressCheck
    private var phase = Phase.connecting

    private let inbox: Inbox
    private let outbox = Outbox()
    /// Whether the server may have got something.
    private var sent = CourierFailure.Sent.no

    /// Checks a server and begins to connect.
    init(_ id: Int64, _ server: CourierServer, _ configuration: CheckedConfiguration) throws(CourierFailure) {
        try server.check()
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
        inbox = Inbox(host: url.host, limit: server.server.lineLimit)
        try ConnectionOptions.set(handle, server, url, configuration)
        address.set(on: handle)
        guard multi.add(handle) else { throw Self.noMemory }
    }

    deinit {
        multi.remove(handle)
    }

    private static let noMemory = CourierFailure(.internalError, "There is no memory for a connection.", sent: .no)

    /// Whether nothing follows.
    var isOver: Bool {
        if case .over = phase { true } else { false }
    }

    /// Whether a send under the number `id` waits here.
    func isSending(_ id: Int64) -> Bool { outbox.contains(id) }

    /// Takes bytes to send. Returns the answer where they are not taken.
    func send(_ id: Int64, _ sending: CourierSending) -> CourierAnswer? {
        let problem: (CourierFailure.Code, String)? =
            if case .open = phase {
                if !(1...CourierLimits.requestBody).contains(sending.bytes.count) {
                    (.badRequest, "From 1 to \(CourierLimits.requestBody) bytes are sent in one piece.")
                } else if !(1...CourierLimits.milliseconds).contains(sending.timeout) {
                    (.badRequest, "Sending takes from 1 to \(CourierLimits.milliseconds) milliseconds.")
                } else if outbox.byteCount + sending.bytes.count > CourierLimits.unsentBytes {
                    (.busy, "Too much waits to be sent to \(url.host).")
                } else {
                    nil
                }
            } else {
                (.brokenAnswer, "There is no connection to \(url.host).")
            }
        if let (code, message) = problem { return .failure(id, CourierFailure(code, message, sent: .no)) }
        outbox.add(id, sending.bytes, until: .now.advanced(by: .milliseconds(sending.timeout)))
        return nil
    }

    /// Gives up sending `id`, which waits here.
    func cancelSending(_ id: Int64) -> CourierAnswer {
        .failure(id, CourierFailure(.cancelled, "Sending was cancelled.", sent: outbox.cancel(id)))
    }

    /// The client has done with lines of this weight.
    func take(_ weight: Int64) {
        inbox.take(weight)
    }

    /// Ends it, because the client says so.
    func cancel() -> [CourierAnswer] {
        end(.cancelled, "The connection was closed.")
    }

    /// Does what can be done without waiting. Returns the answers.
    func advance() -> [CourierAnswer] {
        switch phase {
        case .connecting: connect()
        case .open: exchange()
        case .over: []
        }
    }

    /// What it waits for, and how many milliseconds at most; nil where no time is set.
    func waits(_ streams: inout [curl_waitfd]) -> Int? {
        switch phase {
        case .over: return nil
        case .connecting:
            // libcurl uses a few while it connects: two for name servers' threads, and one for each address it tries.
            let waits = multi.waits()
            streams += waits.streams
            // Where it waits for something that has no number it wants to be asked again soon.
            let most = waits.streams.isEmpty ? 100 : 60_000
            return waits.milliseconds < 0 ? most : min(most, waits.milliseconds)
        case .open(let socket):
            let reading = inbox.isFull ? 0 : CURL_WAIT_POLLIN
            let events = Int16(reading | (outbox.isEmpty ? 0 : CURL_WAIT_POLLOUT))
            // A socket that is asked for nothing still tells of its end, again and again.
            if events != 0 { streams.append(curl_waitfd(fd: socket, events: events, revents: 0)) }
            return outbox.end.map { ContinuousClock.now.duration(to: $0).wholeMilliseconds + 1 }
        }
    }

    // MARK: Connecting

    private func connect() -> [CourierAnswer] {
        multi.perform()
        guard let (_, result) = multi.nextDone(among: [handle]) else { return [] }
        do throws(CourierFailure) {
            let (socket, certificate) = try checked(result)
            phase = .open(socket: socket)
            return [.connected(id, certificate: certificate)] + exchange()
        } catch {
            return end(error.code, error.message)
        }
    }

    /// Where libcurl has connected to, once it is certain that this is the right server. Nothing was sent yet.
    private func checked(
        _ result: CURLcode
    ) throws(CourierFailure) -> (socket: curl_socket_t, certificate: [UInt8]?) {
        guard result == CURLE_OK else {
            if let objection = address.objection, result == CURLE_COULDNT_CONNECT {
                throw CourierFailure(.refusedAddress, objection, sent: .no)
            }
            throw HandleFailure.of(result, host: url.host, proxy: proxy, sent: .no)
        }
        guard address.mayUse(handle.text(CURLINFO_PRIMARY_IP) ?? "") else {
            throw CourierFailure(.refusedAddress, address.objection ?? "", sent: .no)
        }
        guard let socket = handle.socket else {
            throw CourierFailure(.connectFailed, "The connection to \(url.host) ended at once.", sent: .no)
        }
        return (socket, try checkedCertificate())
    }

    private func checkedCertificate() throws(CourierFailure) -> [UInt8]? {
        guard server.server.certificate != nil else { return nil }
        guard let certificate = ServerCertificate.digest(handle) else {
            throw CourierFailure(.internalError, "libcurl does not tell the certificate of \(url.host).", sent: .no)
        }
        if case .pinned(let expected) = server.server.certificate, certificate != expected {
            throw CourierFailure(
                .certificateChanged, "\(url.host) shows another certificate than the one that is known of it.",
                sent: .no)
        }
        return certificate
    }

    // MARK: Exchanging

    private func exchange() -> [CourierAnswer] {
        var answers: [CourierAnswer] = []
        let flushed = outbox.flush(handle)
        if !flushed.sent.isEmpty || !outbox.isEmpty { sent = .maybe }
        answers += flushed.sent.map(CourierAnswer.sent)
        var lines: [[UInt8]] = []
        let ending = inbox.read(handle, into: &lines)
        for line in lines { answers.append(.line(id, line)) }
        let now = ContinuousClock.now
        for late in outbox.overdue(at: now) {
            let failure = CourierFailure(.timedOut, "\(url.host) takes nothing.", sent: .no)
            answers.append(.failure(late, failure))
        }
        // What came before the end is worth more than why it ended.
        if let ending {
            answers += end(ending.code, ending.message)
        } else if flushed.failure != nil {
            answers += end(.brokenAnswer, "The connection to \(url.host) broke.")
        } else if outbox.isStuck(at: now) {
            answers += end(.timedOut, "\(url.host) takes nothing.")
        }
        return answers
    }

    private func end(_ code: CourierFailure.Code, _ message: String) -> [CourierAnswer] {
        phase = .over
        let unsent = outbox.empty().map { id, sent in
            CourierAnswer.failure(id, CourierFailure(code, message, sent: sent))
        }
        return unsent + [.failure(id, CourierFailure(code, message, sent: sent))]
    }
}

extension Duration {
    /// Rounded down, not below zero.
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(max(0, seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    }
}
