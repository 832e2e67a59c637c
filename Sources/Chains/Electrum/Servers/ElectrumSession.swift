import ExactJSON
import SchemeRouter
import Synchronization

/// A connection to one server, for one question at a time.
///
/// Questions go out as batches: ElectrumX answers one batch at once, and single questions once a second.
final class ElectrumSession: Sendable {
    /// How many calls are in a batch. Servers limit what a batch costs, and lines to a million bytes.
    static let batch = 100
    /// How many batches may be without an answer, so that the way to the server and back is not waited for between them.
    private static let window = 4
    /// From so many calls on an answer has a kilobyte by itself.
    private static let unballasted = 30
    /// An error costs as much as hundreds of answers, and servers close connections that cost too much.
    private static let mostErrors = 20
    /// How long one question may take, however busy the server is with it.
    private static let longest = Duration.seconds(60)

    let server: LineServer
    private let connection: any LineConnection
    private let state = Mutex(State())

    private struct State: Sendable {
        var nextID = 0
        var errors = 0
        var height: Int?
        var lastUse = ContinuousClock.now
        var silence = Duration.seconds(10)
        var software = ""
    }

    /// A session over a connection that just came to be.
    init(_ server: LineServer, _ connection: any LineConnection) {
        self.server = server
        self.connection = connection
    }

    /// The number of the newest block, as far as the server told.
    var height: Int? { state.withLock { $0.height } }

    /// Which program the server says it is. Foreign text, safe to show.
    var software: String {
        get { state.withLock { $0.software } }
        set { state.withLock { $0.software = newValue } }
    }

    /// When it was last asked something.
    var lastUse: ContinuousClock.Instant { state.withLock { $0.lastUse } }

    /// How long the server may keep silent before it counts as gone.
    var silence: Duration {
        get { state.withLock { $0.silence } }
        set { state.withLock { $0.silence = newValue } }
    }

    /// Whether the server had to refuse so much that it may soon close the connection.
    var isWornOut: Bool { state.withLock { $0.errors >= Self.mostErrors } }

    /// Closes the connection.
    func close() { connection.close() }

    /// What each of `calls` gives, in their order.
    /// - Parameters:
    ///   - size: how many are in a batch.
    ///   - isUrgent: whether answers are made so large that the server does not keep them back.
    ///   - end: when the answers must be there, where the usual time is not the right one.
    func ask(
        _ calls: [ElectrumCall], atOnce size: Int = batch, isUrgent: Bool = true,
        until end: ContinuousClock.Instant? = nil
    ) async throws(ElectrumFailure) -> [ElectrumMessage.Reply] {
        let end = end ?? .now + Self.longest
        var outgoing = Outgoing(calls, atOnce: size, isUrgent: isUrgent, firstID: state.withLock { $0.nextID })
        state.withLock { state in
            state.nextID = outgoing.endID
            state.lastUse = .now
        }
        var replies = Replies(count: calls.count, firstID: outgoing.firstID)
        var deadline = min(end, .now + silence)
        while !replies.isComplete {
            while outgoing.sent - replies.received <= size * (Self.window - 1), let line = outgoing.next() {
                try await send(line)
            }
            for message in try await messages(until: deadline) {
                switch message {
                case .reply(let id, let reply):
                    guard replies.take(reply, to: id) else { continue }
                    deadline = min(end, .now + silence)
                    if case .failure(let error) = reply { try note(error) }
                case .notification(let method, let parameters):
                    if method == ElectrumCall.blockNotification { note(newestBlock: parameters?.elements?.first) }
                case .complaint(let error):
                    throw .refusal(error, of: "what it was asked")
                }
            }
        }
        state.withLock { $0.lastUse = .now }
        return replies.all
    }

    /// What one call gives that must go well.
    func answer(to call: ElectrumCall, for what: String) async throws(ElectrumFailure) -> JSON {
        switch try await ask([call])[0] {
        case .success(let json): return json
        case .failure(let error): throw .refusal(error, of: what)
        }
    }

    private func send(_ line: [UInt8]) async throws(ElectrumFailure) {
        do throws(NetworkError) { try await connection.send([line]) } catch { throw ElectrumFailure(error) }
    }

    private func messages(until deadline: ContinuousClock.Instant) async throws(ElectrumFailure) -> [ElectrumMessage] {
        // The deadline holds for all lines together, also those of a server that does not stop talking.
        guard .now < deadline else { throw ElectrumFailure(.unreachable, "did not answer in time") }
        let line: [UInt8]
        do throws(NetworkError) {
            line = try await connection.receive(until: deadline)
        } catch {
            throw ElectrumFailure(error, mayHaveArrived: true)
        }
        guard let messages = ElectrumMessage.read(line) else { throw .strange("an answer is none of JSON-RPC") }
        return messages
    }

    /// Counts an error. Throws where the server answers nothing else either.
    private func note(_ error: ElectrumError) throws(ElectrumFailure) {
        state.withLock { $0.errors += 1 }
        if error.code == ElectrumError.tooMuchAsked || error.code == ElectrumError.timedOut {
            throw .refusal(error, of: "what it was asked")
        }
    }

    /// Notes the height of the newest block, of an answer or of news.
    func note(newestBlock json: JSON?) {
        guard let height: Int = json?["height"]?.wholeNumber(), (0..<HistoryEntry.heightLimit).contains(height) else {
            return
        }
        state.withLock { $0.height = height }
    }

    /// What has still to be sent, in batches.
    private struct Outgoing {
        let firstID: Int
        private let calls: [ElectrumCall]
        private let size: Int
        private let isUrgent: Bool
        private(set) var sent = 0
        private var batches = 0

        init(_ calls: [ElectrumCall], atOnce size: Int, isUrgent: Bool, firstID: Int) {
            (self.calls, self.size, self.isUrgent, self.firstID) = (calls, size, isUrgent, firstID)
        }

        /// Those of the ballast come after those of the calls.
        var endID: Int { firstID + calls.count + (calls.count + size - 1) / size }

        mutating func next() -> [UInt8]? {
            let batch = calls[sent...].prefix(size)
            guard !batch.isEmpty else { return nil }
            var requests = batch.enumerated().map { $1.request(id: firstID + sent + $0) }
            if isUrgent, requests.count < ElectrumSession.unballasted {
                requests.append(ElectrumCall.ballast.request(id: firstID + calls.count + batches))
            }
            sent += batch.count
            batches += 1
            return requests.count == 1 ? requests[0].bytes : JSON.array(requests).bytes
        }
    }

    /// The answers so far. The order of lines, and of answers in them, is the server's; what answers no request of these
    /// is late, or nobody asked for it.
    private struct Replies {
        private let firstID: Int
        private var replies: [ElectrumMessage.Reply?]
        private(set) var received = 0

        init(count: Int, firstID: Int) {
            self.firstID = firstID
            replies = Array(repeating: nil, count: count)
        }

        var isComplete: Bool { received == replies.count }
        var all: [ElectrumMessage.Reply] { replies.compactMap(\.self) }

        mutating func take(_ reply: ElectrumMessage.Reply, to id: Int) -> Bool {
            let (position, overflow) = id.subtractingReportingOverflow(firstID)
            guard !overflow, replies.indices.contains(position), replies[position] == nil else { return false }
            replies[position] = reply
            received += 1
            return true
        }
    }
}
