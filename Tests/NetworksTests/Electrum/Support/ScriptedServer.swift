import ExactJSON
import SchemeRouter
import Synchronization

@testable import RouterNetworks

/// A server inside the test. It answers each line at once, so that if there is no line to receive none would ever come:
/// then the time is up at once, and no test waits.
final class ScriptedServer: Sendable {
    /// What it says to a call; nil if it keeps silent.
    typealias Script = @Sendable (_ method: String, _ parameters: [JSON]) -> ElectrumMessage.Answer?

    /// What goes wrong with the lines, besides what they say.
    enum Fault: Sendable, Equatable {
        case none
        /// Connecting takes for ever.
        case hangs
        /// Nothing is answered from this line of a connection on, counted from 0.
        case silent(from: Int)
        /// The connection ends instead of the answer to this line.
        case drops(at: Int)
        /// The same, and the line does not even arrive.
        case refusesToSend(at: Int)
        /// These lines come instead of the answer to this one.
        case says([[UInt8]], at: Int)
        /// Answers of less than a kilobyte are kept back until more is asked.
        case holdsBack
        /// A line with several calls is answered in a way of its own.
        case batches(Batches)
        /// The first answer takes this long.
        case late(Duration)
    }

    /// What comes of a line with several calls.
    enum Batches: Sendable, Equatable {
        /// Nothing.
        case ignored
        /// One error for all of them, with this number.
        case refused(Int64)
        /// The end of the connection.
        case closed
        /// The answer to the first call, then the end of the connection.
        case partlyClosed
        /// The answer to the first call, then nothing.
        case partlyIgnored
        /// Something that is not JSON.
        case garbled
        /// Each call fails for which the version was not answered before its line.
        case versionChecked
        /// The answers in reverse, each in a list of its own, with notifications and answers to nothing between them.
        case scattered
        /// The same as `refused` for more than this many calls.
        case limited(Int)
    }

    private struct State: Sendable {
        var fault = Fault.none
        var connections = 0
        var writes: [[Int]] = []
        var calls: [(method: String, parameters: [JSON])] = []
        var deadlines: [ContinuousClock.Instant] = []
    }

    let script: Script
    private let state: Mutex<State>

    init(_ fault: Fault = .none, _ script: @escaping Script) {
        self.script = script
        state = Mutex(State(fault: fault))
    }

    /// What goes wrong with connections from now on.
    var fault: Fault {
        get { state.withLock { $0.fault } }
        set { state.withLock { $0.fault = newValue } }
    }

    /// How often somebody connected.
    var connections: Int { state.withLock { $0.connections } }
    /// The numbers of calls in the lines of each piece that was sent to it, over all connections.
    var writes: [[Int]] { state.withLock { $0.writes } }
    /// All calls that arrived.
    var methods: [String] { state.withLock { $0.calls.map(\.method) } }
    /// What calls of a method were about.
    func parameters(of method: String) -> [[JSON]] {
        state.withLock { $0.calls.filter { $0.method == method }.map(\.parameters) }
    }
    /// Until when its answers were waited for.
    var deadlines: [ContinuousClock.Instant] { state.withLock { $0.deadlines } }

    fileprivate func noteConnection() -> Fault {
        state.withLock { state in
            state.connections += 1
            return state.fault
        }
    }

    fileprivate func note(_ lines: [[UInt8]]) {
        let counts = lines.map { (try? JSON(reading: $0, limits: ElectrumMessage.limits))?.elements?.count ?? 1 }
        state.withLock { $0.writes.append(counts) }
    }

    fileprivate func note(_ deadline: ContinuousClock.Instant) {
        state.withLock { $0.deadlines.append(deadline) }
    }

    /// The line that answers a line; nil if nothing does.
    fileprivate func answer(to line: [UInt8]) -> [UInt8]? {
        guard let json = try? JSON(reading: line, limits: ElectrumMessage.limits) else { return nil }
        let answers = (json.elements ?? [json]).compactMap { request -> JSON? in
            guard let method = request["method"]?.string, let id = request["id"] else { return nil }
            let parameters = request["params"]?.elements ?? []
            state.withLock { $0.calls.append((method, parameters)) }
            switch script(method, parameters) {
            case .success(let result)?: return .object([("jsonrpc", .string("2.0")), ("result", result), ("id", id)])
            case .failure(let error)?:
                let json = JSON.object([("code", .number(error.code)), ("message", .string(error.message))])
                return .object([("jsonrpc", .string("2.0")), ("error", json), ("id", id)])
            case nil: return nil
            }
        }
        guard !answers.isEmpty else { return nil }
        return json.elements == nil ? answers[0].bytes : JSON.array(answers).bytes
    }

