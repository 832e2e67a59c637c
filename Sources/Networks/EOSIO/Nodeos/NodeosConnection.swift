import ExactJSON
import SchemeRouter

typealias Deadline = ContinuousClock.Instant

/// HTTP calls to a node (Documentation/protocols/mykey.md §5.4).
struct NodeosConnection: Sendable {
    /// A node's answer.
    enum Answer: Sendable {
        /// The result.
        case result(JSON)
        /// The node refused.
        case failure(NodeosFailure)
    }

    private let client: any NetworkClient
    private let base: String

    /// - Parameter url: the part of the URL before `/v1/chain/`.
    init(_ client: any NetworkClient, url: String) {
        self.client = client
        base = url.hasSuffix("/") ? String(url.dropLast()) : url
    }

    /// Reads. Throws if no node answers.
    func read(_ call: String, _ body: JSON, until deadline: Deadline) async throws(ServiceError) -> Answer {
        let request = NetworkRequest.post(
            url(call), headers: Self.headers, body: body.bytes, answerLimit: JSONLimits.answer.bytes,
            isRepeatable: true)
        let answer: NetworkAnswer
        do throws(NetworkError) {
            answer = try await client.send(request, until: deadline)
        } catch {
            throw ServiceError(
                .networkUnreachable, "The node did not answer: \(Self.safe(error.message))", hint: "Nothing was sent.")
        }
        let json = try? JSON(reading: answer.body, limits: .answer)
        guard !(200..<300).contains(answer.status) else {
            guard let json else { throw Self.strange("its answer to \(call) is not JSON") }
            return .result(json)
        }
        guard let failure = json.flatMap(NodeosFailure.init(answer:)) else {
            throw Self.strange("it answered \(call) with status \(answer.status)")
        }
        return .failure(failure)
    }

    /// Reads a result; throws if the node refuses.
    func answer(to call: String, _ body: JSON, until deadline: Deadline) async throws(ServiceError) -> JSON {
        switch try await read(call, body, until: deadline) {
        case .result(let result): return result
        case .failure(let failure):
            throw ServiceError(
                .networkRefused, "The node refused \(call): \(failure.text).", hint: "Nothing was sent.")
        }
    }

    /// Sends a request that must never be repeated automatically.
    func send(_ body: [UInt8], to call: String, until deadline: Deadline) async throws(NetworkError) -> NetworkAnswer {
        try await client.send(
            .post(url(call), headers: Self.headers, body: body, answerLimit: JSONLimits.answer.bytes), until: deadline)
    }

    /// A server that does not answer like a node.
    static func strange(_ what: String) -> ServiceError {
        ServiceError(
            .networkRefused, "The node does not behave like an EOSIO node: \(what).",
            hint: "Nothing was sent. Does the url in config.yaml belong to a node?")
    }

    static func safe(_ text: String) -> String { ForeignText(text.utf8, limit: 200).text }

    private static let headers = [NetworkHeader("Content-Type", "application/json")]

    private func url(_ call: String) -> String { "\(base)/v1/chain/\(call)" }
}
