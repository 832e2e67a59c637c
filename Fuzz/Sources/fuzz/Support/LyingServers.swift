import Synchronization

@testable import ExactJSON
@testable import RouterConnections
@testable import SchemeRouter

/// Responses of servers, from pieces of an input, in order. After the last one, servers no longer respond.
final class Lies: Sendable {
    private let input: Mutex<Input>
    private let asked = Mutex(0)

    init(_ bytes: [UInt8]) {
        input = Mutex(Input(bytes))
    }

    /// The number of requests.
    var questions: Int { asked.withLock { $0 } }

    func next() -> [UInt8]? {
        asked.withLock { $0 += 1 }
        return input.withLock { input in input.rest.isEmpty ? nil : input.piece() }
    }

    /// The response to one call or several. Pieces are results, so that each request gets a matching response. A piece
    /// that begins with `!` is an error instead.
    func answer(_ request: JSON) -> [UInt8]? {
        guard let calls = request.elements else { return one(request) }
        var answers: [[UInt8]] = []
        for call in calls {
            guard let answer = one(call) else { return nil }
            answers.append(answer)
        }
        return Array("[".utf8) + answers.joined(separator: ",".utf8) + Array("]".utf8)
    }

    private func one(_ call: JSON) -> [UInt8]? {
        guard let id = call["id"], let piece = next() else { return nil }
        let isError = piece.first == UInt8(ascii: "!")
        let member = isError ? "error" : "result"
        return Array(#"{"id":\#(id.text),"\#(member)":"#.utf8) + piece.dropFirst(isError ? 1 : 0) + Array("}".utf8)
    }
}

/// An HTTP server that lies. The first byte of an input selects the status of its responses, and whether they are whole
/// responses or results of calls.
struct LyingServer: NetworkClient {
    private let lies: Lies
    private let choice: UInt8

    init(_ lies: Lies, choice: UInt8) {
        self.lies = lies
        self.choice = choice
    }

    // Without 503, after which clients wait.
    private static let statuses = [200, 200, 200, 500, 401, 403, 404, 202]

    func send(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> NetworkAnswer {
        let call = try? JSON(reading: request.body, limits: .answer)
        let body = choice & 8 == 0 ? call.flatMap(lies.answer) : lies.next()
        guard let body else { throw .unsent(.connectFailed, "Nobody is there.") }
        return NetworkAnswer(status: Self.statuses[Int(choice & 7)], headers: [], body: body)
    }
}

/// Line-based servers that lie.
struct LyingLines: LineNetwork {
    let lies: Lies
    let isWhole: Bool

    func connect(
        to server: LineServer, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> any LineConnection { Connection(lies: lies, isWhole: isWhole) }

    private final class Connection: LineConnection {
        let lies: Lies
        let isWhole: Bool
        let said = Mutex<[[UInt8]]>([])

        init(lies: Lies, isWhole: Bool) {
            self.lies = lies
            self.isWhole = isWhole
        }

        var certificate: [UInt8]? { nil }

        func send(_ lines: [[UInt8]]) async throws(NetworkError) {
            for line in lines {
                guard let request = try? JSON(reading: line, limits: .answer) else { fatalError("a request is JSON") }
                guard let answer = isWhole ? lies.next() : lies.answer(request) else { continue }
                said.withLock { $0.append(answer) }
            }
        }

        func receive(until deadline: ContinuousClock.Instant) async throws(NetworkError) -> [UInt8] {
            guard let line = said.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
                throw NetworkError(.brokenAnswer, "The connection broke.", mayHaveArrived: true)
            }
            return line
        }

        func close() {}
    }
}