    /// The lines that answer a line, and whether the connection ends then.
    fileprivate func answer(
        to line: [UInt8], _ batches: Batches, isFirst: Bool
    ) -> (lines: [[UInt8]], isEnd: Bool) {
        guard let answer = answer(to: line) else { return ([], false) }
        guard let answers = (try? JSON(reading: answer, limits: ElectrumMessage.limits))?.elements else {
            return ([answer], false)
        }
        func refusal(_ code: Int64, _ id: JSON) -> JSON {
            .object([
                ("jsonrpc", .string("2.0")), ("id", id),
                ("error", .object([("code", .number(code)), ("message", .string("not here"))])),
            ])
        }
        switch batches {
        case .ignored: return ([], false)
        case .refused(let code): return ([refusal(code, .null).bytes], false)
        case .limited(let count) where answers.count > count: return ([refusal(-32_600, .null).bytes], false)
        case .limited: return ([answer], false)
        case .closed: return ([], true)
        case .partlyClosed: return ([JSON.array([answers[0]]).bytes], true)
        case .partlyIgnored: return ([answers[0].bytes], false)
        case .garbled: return ([Array("invalid request".utf8)], false)
        case .versionChecked:
            return isFirst
                ? ([JSON.array(answers.map { refusal(-1, $0["id"] ?? .null) }).bytes], false) : ([answer], false)
        case .scattered:
            let aside = [
                #"{"jsonrpc":"2.0","method":"blockchain.headers.subscribe","params":[{"height":121,"hex":""}]}"#,
                #"{"jsonrpc":"2.0","result":"late","id":77777}"#, #"{"jsonrpc":"2.0","method":"blockchain.relayfee"}"#,
            ].map { Array($0.utf8) }
            return (answers.reversed().flatMap { [JSON.array([$0]).bytes] + aside }, false)
        }
    }

    /// A connection to it.
    final class Connection: LineConnection {
        private struct State: Sendable {
            var lines: [[UInt8]] = []
            var held: [[UInt8]] = []
            var sent = 0
            var isClosed = false
            /// Whether the next line takes a while.
            var isLate = true
        }

        let certificate: [UInt8]? = nil
        private let server: ScriptedServer
        private let fault: Fault
        private let state = Mutex(State())

        fileprivate init(_ server: ScriptedServer, _ fault: Fault) {
            (self.server, self.fault) = (server, fault)
        }

        func send(_ lines: [[UInt8]]) async throws(NetworkError) {
            server.note(lines)
            for line in lines { try send(line) }
        }

        private func send(_ line: [UInt8]) throws(NetworkError) {
            let number = try state.withLock { state throws(NetworkError) in
                guard !state.isClosed else { throw ScriptedServer.gone(mayHaveArrived: false) }
                defer { state.sent += 1 }
                return state.sent
            }
            switch fault {
            case .silent(let from) where number >= from: return
            case .refusesToSend(let place) where number == place:
                state.withLock { $0.isClosed = true }
                throw ScriptedServer.gone(mayHaveArrived: false)
            case .drops(let place) where number == place:
                _ = server.answer(to: line)
                state.withLock { $0.isClosed = true }
            case .says(let words, let place) where number == place:
                state.withLock { $0.lines += words }
            case .batches(let batches):
                let (words, isEnd) = server.answer(to: line, batches, isFirst: number == 0)
                state.withLock { state in
                    state.lines += words
                    state.isClosed = isEnd
                }
            default:
                guard let answer = server.answer(to: line) else { return }
                state.withLock { state in
                    // The greeting is before the first kilobyte of a session, which is not kept back.
                    guard fault == .holdsBack, number > 1, answer.count < 1_024 else {
                        state.lines += state.held + [answer]
                        state.held = []
                        return
                    }
                    state.held.append(answer)
                }
            }
        }

        func receive(until deadline: ContinuousClock.Instant) async throws(NetworkError) -> [UInt8] {
            server.note(deadline)
            return try state.withLock { state throws(NetworkError) in
                // Nobody waits for it really: an answer that takes longer than that does not come.
                if case .late(let delay) = fault, state.isLate, .now + delay > deadline {
                    throw NetworkError(.timedOut, "No line arrived in time.", mayHaveArrived: true)
                }
                state.isLate = false
                if !state.lines.isEmpty { return state.lines.removeFirst() }
                guard !state.isClosed else { throw ScriptedServer.gone(mayHaveArrived: true) }
                throw NetworkError(.timedOut, "No line arrived in time.", mayHaveArrived: true)
            }
        }

        func close() { state.withLock { $0.isClosed = true } }
    }

    fileprivate static func gone(mayHaveArrived: Bool) -> NetworkError {
        NetworkError(.brokenAnswer, "The server closed the connection.", mayHaveArrived: mayHaveArrived)
    }
}

/// The servers of a test by their hosts. Others are not there.
struct ScriptedNetwork: LineNetwork {
    let servers: [String: ScriptedServer]

    func connect(
        to server: LineServer, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> any LineConnection {
        guard let scripted = servers[server.host] else {
            throw NetworkError(.connectFailed, "Nobody answers there.", mayHaveArrived: false)
        }
        let fault = scripted.noteConnection()
        if fault == .hangs {
            // For ever: only the end of the task ends it.
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
            throw NetworkError(.cancelled, "It was cancelled.", mayHaveArrived: false)
        }
        return ScriptedServer.Connection(scripted, fault)
    }
}
