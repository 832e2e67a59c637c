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
            let reason = NodeosConnection.safe(error.message)
            guard error.mayHaveArrived else {
                throw ServiceError(
                    .networkUnreachable, "The node could not be reached: \(reason)", hint: "Nothing was sent.")
            }
            throw .unknownAnswer(reason)
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
