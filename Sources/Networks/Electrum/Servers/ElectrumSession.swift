import ExactJSON
import RouterBytes
import RouterNetworkBackend
import SchemeRouter
import Synchronization

/// A connection to one server, for one question at a time.
///
/// Questions go out as batches: ElectrumX answers one batch at once, and single questions once a second
/// (Documentation/protocols/electrum.md §2.1). A server that answers no batches receives the same calls as single lines,
/// in one piece.
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
    /// How long to wait for the answer to the first batch of a server that may not know batches. A slow connection gets
    /// more.
    private static let batchPatience = Duration.seconds(3)
    /// The most errors: each costs as much as hundreds of answers, and servers close connections that cost too much.
    private static let mostErrors = 20
    /// How long one question may take, however slow the server is.
    private static let longest = Duration.seconds(120)

    let server: LineServer
    /// How the coin writes its transactions.
    let form: TransactionForm
    /// The address of a script, for people.
    let addressText: @Sendable ([UInt8]) -> String
    private let connection: any LineConnection
    private let state: Mutex<State>

    private struct State: Sendable {
        var nextID = 0
        var errors = 0
        var newest: NewestBlock?
        var lastUse = ContinuousClock.now
        var silence = Duration.seconds(10)
        var isBraking = false
        var batching: Batching
        var version = ElectrumVersion.v14
        var software = ""
        var unread: [UnreadEntry] = []
    }

    /// Whether calls go out as batches.
    private enum Batching: Sendable, Equatable {
        /// They do, and no batch was answered yet: an answer may take this long.
        case untried(Duration)
        /// They do, and the server answers them.
        case known
        /// Each call is a line of its own.
        case none
    }

    /// - Parameter inBatches: whether to send batches; if not, each call is a line of its own.
    init(_ connecting: ServerConnecting, _ server: LineServer, _ connection: any LineConnection, inBatches: Bool) {
        self.server = server
        form = connecting.form
        addressText = connecting.addressText
        self.connection = connection
        state = Mutex(State(batching: inBatches ? .untried(Self.batchPatience) : .none))
    }

    /// Whether each call is a line of its own.
    var sendsSingleCalls: Bool { state.withLock { $0.batching == .none } }

    /// The version of the protocol that was negotiated.
    var version: ElectrumVersion { state.withLock { $0.version } }

    /// The height of the newest block that the server reported.
    var height: BlockHeight? { newestBlock?.height }

    /// The newest block that the server reported.
    var newestBlock: NewestBlock? { state.withLock { $0.newest } }

    /// The server's report of its software. Untrusted text, safe to show.
    var software: String { state.withLock { $0.software } }

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
        let batching: Batching = calls.count > 1 || isUrgent ? state.withLock { $0.batching } : .none
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
            for message in try await messages(until: deadline, batching) {
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
                    // There may be nothing wrong with the calls, only with their batch.
                    throw .refusal(error, of: "the request").concerningBatches(
                        batching != .none && !error.isAboutLoad)
                }
            }
            if ContinuousClock.now - asked > Self.brisk { state.withLock { $0.isBraking = true } }
        }
        state.withLock { state in
            state.lastUse = .now
            if case .untried = batching { state.batching = .known }
        }
        return ids.compactMap { answers[$0] }
    }

    private func send(
        _ calls: ArraySlice<ElectrumCall>, firstID: Int, isUrgent: Bool
    ) async throws(ElectrumFailure) {
        var requests = calls.enumerated().map { $1.request(id: firstID + $0) }
        if isUrgent, requests.count < Self.unballasted {
            requests.append(ElectrumCall.ballast.request(id: ElectrumCall.ballastID))
        }
        let isBatch = requests.count > 1 && !sendsSingleCalls
        let lines = isBatch ? [JSON.array(requests).bytes] : requests.map(\.bytes)
        do throws(NetworkError) { try await connection.send(lines) } catch { throw ElectrumFailure(error) }
    }

    private func messages(
        until deadline: ContinuousClock.Instant, _ batching: Batching
    ) async throws(ElectrumFailure) -> [ElectrumMessage] {
        // The deadline is for all lines together, even from a server that never stops sending.
        guard .now < deadline else { throw ElectrumFailure(.unreachable, "did not answer in time") }
        var isFirstBatch = false
        var end = deadline
        if case .untried(let patience) = batching { (isFirstBatch, end) = (true, min(deadline, .now + patience)) }
        let line: [UInt8]
        do throws(NetworkError) {
            line = try await connection.receive(until: end)
        } catch {
            throw ElectrumFailure(error, mayHaveArrived: true).concerningBatches(
                isFirstBatch && [.timedOut, .brokenAnswer].contains(error.code))
        }
        guard let messages = ElectrumMessage.read(line) else {
            throw .strange("an answer is not JSON-RPC").concerningBatches(isFirstBatch)
        }
        return messages
    }

    /// Counts an error. Throws if it means that the server will not answer other calls either.
    private func note(_ error: ElectrumError) throws(ElectrumFailure) {
        state.withLock { $0.errors += 1 }
        if error.isAboutLoad {
            throw .refusal(error, of: "the request")
        }
    }

    func note(_ block: NewestBlock) {
        state.withLock { $0.newest = block }
    }

    /// Notes something that an answer leaves out.
    func noteUnread(_ entry: UnreadEntry) {
        state.withLock { $0.unread.append(entry) }
    }

    /// What was left out since the last call.
    func takeUnread() -> [UnreadEntry] {
        state.withLock { state in
            defer { state.unread = [] }
            return state.unread
        }
    }
}

