import ExactJSON
import SchemeRouter
import Synchronization

@testable import RouterNetworks

/// A node in this process that says what a test wants, and remembers what it was asked.
final class ScriptedNode: NetworkClient {
    enum Reply: Sendable {
        /// The result of the call, as JSON text.
        case result(String)
        /// The node's own refusal.
        case failure(Int, String)
        /// Something else in the place of the whole answer.
        case answer(Int, String)
        /// No answer.
        case nothing(NetworkError)
    }

    struct Call: Sendable {
        let method: String
        let parameters: JSON
        let wallet: String?
        let isRepeatable: Bool
    }

    typealias Rule = @Sendable (Call) -> Reply

    private struct State: Sendable {
        var rules: [String: Rule] = [:]
        var next: [String: [Reply]] = [:]
        var calls: [Call] = []
        var deadlines: [ContinuousClock.Instant] = []
        var takesBatches = true
    }

    private let state = Mutex(State())

    /// A healthy node of Dash's private network, with no wallet but the person's own.
    init() {
        say(Recorded.result("001"), to: "getblockchaininfo")
        say(Recorded.result("002"), to: "getnetworkinfo")
        say("\"\(Recorded.genesis)\"", to: "getblockhash")
        say(Recorded.result("006"), to: "listwallets")
    }

    var calls: [Call] { state.withLock { $0.calls } }
    var methods: [String] { calls.map(\.method) }
    var deadlines: [ContinuousClock.Instant] { state.withLock { $0.deadlines } }

    func calls(of method: String) -> [Call] { calls.filter { $0.method == method } }

    /// From now on a call has this result.
    func say(_ result: String, to method: String) {
        on(method) { _ in .result(result) }
    }

    /// From now on a call is answered so.
    func on(_ method: String, _ rule: @escaping Rule) {
        state.withLock { $0.rules[method] = rule }
    }

    /// The next calls are answered so, one after another, before what holds otherwise.
    func next(_ method: String, _ replies: Reply...) {
        state.withLock { $0.next[method, default: []] += replies }
    }

    /// As for a user with a list of allowed calls.
    func refuseBatches() {
        state.withLock { $0.takesBatches = false }
    }

    func send(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> NetworkAnswer {
        state.withLock { $0.deadlines.append(deadline) }
        guard let json = try? JSON(reading: request.body, limits: RPCResponse.limits) else {
            return Self.answer(500, "")
        }
        let wallet = request.url.split(separator: "/wallet/").dropFirst().first.map(String.init)
        guard let elements = json.elements else {
            return try reply(to: json, in: wallet, request).map { Self.answer($0.status, $0.text) }.get()
        }
        guard state.withLock({ $0.takesBatches }) else { return Self.answer(403, "") }
        var texts: [String] = []
        for element in elements {
            let (status, text) = try reply(to: element, in: wallet, request).get()
            // What is no reply to one call stands for the whole answer.
            guard text.hasPrefix("{\"result\"") else { return Self.answer(status, text) }
            texts.append(text)
        }
        return Self.answer(200, "[" + texts.joined(separator: ",") + "]")
    }

    private func reply(
        to json: JSON, in wallet: String?, _ request: NetworkRequest
    ) -> Result<(status: Int, text: String), NetworkError> {
        let call = Call(
            method: json["method"]?.string ?? "", parameters: json["params"] ?? .null, wallet: wallet,
            isRepeatable: request.isRepeatable)
        let reply = state.withLock { state -> Reply in
            state.calls.append(call)
            if var waiting = state.next[call.method], !waiting.isEmpty {
                let first = waiting.removeFirst()
                state.next[call.method] = waiting
                return first
            }
            return state.rules[call.method]?(call) ?? .failure(-32_601, "Method not found")
        }
        let id = json["id"]?.text ?? "null"
        switch reply {
        case .result(let result): return .success((200, "{\"result\":\(result),\"error\":null,\"id\":\(id)}"))
        case .failure(let code, let message):
            let text = JSON.string(message).text
            return .success(
                (500, "{\"result\":null,\"error\":{\"code\":\(code),\"message\":\(text)},\"id\":\(id)}"))
        case .answer(let status, let text): return .success((status, text))
        case .nothing(let error): return .failure(error)
        }
    }

    private static func answer(_ status: Int, _ text: String) -> NetworkAnswer {
        NetworkAnswer(status: status, headers: [], body: Array(text.utf8))
    }
}

extension NetworkError {
    /// A connection that broke when the request was out.
    static let lost = NetworkError(.brokenAnswer, "The connection broke.", mayHaveArrived: true)
    /// Nobody listens.
    static let refused = NetworkError(.connectFailed, "The connection was refused.", mayHaveArrived: false)
}
