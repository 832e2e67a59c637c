import ExactJSON
import SchemeRouter
import Synchronization

/// A connection to one server, for one question at a time.
///
/// Questions go out as batches: ElectrumX answers one batch at once, and single questions once a second.
final class ElectrumSession: Sendable {
    /// How many calls are asked at once. Servers limit what a batch costs, and lines to a million bytes.
    static let batch = 100
    /// From so many calls on an answer has a kilobyte by itself.
    private static let unballasted = 30
    /// An error costs as much as hundreds of answers, and servers close connections that cost too much.
    private static let mostErrors = 20

    let server: LineServer
    private let connection: any LineConnection
    private let state = Mutex(State())

    private struct State: Sendable {
        var nextID = 0
        var errors = 0
        var height: Int?
        var lastUse = ContinuousClock.now
    }

    /// A session over a connection that just came to be.
    init(_ server: LineServer, _ connection: any LineConnection) {
        self.server = server
        self.connection = connection
    }

    /// The number of the newest block, as far as the server told.
    var height: Int? { state.withLock { $0.height } }

    /// When it was last asked something.
    var lastUse: ContinuousClock.Instant { state.withLock { $0.lastUse } }

    /// Whether the server had to refuse so much that it may soon close the connection.
    var isWornOut: Bool { state.withLock { $0.errors >= Self.mostErrors } }

    /// Closes the connection.
    func close() { connection.close() }

    /// What each of `calls` gives, in their order.
    /// - Parameters:
    ///   - size: how many are asked at once.
    ///   - isUrgent: whether the answer is made large enough that the server does not keep it back.
    func ask(
        _ calls: [ElectrumCall], atOnce size: Int = batch, isUrgent: Bool = true,
        until deadline: ContinuousClock.Instant
    ) async throws(ElectrumFailure) -> [ElectrumMessage.Reply] {
        var replies: [ElectrumMessage.Reply] = []
        var rest = calls[...]
        while !rest.isEmpty {
            replies += try await askBatch(Array(rest.prefix(size)), isUrgent: isUrgent, until: deadline)
            rest = rest.dropFirst(size)
        }
        return replies
    }

    /// What one call gives that must go well.
    func answer(
        to call: ElectrumCall, for what: String, until deadline: ContinuousClock.Instant
    ) async throws(ElectrumFailure) -> JSON {
        switch try await ask([call], until: deadline)[0] {
        case .success(let json): return json
        case .failure(let error): throw .refusal(error, of: what)
        }
    }

    private func askBatch(
        _ calls: [ElectrumCall], isUrgent: Bool, until deadline: ContinuousClock.Instant
    ) async throws(ElectrumFailure) -> [ElectrumMessage.Reply] {
        let sent = isUrgent && calls.count < Self.unballasted ? calls + [.ballast] : calls
        let first = state.withLock { state in
            defer { state.nextID += sent.count }
            state.lastUse = .now
            return state.nextID
        }
        let requests = sent.enumerated().map { $1.request(id: first + $0) }
        do throws(NetworkError) {
            try await connection.send([requests.count == 1 ? requests[0].bytes : JSON.array(requests).bytes])
        } catch {
            throw ElectrumFailure(error)
        }
        return try await receive(calls.count, from: first, until: deadline)
    }

    /// The answers to the requests from id `first` on. The order of lines, and of answers in them, is the server's; what
    /// answers no request of these is late, or news.
    private func receive(
        _ count: Int, from first: Int, until deadline: ContinuousClock.Instant
    ) async throws(ElectrumFailure) -> [ElectrumMessage.Reply] {
        var replies = [ElectrumMessage.Reply?](repeating: nil, count: count)
        var missing = count
        while missing > 0 {
            for message in try await messages(until: deadline) {
                switch message {
                case .reply(let id, let reply):
                    let (position, overflow) = id.subtractingReportingOverflow(first)
                    guard !overflow, replies.indices.contains(position), replies[position] == nil else { continue }
                    replies[position] = reply
                    missing -= 1
                    if case .failure(let error) = reply { try note(error) }
                case .notification(let method, let parameters):
                    if method == ElectrumCall.blockNotification { note(newestBlock: parameters?.elements?.first) }
                case .complaint(let error):
                    throw .refusal(error, of: "what it was asked")
                }
            }
        }
        return replies.compactMap(\.self)
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
        guard let messages = ElectrumMessage.read(line) else {
            throw .strange("an answer is none of JSON-RPC")
        }
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
}
