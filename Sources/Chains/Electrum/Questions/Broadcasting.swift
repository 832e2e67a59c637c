import SchemeRouter
import Synchronization

/// Sends one signed transaction. It is never signed again here; its bytes may go to several servers, because a network
/// takes them only once. What may have arrived is not called “not sent” (S6).
struct Broadcasting: Sendable {
    let pool: ServerPool

    private enum Verdict: Sendable {
        case taken
        case refused(String)
    }

    /// Returns when a server says that the network has the transaction.
    func send(_ transaction: SignedTransaction) async throws(ServiceError) {
        let mayHaveArrived = Flag()
        let verdict: Verdict
        do throws(ServiceError) {
            verdict = try await pool.ask { (session) throws(ElectrumFailure) in
                try await Self.send(transaction, over: session, mayHaveArrived)
            }
        } catch {
            guard mayHaveArrived.isSet else { throw error }
            return try await settle(transaction, otherwise: Self.unknown(transaction, error.message))
        }
        guard case .refused(let reason) = verdict else { return }
        // One that took it, and could not say so, makes the next one refuse. And a server may say that it refuses what it
        // passes on, so that the person pays again: the others are asked.
        let refusal = ServiceError(.networkRefused, reason, hint: "Nothing was sent.")
        try await settle(
            transaction, otherwise: mayHaveArrived.isSet ? Self.unknown(transaction, reason) : refusal)
    }

    /// Looks up whether any server has the transaction.
    private func settle(_ transaction: SignedTransaction, otherwise error: ServiceError) async throws(ServiceError) {
        let state = try? await pool.state(of: transaction.id)
        guard state == nil || state == .unknown else { return }
        throw error
    }

    private static func unknown(_ transaction: SignedTransaction, _ reason: String) -> ServiceError {
        ServiceError(
            .answerUnknown, "Whether the payment was sent is not known: \(reason)",
            hint: "Do not pay again before you know: look at “router wallet history”, or for \(transaction.id).")
    }

    private static func send(
        _ transaction: SignedTransaction, over session: ElectrumSession, _ mayHaveArrived: Flag
    ) async throws(ElectrumFailure) -> Verdict {
        let reply: ElectrumMessage.Reply
        do throws(ElectrumFailure) {
            reply = try await session.ask([.broadcast(transaction.bytes)])[0]
        } catch {
            if error.mayHaveArrived { mayHaveArrived.set() }
            throw error
        }
        switch reply {
        case .success(let json):
            if json.transactionID == transaction.id { return .taken }
            mayHaveArrived.set()
            throw ElectrumFailure(.wrong, "speaks of another transaction than the one it was sent")
        case .failure(let error):
            switch BroadcastRefusal(error) {
            case .alreadyThere: return .taken
            case .spentInputs:
                // Also said of a transaction in a block, where what it paid is spent, too.
                if try await session.state(of: transaction.id) != .unknown { return .taken }
                return .refused("What the payment spends is not there, or is spent already.")
            case .refused(let reason): return .refused(reason)
            case .unclear(let reason):
                mayHaveArrived.set()
                throw ElectrumFailure(.refused, "does not say what became of the payment: \(reason)")
            }
        }
    }

    /// Whether something happened, noted from anywhere.
    private final class Flag: Sendable {
        private let value = Mutex(false)
        var isSet: Bool { value.withLock { $0 } }
        func set() { value.withLock { $0 = true } }
    }
}

extension ServerPool {
    /// What became of a transaction. That one server does not know it proves nothing, so that the others are asked too.
    func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        try await ask {
            $0 != .unknown
        } _: { (session) throws(ElectrumFailure) in
            try await session.state(of: id)
        }
    }
}