extension ElectrumSession {
    /// Negotiates the version of the protocol, and verifies that the server is on the right network. The version goes out
    /// alone: newer servers close a connection that begins otherwise, and some answer no batches
    /// (Documentation/protocols/electrum.md §1.1).
    /// - Parameters:
    ///   - genesis: the first block of that network.
    ///   - version: the version to ask for.
    ///   - habits: which servers answer no batches.
    func greet(
        genesis: [UInt8], _ version: ElectrumVersion, _ habits: ServerHabits, until deadline: ContinuousClock.Instant
    ) async throws(ElectrumFailure) {
        let asked = ContinuousClock.now
        let answer = try await ask([.version(version)], isUrgent: false, until: deadline)[0]
        try note(version: answer)
        let patience = max(Self.batchPatience, (ContinuousClock.now - asked) * 4)
        if !sendsSingleCalls {
            let isKnown = habits.answersNoBatches(server, software: software)
            state.withLock { $0.batching = isKnown ? .none : .untried(patience) }
        }
        // Small enough to arrive at once: the server delays only what follows the first kilobyte of answers.
        let answers = try await ask([.features, .newestBlock], isUrgent: false, until: deadline)
        guard case .success(let features) = answers[0], let shown = features["genesis_hash"]?.string else {
            throw .strange("it does not identify its network\(Self.detail(answers[0]))")
        }
        guard shown.utf8.elementsEqual(genesis.hex.utf8, by: { $0.lowercasedASCII == $1 }) else {
            throw ElectrumFailure(
                .wrong, "is on another network, whose first block is \(ElectrumError.shown(shown))",
                hint: "List servers of this coin and network in config.yaml.")
        }
        guard case .success(let block) = answers[1], let newest = block.newestBlock else {
            throw .strange("it does not report its newest block\(Self.detail(answers[1]))")
        }
        note(newest)
    }

    /// Notes the version that the server chose.
    private func note(version answer: ElectrumMessage.Answer) throws(ElectrumFailure) {
        guard case .success(let version) = answer else {
            throw ElectrumFailure.otherVersion("refuses versions 1.4, 1.6 and 1.7", Self.detail(answer))
        }
        guard let parts = version.elements, parts.count == 2, let spoken = parts[1].string else {
            throw .strange("it does not name its protocol version")
        }
        guard let chosen = ElectrumVersion(spoken) else {
            throw ElectrumFailure.otherVersion("speaks only version \(ElectrumError.shown(spoken))")
        }
        state.withLock { state in
            state.version = chosen
            state.software = ForeignText((parts[0].string ?? "").utf8, limit: 200).text
        }
    }

    private static func detail(_ answer: ElectrumMessage.Answer) -> String {
        if case .failure(let error) = answer { ": \(error.text)" } else { "" }
    }
}

extension ElectrumMessage.Answer {
    /// Whether it is the refusal to list so many transactions of an address.
    var isAboutLongHistory: Bool {
        if case .failure(let error) = self { error.isAboutLongHistory } else { false }
    }
}

/// What a server's answer leaves out, so that the others are asked.
enum UnreadEntry: Sendable {
    /// An entry of a list that cannot be read: the transaction that it names, if any, and the entry itself. Untrusted.
    case entry(TransactionID?, String)
    /// An address of which the server does not list so many transactions.
    case address(String)
}

