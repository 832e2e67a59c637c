import ExactJSON
import SchemeRouter
import Synchronization

/// Calls of a node by HTTP (Documentation/protocols/core-rpc.md §1). Name and password are added by whoever sends the
/// requests.
struct RPCConnection: Sendable {
    /// How long a node that starts, or has too much to do, is left alone.
    private static let pause = Duration.milliseconds(200)

    /// What is learned of the node.
    private final class Knowledge: Sendable {
        let state = Mutex<(lastID: Int64, takesBatches: Bool)>((0, true))
    }

    private let client: any NetworkClient
    private let base: String
    private let knowledge = Knowledge()

    /// - Parameter url: where the node answers, with or without a slash at its end.
    init(_ client: any NetworkClient, url: String) {
        self.client = client
        base = url.hasSuffix("/") ? url : url + "/"
    }

    /// Reads with several calls, in one request where the node takes that. Throws where there is no answer of a node.
    /// - Parameter wallet: which of the node's wallets is asked; nil for the node itself.
    func read(
        _ calls: [RPCCall], in wallet: String? = nil, until deadline: ContinuousClock.Instant
    ) async throws(ServiceError) -> [RPCReply] {
        guard calls.count > 1, knowledge.state.withLock({ $0.takesBatches }) else {
            return try await readOneByOne(calls, in: wallet, until: deadline)
        }
        let ids = calls.map { _ in nextID() }
        let answer = try await readAnswer(
            JSON.array(zip(calls, ids).map { $0.request($1) }), in: wallet, until: deadline)
        // A user with a list of allowed calls may make no batch of them.
        if answer.status == 403 {
            knowledge.state.withLock { $0.takesBatches = false }
            return try await readOneByOne(calls, in: wallet, until: deadline)
        }
        guard let elements = try Self.json(answer, of: calls[0].method).elements, elements.count == calls.count else {
            throw RPCAnswer.noNode("several calls are answered with something else")
        }
        var replies: [RPCReply] = []
        for (element, id) in zip(elements, ids) {
            guard let reply = RPCReply(element, to: id) else {
                throw RPCAnswer.noNode("an answer is that of another call, or none")
            }
            replies.append(reply)
        }
        return replies
    }

    /// Reads with one call.
    func read(
        _ call: RPCCall, in wallet: String? = nil, until deadline: ContinuousClock.Instant
    ) async throws(ServiceError) -> RPCReply {
        let id = nextID()
        let answer = try await readAnswer(call.request(id), in: wallet, until: deadline)
        guard let reply = RPCReply(try Self.json(answer, of: call.method), to: id) else {
            throw RPCAnswer.noNode("\(call.method) is answered with something else")
        }
        return reply
    }

    /// Makes one call that must not arrive twice by itself. Throws ``ServiceError/Code/answerUnknown`` wherever the node
    /// may have got it and does not say what became of it.
    /// - Parameter wallet: which of the node's wallets is told; nil for the node itself.
    func send(
        _ call: RPCCall, in wallet: String? = nil, until deadline: ContinuousClock.Instant
    ) async throws(ServiceError) -> RPCReply {
        let id = nextID()
        let answer: NetworkAnswer
        do throws(NetworkError) {
            answer = try await exchange(call.request(id), in: wallet, isRepeatable: false, until: deadline)
        } catch {
            guard error.mayHaveArrived else { throw Self.unreachable(error) }
            throw Self.unknown(Self.safe(error.message))
        }
        switch RPCAnswer(answer, to: call.method) {
        case .turnedAway(let error): throw error
        case .strange(let what): throw Self.unknown(what)
        case .json(let json):
            guard let reply = RPCReply(json, to: id) else { throw Self.unknown("the answer is that of another call") }
            return reply
        }
    }

    /// A payment was sent, and what became of it is not known.
    static func unknown(_ reason: String) -> ServiceError {
        ServiceError(
            .answerUnknown, "The payment was sent, and it is not known whether the network took it: \(reason).",
            hint: "Do not pay again: look at “router history” first.")
    }

    private func readOneByOne(
        _ calls: [RPCCall], in wallet: String?, until deadline: ContinuousClock.Instant
    ) async throws(ServiceError) -> [RPCReply] {
        var replies: [RPCReply] = []
        for call in calls { replies.append(try await read(call, in: wallet, until: deadline)) }
        return replies
    }

    private func readAnswer(
        _ body: JSON, in wallet: String?, until deadline: ContinuousClock.Instant
    ) async throws(ServiceError) -> NetworkAnswer {
        do throws(NetworkError) {
            return try await exchange(body, in: wallet, isRepeatable: true, until: deadline)
        } catch {
            throw Self.unreachable(error)
        }
    }

    /// Sends a request until a node has read it or the time is over: one that starts, has too much to do or has just
    /// written a new cookie has done nothing yet.
    private func exchange(
        _ body: JSON, in wallet: String?, isRepeatable: Bool, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> NetworkAnswer {
        let request = NetworkRequest.post(
            base + (wallet.map { "wallet/\($0)" } ?? ""), headers: [NetworkHeader("Content-Type", "application/json")],
            body: body.bytes, answerLimit: RPCAnswer.limits.bytes, isRepeatable: isRepeatable)
        var mayRetryLogin = true
        while true {
            let answer = try await client.send(request, until: deadline)
            if answer.status == 401, mayRetryLogin {
                mayRetryLogin = false
                continue
            }
            guard answer.status == 503 || Self.isWarmingUp(answer),
                ContinuousClock.now.advanced(by: Self.pause * 2) < deadline
            else { return answer }
            guard (try? await Task.sleep(for: Self.pause)) != nil else { return answer }
        }
    }

    private static func isWarmingUp(_ answer: NetworkAnswer) -> Bool {
        guard answer.status == 200 || answer.status == 500, answer.body.count < 65_536,
            let json = try? JSON(reading: answer.body, limits: RPCAnswer.limits)
        else { return false }
        return (json.elements ?? [json]).contains { reply in
            reply["error"].flatMap(RPCFailure.init)?.code == .warmingUp
        }
    }

    private static func json(_ answer: NetworkAnswer, of method: String) throws(ServiceError) -> JSON {
        switch RPCAnswer(answer, to: method) {
        case .json(let json): return json
        case .turnedAway(let error): throw error
        case .strange(let what): throw RPCAnswer.noNode(what)
        }
    }

    private static func unreachable(_ error: NetworkError) -> ServiceError {
        ServiceError(
            .networkUnreachable, "The node did not answer: \(safe(error.message))",
            hint: "Nothing was sent. Is the node running?")
    }

    private static func safe(_ text: String) -> String { ForeignText(text.utf8, limit: 200).text }

    private func nextID() -> Int64 {
        knowledge.state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }
}
