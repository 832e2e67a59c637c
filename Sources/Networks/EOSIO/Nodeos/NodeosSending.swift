import ExactJSON
import SchemeRouter

/// Sends one signed transaction, once. It is never signed again here, and one that may have arrived is never sent again
/// (S6).
struct NodeosSending {
    let connection: NodeosConnection
    let deadline: Deadline
    /// The time on this computer's clock.
    let now: UnixTime

    /// Returns when the transaction was executed, or the node already had it.
    ///
    /// A refusal is only the node's word: it can keep what it refused and have it executed until the transaction
    /// expires by this computer's clock. Until then this throws ``ServiceError/Code/answerUnknown``, so that nothing is
    /// signed again (S16).
    func send(_ transaction: SignedTransaction) async throws(ServiceError) {
        do throws(ServiceError) {
            try await sendOnce(transaction)
        } catch {
            guard error.code != .networkUnreachable, error.code != .answerUnknown, let end = transaction.expires,
                now <= end
            else { throw error }
            throw .refusedForNow(error)
        }
    }

    private func sendOnce(_ transaction: SignedTransaction) async throws(ServiceError) {
        var answer = try await post(transaction, to: "send_transaction")
        // Nodes before EOSIO 1.8 have only the older call. Such a node did nothing with the first one.
        if answer.status == 404 { answer = try await postAgain(transaction, after: answer.status) }
        let json = try? JSON(reading: answer.body, limits: .answer)
        if (200..<300).contains(answer.status) {
            try check(json, transaction)
        } else {
            try refuse(answer.status, json)
        }
    }

    /// The older call. If the node is gone by now, it may have kept the transaction from the first call, whatever it
    /// said.
    private func postAgain(
        _ transaction: SignedTransaction, after status: Int
    ) async throws(ServiceError) -> NetworkAnswer {
        do throws(ServiceError) {
            return try await post(transaction, to: "push_transaction")
        } catch {
            throw error.code == .networkUnreachable ? Self.refused(status) : error
        }
    }

    private func post(_ transaction: SignedTransaction, to call: String) async throws(ServiceError) -> NetworkAnswer {
        do throws(NetworkError) {
            return try await connection.send(transaction.bytes, to: call, until: deadline)
        } catch {
            guard error.mayHaveArrived else {
                throw ServiceError(
                    .networkUnreachable, "The node could not be reached: \(NodeosConnection.safe(error.message))",
                    hint: "Nothing was sent.")
            }
            throw .unknownAnswer(NodeosConnection.safe(error.reason))
        }
    }

    /// An answer that reports success counts only if it says what happened to the transaction.
    private func check(_ json: JSON?, _ transaction: SignedTransaction) throws(ServiceError) {
        guard let json, let processed = json["processed"], processed.members != nil else {
            throw .unknownAnswer("the node's answer does not show it")
        }
        if let except = processed["except"], except != .null {
            if let error = SendFailure.error(NodeosFailure(except: except)) { throw error }
            return
        }
        guard let status = processed["receipt"]?["status"]?.string else {
            throw .unknownAnswer("the node's answer does not show it")
        }
        guard status.isSame("executed") else {
            throw ServiceError(
                .networkRefused, "The network did not execute the transaction: \(Quoted(status, limit: 40)).",
                hint: "Nothing was executed.")
        }
        guard json["transaction_id"].map({ $0.string == nil || $0.says(transaction.id.hex) }) ?? true else {
            throw .unknownAnswer("the node returned another transaction")
        }
    }

    private func refuse(_ status: Int, _ json: JSON?) throws(ServiceError) {
        if let failure = json.flatMap(NodeosFailure.init(answer:)) {
            if let error = SendFailure.error(failure) { throw error }
            return
        }
        // A server in front of a node rejects a request without passing it on; a gateway without an answer may have
        // passed it on.
        guard (400..<500).contains(status), status != 408 else {
            throw .unknownAnswer("the node answered with status \(status)")
        }
        throw Self.refused(status)
    }

    private static func refused(_ status: Int) -> ServiceError {
        ServiceError(
            .networkRefused, "The node's server refused the transaction with status \(status).",
            hint: "Nothing was sent.")
    }
}

/// Why a node did not execute a transaction (Documentation/protocols/mykey.md §5.4).
enum SendFailure: Sendable, CaseIterable {
    case duplicate
    case assertion
    case notEnoughMemory
    case notEnoughNetwork
    case notEnoughProcessor
    case deadline
    case expired
    case wrongBlock
    case notAuthorised
    case unknownName

    /// The names without `_exception`. Names take precedence over numbers.
    private static let table: [(name: String, code: Int64, failure: SendFailure)] = [
        ("tx_duplicate", 3_040_008, .duplicate),
        ("eosio_assert_message", 3_050_003, .assertion),
        ("eosio_assert_code", 3_050_004, .assertion),
        ("ram_usage_exceeded", 3_080_001, .notEnoughMemory),
        ("tx_net_usage_exceeded", 3_080_002, .notEnoughNetwork),
        ("greylist_net_usage_exceeded", 3_080_007, .notEnoughNetwork),
        ("tx_cpu_usage_exceeded", 3_080_004, .notEnoughProcessor),
        ("greylist_cpu_usage_exceeded", 3_080_008, .notEnoughProcessor),
        ("deadline", 3_080_006, .deadline),
        ("leeway_deadline", 3_081_001, .deadline),
        ("expired_tx", 3_040_005, .expired),
        ("tx_exp_too_far", 3_040_006, .wrongBlock),
        ("invalid_ref_block", 3_040_007, .wrongBlock),
        ("unsatisfied_authorization", 3_090_003, .notAuthorised),
        ("missing_auth", 3_090_004, .notAuthorised),
        ("name_type", 3_010_001, .unknownName),
        ("account_query", 3_060_002, .unknownName),
    ]

