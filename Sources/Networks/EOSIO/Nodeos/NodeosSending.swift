import ExactJSON
import SchemeRouter

/// Sends one signed transaction, once. It is never signed again here, and what may have arrived is never repeated (S6).
struct NodeosSending {
    let connection: NodeosConnection
    let deadline: Deadline
    /// The time by this computer's clock.
    let now: UnixTime

    /// Returns when the transaction was executed, or the node had it already.
    ///
    /// A refusal is a node's word: it can keep what it refused and have it executed until its time is over, by this
    /// computer's clock. Until then ``ServiceError/Code/answerUnknown`` is thrown, so that nothing is signed again
    /// (S16).
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
        // Before EOSIO 1.8 nodes have only the older call. This one did nothing with the first.
        if answer.status == 404 { answer = try await postAgain(transaction, after: answer.status) }
        let json = try? JSON(reading: answer.body, limits: .answer)
        if (200..<300).contains(answer.status) {
            try check(json, transaction)
        } else {
            try refuse(answer.status, json)
        }
    }

    /// The older call. A node that is gone by now has the transaction from the first one, and only said that it did nothing.
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

    /// An answer that says it went well is one only when it says what became of it.
    private func check(_ json: JSON?, _ transaction: SignedTransaction) throws(ServiceError) {
        guard let json, let processed = json["processed"], processed.members != nil else {
            throw .unknownAnswer("the node’s answer does not show it")
        }
        if let except = processed["except"], except != .null {
            if let error = SendFailure.error(NodeosFailure(except: except)) { throw error }
            return
        }
        guard let status = processed["receipt"]?["status"]?.string else {
            throw .unknownAnswer("the node’s answer does not show it")
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
        // A server in front of a node refuses without asking it; a gateway without an answer may have asked.
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
