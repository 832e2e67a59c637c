import ExactJSON
import SchemeRouter

/// Sends one signed transaction. It is never signed again here, and a transaction that may have arrived is never
/// reported as “not sent” (S6). Documentation/protocols/core-rpc.md §6 lists what the answers mean.
struct Broadcasting {
    /// How long to keep asking the node about a transaction whose answer was lost.
    private static let inquiry = Duration.seconds(5)

    let node: Node
    let facts: TransactionFacts
    let deadline: Deadline

    /// Returns when the node has the transaction.
    func send(_ transaction: SignedTransaction) async throws(ServiceError) {
        let hex = JSON.string(transaction.bytes.hex)
        // A node that changed since the person was asked could take the payment and keep it to itself.
        let calls = Node.checks + [RPCCall("testmempoolaccept", .array([hex]))]
        let answers = try await node.connection.read(calls, until: deadline)
        try node.check(answers)
        if try await isKnown(answers[Node.checks.count], transaction) { return }
        let answer: RPCAnswer
        do throws(ServiceError) {
            answer = try await node.connection.send(RPCCall("sendrawtransaction", hex), until: deadline)
        } catch {
            guard error.code == .answerUnknown, await nodeHas(transaction) else { throw error }
            return
        }
        switch answer {
        case .result(let result):
            guard result.says(transaction.id.hex) else {
                throw RPCConnection.unknown("the node returned another transaction")
            }
        case .failure(let failure): try await settle(failure, transaction)
        }
    }

    /// Reads `testmempoolaccept`. Returns whether the network already has the transaction; throws if the node would
    /// refuse it. Nothing has been sent yet.
    private func isKnown(_ answer: RPCAnswer, _ transaction: SignedTransaction) async throws(ServiceError) -> Bool {
        let method = "testmempoolaccept"
        // Older nodes have no such call; they report the same when it is sent.
        if answer.failure?.code == .methodNotFound { return false }
        guard let verdict = try answer.get(method).elements?.first, verdict["txid"]?.says(transaction.id.hex) == true
        else {
            throw RPCResponse.strange(method)
        }
        if verdict["allowed"]?.isTrue == true { return false }
        let reason = (verdict["reject-reason"]?.string ?? verdict["package-error"]?.string ?? "").beginning()
        switch reason {
        case "txn-already-in-mempool", "txn-already-known": return true
        case "missing-inputs", "bad-txns-inputs-missingorspent":
            if try await isMined(transaction) { return true }
            throw Self.refused(reason)
        default: throw Self.refused(reason)
        }
    }

    /// Returns if a refusal of `sendrawtransaction` means that the network has the transaction.
    private func settle(_ failure: RPCFailure, _ transaction: SignedTransaction) async throws(ServiceError) {
        switch failure.code {
        case .alreadyInChain: return
        case .rejected where failure.says("txn-already-in-mempool") || failure.says("txn-already-known"): return
        case .verification where !failure.says("Fee exceeds"):
            // Nodes also say this about an old transaction whose outputs are all spent.
            if try await isMined(transaction) { return }
            throw Self.refused(failure.message)
        case .verification, .rejected: throw Self.refused(failure.message)
        case .undecodable:
            throw ServiceError(
                .networkRefused, "The node cannot read the payment: \(failure.text).",
                hint: "The node says that it did not relay the payment.")
        case .networkDisabled:
            // Nodes say this after adding the transaction to the mempool.
            if await nodeHas(transaction) { return }
            throw RPCConnection.unknown("the node's network is off")
        // Before the node looks at the transaction.
        case .warmingUp, .methodNotFound: throw failure.error(of: "sendrawtransaction")
        default:
            // Whatever failed may have failed after the transaction was relayed.
            if await nodeHas(transaction) { return }
            throw RPCConnection.unknown("the node reported \(failure.text)")
        }
    }

    private func isMined(_ transaction: SignedTransaction) async throws(ServiceError) -> Bool {
        if case .confirmed = try await facts.state(of: transaction.id, until: deadline) { return true }
        return false
    }

    /// Whether the node has the transaction, asked after an answer was lost.
    private func nodeHas(_ transaction: SignedTransaction) async -> Bool {
        switch try? await facts.state(of: transaction.id, until: .now + Self.inquiry) {
        case .waiting, .confirmed: true
        case .unknown, nil: false
        }
    }

    private static func refused(_ reason: String) -> ServiceError {
        let text = Quoted(reason, limit: 200)
        let meaning =
            switch reason {
            case _ where reason.hasPrefix("missing-inputs") || reason.hasPrefix("bad-txns-inputs-missingorspent"):
                "its inputs are missing or already spent"
            case _ where reason.hasPrefix("txn-mempool-conflict") || reason.hasPrefix("tx-txlock-conflict"):
                "it conflicts with another payment in the mempool"
            case _ where reason.hasPrefix("min relay fee") || reason.hasPrefix("mempool min fee"):
                "its fee is too low"
            case _ where reason.hasPrefix("max-fee-exceeded") || reason.hasPrefix("Fee exceeds"):
                "its fee is higher than the node's settings allow"
            case _ where reason.hasPrefix("dust"): "an amount is below the dust limit"
            case _ where reason.hasPrefix("too-long-mempool-chain"): "too many of your payments are waiting for a block"
            default: "the node does not accept it"
            }
        return ServiceError(
            .networkRefused, "The node refused the payment: \(meaning)" + (text.isEmpty ? "." : " (\(text))."),
            hint: "The node says that it did not relay the payment.")
    }
}
