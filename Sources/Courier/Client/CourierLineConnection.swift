import RouterCourierMessages
import SchemeRouter

final class CourierLineConnection: LineConnection {
    /// How long the system may take to accept what is sent.
    private static let sendTime = Duration.seconds(30)

    let certificate: [UInt8]?
    private let id: Int64
    private let session: CourierSession
    private let lines: CourierLines

    init(_ id: Int64, certificate: [UInt8]?, _ session: CourierSession, _ lines: CourierLines) {
        self.id = id
        self.certificate = certificate
        self.session = session
        self.lines = lines
    }

    deinit {
        close()
    }

    func send(_ lines: [[UInt8]]) async throws(NetworkError) {
        let length = lines.reduce(0) { $0 + $1.count + 1 }
        guard length > 0 else { return }
        guard length <= CourierLimits.requestBody, !lines.contains(where: { $0.contains(0x0A) }) else {
            throw .unsent(
                .badRequest,
                "A line contains no line feed, and at most \(CourierLimits.requestBody) bytes are sent at once.")
        }
        if let end = self.lines.end { throw .unsent(end.code, end.message) }
        self.lines.noteSending()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length)
        for line in lines { bytes += line + [0x0A] }
        _ = try await session.call(until: .now + Self.sendTime, isSending: true) { [id] number, timeout in
            .send(number, bytes, over: id, timeout: timeout)
        }.get()
    }

    func receive(until deadline: ContinuousClock.Instant) async throws(NetworkError) -> [UInt8] {
        try await lines.receive(until: deadline) { session.inbox.wake() }.get()
    }

    func close() {
        lines.end(.unsent(.cancelled, "The connection was closed."))
        session.inbox.close(id)
    }
}