/// Why one server is of no use for a question. Another one may be.
struct ElectrumFailure: Error, Sendable {
    /// The kinds, which decide what the person is told if no server is left.
    enum Kind: Sendable {
        /// There is no connection, or no answer in time.
        case unreachable
        /// It does not answer this question, or not now.
        case refused
        /// Its answer is wrong, it is on another network, or its identity changed.
        case wrong
    }

    let kind: Kind
    /// What the server did, to follow its name: `did not answer in time`.
    let reason: String
    /// Advice for the person; nil if there is none specific to it.
    var hint: String?
    /// Whether the server may have received the request.
    var mayHaveArrived = true
    /// Whether the reason may be that the calls were sent as a batch.
    private(set) var concernsBatches = false
    /// Whether it speaks another version of the protocol.
    var refusesVersion = false

    init(_ kind: Kind, _ reason: String, hint: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.hint = hint
    }

    /// A connection failure.
    /// - Parameter mayHaveArrived: true if something was sent before.
    init(_ error: NetworkError, mayHaveArrived: Bool? = nil) {
        let message = error.message.last == "." ? String(error.message.dropLast()) : error.message
        switch error.code {
        case .timedOut: self.init(.unreachable, "did not answer in time")
        case .tooLarge: self.init(.refused, "sends too much at once")
        case .brokenAnswer: self.init(.unreachable, "closed the connection")
        case .certificateChanged: self.init(.wrong, "cannot prove its identity: \(message)", hint: error.hint)
        // A changed certificate comes with advice.
        case .tlsFailed where error.hint != nil:
            self.init(.wrong, "cannot prove its identity: \(message)", hint: error.hint)
        default: self.init(.unreachable, "cannot be reached: \(message)", hint: error.hint)
        }
        self.mayHaveArrived = mayHaveArrived ?? error.mayHaveArrived
    }

    /// The same with advice, if the server was unreachable and there is no better advice.
    func hinting(_ hint: String) -> ElectrumFailure {
        var failure = self
        if kind == .unreachable { failure.hint = self.hint ?? hint }
        return failure
    }

    /// The same, whose reason may be that the calls were sent as a batch.
    func concerningBatches(_ concernsBatches: Bool) -> ElectrumFailure {
        var failure = self
        failure.concernsBatches = concernsBatches
        return failure
    }

    /// A server that does not follow the protocol.
    static func strange(_ what: String) -> ElectrumFailure {
        ElectrumFailure(.refused, "does not behave like an Electrum server: \(what)")
    }

    /// A server that speaks none of the versions that this program speaks.
    /// - Parameter detail: what it says about that, after a colon; empty if it says nothing.
    static func otherVersion(_ what: String, _ detail: String = "") -> ElectrumFailure {
        var failure = ElectrumFailure(
            .refused, "\(what) of the Electrum protocol\(detail)",
            hint: "Use another server: this program speaks versions 1.4, 1.6 and 1.7.")
        failure.refusesVersion = true
        return failure
    }

    /// A server that does not list all transactions of an address.
    static func longHistory(of address: String) -> ElectrumFailure {
        ElectrumFailure(
            .refused, "does not list the transactions of \(address), because there are too many",
            hint: "Use a server without this limit, ideally your own.")
    }

    static func refusal(_ error: ElectrumError, of what: String) -> ElectrumFailure {
        switch error.code {
        case ElectrumError.tooMuchAsked: ElectrumFailure(.refused, "is limiting requests for now")
        case ElectrumError.timedOut: ElectrumFailure(.unreachable, "is waiting for its own node")
        default: ElectrumFailure(.refused, "refused \(what): \(error.text)")
        }
    }
}

extension ServiceError {
    /// No server was usable.
    /// - Parameter failures: the failure of each server that was asked; at least one.
    init(_ failures: [(server: LineServer, failure: ElectrumFailure)], coin: String) {
        let kinds = failures.map(\.failure.kind)
        let code: Code =
            kinds.allSatisfy { $0 == .wrong }
            ? .refusedByCheck : kinds.allSatisfy { $0 == .unreachable } ? .networkUnreachable : .networkRefused
        let reasons = failures.map { "\($0.server) \($0.failure.reason)" }.joined(separator: "; ")
        self.init(
            code, "No Electrum server of \(coin) is usable: \(reasons).",
            hint: failures.compactMap(\.failure.hint).first ?? "Nothing was sent.")
    }
}