    /// Nil for a failure that only the node's message explains.
    init?(_ failure: NodeosFailure) {
        guard
            let row = Self.table.first(where: { $0.name == failure.name })
                ?? Self.table.first(where: { $0.code == failure.code })
        else { return nil }
        // A number that means something else on a fork must not turn a refusal into success.
        guard row.failure != .duplicate || row.name == failure.name || failure.name.isEmpty else { return nil }
        self = row.failure
    }

    /// The error for the person; nil if the network already has the transaction.
    static func error(_ failure: NodeosFailure) -> ServiceError? {
        switch SendFailure(failure) {
        case .duplicate: return nil
        case .assertion where failure.says("overdrawn balance", "no balance object found"):
            return ServiceError(
                .insufficientFunds, "The account does not have enough of the token.", hint: nothingWasSent)
        case .assertion, nil: return refused("The network refused the transaction: \(failure.text).")
        case .notEnoughMemory: return resources("RAM", failure)
        case .notEnoughNetwork: return resources("NET", failure)
        case .notEnoughProcessor: return resources("CPU", failure)
        case .deadline:
            return .unknownAnswer("the node ran out of time: \(failure.text)")
        case .expired: return refused("The transaction arrived too late: it was valid for two minutes.")
        case .wrongBlock:
            return refused("The block that the transaction refers to is unknown to the network: \(failure.text).")
        case .notAuthorised:
            return refused("The network does not accept this signature for the account: \(failure.text).")
        case .unknownName:
            return ServiceError(
                .unfitRequest, "A name in the transaction is unknown to the network: \(failure.text).",
                hint: nothingWasSent)
        }
    }

    private static let nothingWasSent = "Nothing was executed."

    private static func refused(_ message: String) -> ServiceError {
        ServiceError(.networkRefused, message, hint: nothingWasSent)
    }

    private static func resources(_ name: String, _ failure: NodeosFailure) -> ServiceError {
        refused("The account does not have enough \(name): \(failure.text).")
    }
}

extension ServiceError {
    /// A node refused a transaction that could still be executed.
    static func refusedForNow(_ refusal: ServiceError) -> ServiceError {
        ServiceError(
            .answerUnknown,
            "The node did not execute the transaction but could still do so until it expires: \(refusal.message)",
            hint: "Open the same link again: it resends the same transaction and never signs another one.")
    }

    /// A transaction was sent, and its fate is unknown.
    static func unknownAnswer(_ reason: String) -> ServiceError {
        ServiceError(
            .answerUnknown, "The transaction was sent, and it is not known whether it was executed: \(reason).",
            hint: "Check the account before you do it again.")
    }
}

/// An exception of a node (`libraries/chain/include/eosio/chain/exceptions.hpp`).
struct NodeosFailure: Error, Sendable {
    /// Its number; forks of EOSIO have reassigned some of them.
    var code: Int64 = 0
    /// Its name, such as `tx_duplicate`, without the suffix `_exception`.
    let name: String
    /// The node's message for this case. Untrusted text.
    let detail: String

    /// The message, safe to show.
    var text: String {
        let text = Quoted(detail.isEmpty ? name : detail, limit: 200)
        return text.isEmpty ? "it gives no reason" : "\(text)"
    }

    /// Whether the node reports that the account does not exist: until 2023 it did so with a library's message (Leap,
    /// pull request 912).
    var isUnknownAccount: Bool { name == "account_query" || says("unknown key") }

    /// Whether the node's message contains any of these words.
    func says(_ words: String...) -> Bool { words.contains { detail.utf8.contains($0.utf8) } }
}

extension NodeosFailure {
    /// The `error` of an answer other than 2xx; nil if it has none.
    init?(answer: JSON) {
        guard let error = answer["error"], let code: Int64 = error.integer("code") else { return nil }
        let details = (error["details"]?.elements ?? []).compactMap { $0["message"]?.string }
        self.init(
            code: code, name: Self.shortName(error),
            detail: (details.first ?? error["what"]?.string ?? answer["message"]?.string ?? "").beginning())
    }

    /// The `except` of a transaction that was accepted but not executed.
    init(except: JSON) {
        let entry = except["stack"]?.elements?.first
        let data = (entry?["data"]?.members ?? []).compactMap(\.value.string)
        let texts = [entry?["format"]?.string].compactMap(\.self) + data
        self.init(
            code: except.integer("code") ?? 0, name: Self.shortName(except),
            detail: (texts.isEmpty ? except["message"]?.string ?? "" : texts.joined(separator: " ")).beginning())
    }

    private static func shortName(_ error: JSON) -> String {
        let name = (error["name"]?.string ?? "").beginning()
        return name.hasSuffix("_exception") ? String(name.dropLast("_exception".count)) : name
    }
}

/// HTTP calls to a node (Documentation/protocols/mykey.md §5.4).
struct NodeosConnection: Sendable {
    /// A node's answer.
    enum Answer: Sendable {
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
