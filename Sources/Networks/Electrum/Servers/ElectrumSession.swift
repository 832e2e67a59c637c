import ExactJSON
import RouterNetworkBackend
import SchemeRouter
import Synchronization

/// A connection to one server, for one question at a time.
///
/// Questions go out as batches: ElectrumX answers one batch at once, and single questions once a second
/// (Documentation/protocols/electrum.md §2.1).
final class ElectrumSession: Sendable {
    /// The number of calls in a batch. Servers limit the cost of a batch, and lines to a million bytes.
    static let batch = 100
    /// How many batches may await answers, so that there is no wait for a round trip between them.
    private static let window = 4
    /// From this many calls on, an answer reaches a kilobyte by itself.
    private static let unballasted = 30
    /// A server that takes longer for a batch is throttling because of many requests. ElectrumX drops a request after
    /// half a minute and counts it as a hundred more, so from then on the server receives small batches, one at a time
    /// (Documentation/protocols/electrum.md §2.2).
    private static let brisk = Duration.seconds(3)
    /// How long to wait for the next answer of a server that is answering.
    private static let patience = Duration.seconds(15)
    /// The most errors: each costs as much as hundreds of answers, and servers close connections that cost too much.
    private static let mostErrors = 20
    /// How long one question may take, however slow the server is.
    private static let longest = Duration.seconds(120)

    let server: LineServer
    /// How the coin writes its transactions.
    let form: TransactionForm
    private let connection: any LineConnection
    private let state = Mutex(State())

    private struct State: Sendable {
        var nextID = 0
        var errors = 0
        var newest: NewestBlock?
        var lastUse = ContinuousClock.now
        var silence = Duration.seconds(10)
        var isBraking = false
        var software = ""
        var unread: [(id: TransactionID?, text: String)] = []
    }

    init(_ server: LineServer, _ connection: any LineConnection, _ form: TransactionForm) {
        self.server = server
        self.form = form
        self.connection = connection
    }

    /// The height of the newest block that the server reported.
    var height: BlockHeight? { newestBlock?.height }

    /// The newest block that the server reported.
    var newestBlock: NewestBlock? { state.withLock { $0.newest } }

    /// The server's report of its software. Untrusted text, safe to show.
    var software: String {
        get { state.withLock { $0.software } }
        set { state.withLock { $0.software = newValue } }
    }

    var lastUse: ContinuousClock.Instant { state.withLock { $0.lastUse } }

    /// How long the server may stay silent before its first answer to a question, until it counts as gone.
    var silence: Duration {
        get { state.withLock { $0.silence } }
        set { state.withLock { $0.silence = newValue } }
    }

    /// Whether the server returned so many errors that it may soon close the connection.
    var isWornOut: Bool { state.withLock { $0.errors >= Self.mostErrors } }

    func close() { connection.close() }

    /// The answers to `calls`, in order.
    /// - Parameters:
    ///   - size: the number of calls in a batch.
    ///   - isUrgent: whether to make answers so large that the server does not delay them.
    ///   - end: the deadline for the answers, if it differs from the usual one.
    func ask(
        _ calls: [ElectrumCall], atOnce size: Int = batch, isUrgent: Bool = true,
        until end: ContinuousClock.Instant? = nil
    ) async throws(ElectrumFailure) -> [ElectrumMessage.Answer] {
        let end = end ?? .now + Self.longest
        let firstID = state.withLock { state in
            state.lastUse = .now
            state.nextID += calls.count
            return state.nextID - calls.count
        }
        let ids = firstID..<firstID + calls.count
        // The server decides the order of lines, and of answers in them.
        var answers: [Int: ElectrumMessage.Answer] = [:]
        var deadline = min(end, .now + silence)
        var sent = 0
        while answers.count < calls.count {
            let isBraking = state.withLock { $0.isBraking }
            let (size, window) = isBraking ? (min(size, Self.unballasted), 1) : (size, Self.window)
            while sent < calls.count, sent - answers.count <= size * (window - 1) {
                let batch = calls[sent...].prefix(size)
                try await send(batch, firstID: firstID + sent, isUrgent: isUrgent)
                sent += batch.count
            }
            let asked = ContinuousClock.now
            for message in try await messages(until: deadline) {
                switch message {
                case .answer(let id, let answer):
                    // Any other answer is late or unrequested.
                    guard ids.contains(id), answers[id] == nil else { continue }
                    answers[id] = answer
                    deadline = min(end, .now + max(silence, Self.patience))
                    if case .failure(let error) = answer { try note(error) }
                case .notification(let method, let parameters):
                    guard method == ElectrumCall.blockNotification else { continue }
                    // A notification without valid content is ignored.
                    if let block = parameters?.elements?.first?.newestBlock { note(block) }
                case .complaint(let error):
                    throw .refusal(error, of: "the request")
                }
            }
            if ContinuousClock.now - asked > Self.brisk { state.withLock { $0.isBraking = true } }
        }
        state.withLock { $0.lastUse = .now }
        return ids.compactMap { answers[$0] }
    }

    private func send(
        _ calls: ArraySlice<ElectrumCall>, firstID: Int, isUrgent: Bool
    ) async throws(ElectrumFailure) {
        var requests = calls.enumerated().map { $1.request(id: firstID + $0) }
        if isUrgent, requests.count < Self.unballasted {
            requests.append(ElectrumCall.ballast.request(id: ElectrumCall.ballastID))
        }
        let line = requests.count == 1 ? requests[0].bytes : JSON.array(requests).bytes
        do throws(NetworkError) { try await connection.send([line]) } catch { throw ElectrumFailure(error) }
    }

    private func messages(until deadline: ContinuousClock.Instant) async throws(ElectrumFailure) -> [ElectrumMessage] {
        // The deadline is for all lines together, even from a server that never stops sending.
        guard .now < deadline else { throw ElectrumFailure(.unreachable, "did not answer in time") }
        let line: [UInt8]
        do throws(NetworkError) {
            line = try await connection.receive(until: deadline)
        } catch {
            throw ElectrumFailure(error, mayHaveArrived: true)
        }
        guard let messages = ElectrumMessage.read(line) else { throw .strange("an answer is not JSON-RPC") }
        return messages
    }

    /// Counts an error. Throws if it means that the server will not answer other calls either.
    private func note(_ error: ElectrumError) throws(ElectrumFailure) {
        state.withLock { $0.errors += 1 }
        if error.code == ElectrumError.tooMuchAsked || error.code == ElectrumError.timedOut {
            throw .refusal(error, of: "the request")
        }
    }

    func note(_ block: NewestBlock) {
        state.withLock { $0.newest = block }
    }

    /// Notes an entry of a list that cannot be read and was left out.
    func noteUnread(_ id: TransactionID?, _ text: String) {
        state.withLock { $0.unread.append((id, text)) }
    }

    /// The entries that were left out since the last call.
    func takeUnread() -> [(id: TransactionID?, text: String)] {
        state.withLock { state in
            defer { state.unread = [] }
            return state.unread
        }
    }
}
