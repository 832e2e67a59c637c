import ExactJSON
import SchemeRouter
import Synchronization

/// HTTP calls to a node (Documentation/protocols/core-rpc.md §1). The program that sends them adds the user name and
/// password.
struct RPCConnection: Sendable {
    /// How long to wait before asking a starting or overloaded node again.
    private static let pause = Duration.milliseconds(200)

    /// What has been learned about the node.
    private final class Knowledge: Sendable {
        let state = Mutex<(lastID: Int64, takesBatches: Bool)>((0, true))
    }

    private let client: any NetworkClient
    private let base: String
    private let knowledge = Knowledge()

    /// - Parameter url: the node's URL, with or without a trailing slash.
    init(_ client: any NetworkClient, url: String) {
        self.client = client
        base = url.hasSuffix("/") ? url : url + "/"
    }

    /// Reads with several calls, in one request if the node accepts batches. Throws if no node answers.
    /// - Parameter wallet: the node's wallet to call; nil for the node itself.
    func read(
        _ calls: [RPCCall], in wallet: String? = nil, until deadline: Deadline
    ) async throws(ServiceError) -> [RPCAnswer] {
        guard calls.count > 1, knowledge.state.withLock({ $0.takesBatches }) else {
            return try await readOneByOne(calls, in: wallet, until: deadline)
        }
        let ids = calls.map { _ in nextID() }
        let method = calls[0].method
        let (status, response) = try await readResponse(
            JSON.array(zip(calls, ids).map { $0.request($1) }), to: method, in: wallet, until: deadline)
        // A user with a list of allowed calls may not send them as a batch.
        if status == 403 {
            knowledge.state.withLock { $0.takesBatches = false }
            return try await readOneByOne(calls, in: wallet, until: deadline)
        }
        guard let elements = try Self.json(response).elements, elements.count == calls.count else {
            throw RPCResponse.noNode("its answer to several calls is malformed")
        }
        var answers: [RPCAnswer] = []
        for (element, id) in zip(elements, ids) {
            guard let answer = RPCAnswer(element, to: id) else {
                throw RPCResponse.noNode("an answer is missing or belongs to another call")
            }
            answers.append(answer)
        }
        return answers
    }

    func read(
        _ call: RPCCall, in wallet: String? = nil, until deadline: Deadline
    ) async throws(ServiceError) -> RPCAnswer {
        let id = nextID()
        let (_, response) = try await readResponse(call.request(id), to: call.method, in: wallet, until: deadline)
        guard let answer = RPCAnswer(try Self.json(response), to: id) else {
            throw RPCResponse.strange(call.method)
        }
        return answer
    }

    /// Makes one call that carries a payment and must never be repeated automatically. Throws ``ServiceError/Code/answerUnknown`` whenever
    /// the node may have received it but does not report the result.
    /// - Parameter wallet: the node's wallet to call; nil for the node itself.
    func send(
        _ call: RPCCall, in wallet: String? = nil, until deadline: Deadline
    ) async throws(ServiceError) -> RPCAnswer {
        let id = nextID()
        let response: RPCResponse
        do throws(NetworkError) {
            (_, response) = try await exchange(
                call.request(id), to: call.method, in: wallet, isRepeatable: false, until: deadline)
        } catch {
            guard error.mayHaveArrived else { throw Self.unreachable(error) }
            throw Self.unknown(Self.safe(error.reason))
        }
        switch response {
        case .rejectedUnread(let error): throw error.ofReceiver
        case .strange(let what): throw Self.unknown(what)
        case .json(let json):
            guard let answer = RPCAnswer(json, to: id) else { throw Self.unknown("the answer belongs to another call") }
            return answer
        }
    }

    /// A payment was sent, and its fate is unknown.
    static func unknown(_ reason: String) -> ServiceError {
        ServiceError(
            .answerUnknown, "It is not known whether the payment was made: \(reason).",
            hint: Remedy.history.text(
                { "Do not pay again before you check \($0)." }, or: "Do not pay again before you know."))
    }

    private func readOneByOne(
        _ calls: [RPCCall], in wallet: String?, until deadline: Deadline
    ) async throws(ServiceError) -> [RPCAnswer] {
        var answers: [RPCAnswer] = []
        for call in calls { answers.append(try await read(call, in: wallet, until: deadline)) }
        return answers
    }

    private func readResponse(
        _ body: JSON, to method: String, in wallet: String?, until deadline: Deadline
    ) async throws(ServiceError) -> (status: Int, RPCResponse) {
        do throws(NetworkError) {
            return try await exchange(body, to: method, in: wallet, isRepeatable: true, until: deadline)
        } catch {
            throw Self.unreachable(error)
        }
    }

    /// Sends a request until a node has read it or the time is over: a node that is starting, is overloaded or has just
    /// written a new cookie has done nothing yet.
    private func exchange(
        _ body: JSON, to method: String, in wallet: String?, isRepeatable: Bool, until deadline: Deadline
    ) async throws(NetworkError) -> (status: Int, RPCResponse) {
        let request = NetworkRequest.post(
            base + (wallet.map { "wallet/\($0)" } ?? ""), headers: [NetworkHeader("Content-Type", "application/json")],
            body: body.bytes, answerLimit: RPCResponse.limits.bytes, isRepeatable: isRepeatable)
        var mayRetryLogin = true
        while true {
            let answer = try await client.send(request, until: deadline)
            if answer.status == 401, mayRetryLogin {
                mayRetryLogin = false
                continue
            }
            let response = RPCResponse(answer, to: method)
            guard answer.status == 503 || response.isWarmingUp,
                ContinuousClock.now.advanced(by: Self.pause * 2) < deadline
            else { return (answer.status, response) }
            guard (try? await Task.sleep(for: Self.pause)) != nil else { return (answer.status, response) }
        }
    }

    private static func json(_ response: RPCResponse) throws(ServiceError) -> JSON {
        switch response {
        case .json(let json): return json
        case .rejectedUnread(let error): throw error
        case .strange(let what): throw RPCResponse.noNode(what)
        }
    }

    private static func unreachable(_ error: NetworkError) -> ServiceError {
        ServiceError(
            .networkUnreachable, "The node did not answer: \(safe(error.message))",
            hint: "Nothing was sent. \(error.hint.map(safe) ?? "Is the node running?")")
    }

    private static func safe(_ text: String) -> String { ForeignText(text.utf8, limit: 200).text }

    private func nextID() -> Int64 {
        knowledge.state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }
}
