import SchemeRouter
import Synchronization

/// Sends one signed transaction. It is never signed again here; its bytes may go to several servers, because a network
/// accepts them only once. A transaction that may have arrived is never reported as “not sent” (S6). No server alone
/// decides (S16): a refusal does not count while another server accepts the payment, and an acceptance counts only once
/// another server has it too.
struct ElectrumBroadcast: Sendable {
    let pool: ServerPool
    /// How long to wait for a second server once one has the transaction.
    let witnessTime: Duration

    /// The servers' answers so far.
    private struct Tally: Sendable {
        var taker: LineServer?
        var refusals: [(server: LineServer, reason: String)] = []
        var mayHaveArrived = false
    }

    /// Collects the servers' answers from concurrent tasks.
    private final class Notes: Sendable {
        private let tally = Mutex(Tally())
        var all: Tally { tally.withLock { $0 } }
        func change(_ body: @Sendable (inout Tally) -> Void) { tally.withLock { body(&$0) } }
    }

    /// Returns when a server reports that the network has the transaction, with whether another one confirms that.
    func send(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance {
        let notes = Notes()
        do throws(ServiceError) {
            _ = try await pool.ask(isFinal: { $0 }) { (session) throws(ElectrumFailure) -> Bool in
                try await Self.send(transaction, over: session, notes)
            }
        } catch {
            guard notes.all.mayHaveArrived else { throw error }
            return try await settle(transaction, otherwise: Self.unknown(transaction, error.message))
        }
        let said = notes.all
        if let taker = said.taker {
            // Another port or name of the same computer is not a second witness.
            let others = pool.servers.filter { server in
                server.computer != taker.computer && !said.refusals.contains { $0.server == server }
            }
            return await isWitnessed(transaction, by: others) ? .network : .oneServer
        }
        // A server that accepted it but could not report that makes the next one refuse.
        let reason = said.refusals.last?.reason ?? ""
        return try await settle(
            transaction,
            otherwise: said.mayHaveArrived
                ? Self.unknown(transaction, reason) : Self.refused(reason, by: said.refusals.map(\.server)))
    }

    /// Whether one of these servers has the transaction once it was sent to them.
    private func isWitnessed(_ transaction: SignedTransaction, by others: [LineServer]) async -> Bool {
        guard !others.isEmpty else { return false }
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask { [pool] in
                let notes = Notes()
                let isTaken = try? await pool.ask(only: others, isFinal: { $0 }) {
                    (session) throws(ElectrumFailure) -> Bool in
                    try await Self.send(transaction, over: session, notes)
                }
                return isTaken ?? false
            }
            group.addTask { [witnessTime] in
                try? await Task.sleep(for: witnessTime)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    private func settle(
        _ transaction: SignedTransaction, otherwise error: ServiceError
    ) async throws(ServiceError) -> Acceptance {
        let state = try? await pool.state(of: transaction.id)
        guard let state, state != .unknown else { throw error }
        return .oneServer
    }

    private static func unknown(_ transaction: SignedTransaction, _ reason: String) -> ServiceError {
        ServiceError(
            .answerUnknown, "It is not known whether the payment was sent: \(reason)",
            hint: Remedy.history.text(
                { "Do not pay again before you check \($0), or look up \(transaction.id)." },
                or: "Do not pay again before you look up \(transaction.id)."))
    }

    /// A server that refuses a payment may have kept it.
    private static func refused(_ reason: String, by servers: [LineServer]) -> ServiceError {
        let isAlone = servers.allSatisfy { $0.computer == servers.first?.computer }
        return ServiceError(
            .networkRefused, reason,
            hint:
                "\(isAlone ? "One server says" : "The servers say") so. If one sends the payment after all, you do "
                + "not pay twice: your next payment spends some of the same money, so only one of the two can be confirmed."
        )
    }

    /// Whether the network has the transaction, according to this server after receiving it.
    private static func send(
        _ transaction: SignedTransaction, over session: ElectrumSession, _ notes: Notes
    ) async throws(ElectrumFailure) -> Bool {
        let server = session.server
        let answer: ElectrumMessage.Answer
        do throws(ElectrumFailure) {
            answer = try await session.ask([.broadcast(transaction.bytes)])[0]
        } catch {
            if error.mayHaveArrived { notes.change { $0.mayHaveArrived = true } }
            throw error
        }
        var refusal: String?
        switch answer {
        case .success(let json):
            guard json.transactionID == transaction.id else {
                notes.change { $0.mayHaveArrived = true }
                throw ElectrumFailure(.wrong, "returned a different transaction from the one it was sent")
            }
        case .failure(let error):
            switch BroadcastRefusal(error) {
            case .alreadyThere: break
            case .spentInputs:
                // Servers also say this about a mined transaction whose outputs are spent.
                do throws(ElectrumFailure) {
                    guard try await session.state(of: transaction.id) == .unknown else { break }
                } catch {
                    notes.change { $0.mayHaveArrived = true }
                    throw error
                }
                refusal = "The payment's inputs are missing or already spent."
            case .refused(let reason): refusal = reason
            case .unclear(let reason):
                notes.change { $0.mayHaveArrived = true }
                throw ElectrumFailure(.refused, "does not report the fate of the payment: \(reason)")
            }
        }
        guard let refusal else {
            notes.change { $0.taker = server }
            return true
        }
        notes.change { $0.refusals.append((server, refusal)) }
        return false
    }
}

extension ServerPool {
    /// The state of a transaction. One server that does not know it proves nothing, so the others are asked too.
    func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        try await ask {
            $0 != .unknown
        } _: { (session) throws(ElectrumFailure) in
            try await session.state(of: id)
        }
    }
}

/// Asks several servers for the fee: a single one could make the person pay too much, or keep a payment waiting for
/// ever (S16). The servers learn nothing but the question.
struct FeeComparison: Sendable {
    static let most = 5
    /// How long to wait for their answers: the person is waiting too.
    static let patience = Duration.seconds(3)

    let connecting: ServerConnecting
    let decimals: Int
    /// The number of blocks within which the payment should be confirmed.
    let blocks: Int
    var patience = Self.patience

    /// The servers to ask besides the first of `servers`: one for each computer, because all its names and ports count
    /// as one server.
    static func others(of servers: [LineServer]) -> [LineServer] {
        var computers = Set(servers.prefix(1).map(\.computer))
        return Array(servers.dropFirst().filter { computers.insert($0.computer).inserted }.prefix(most - 1))
    }

    /// The answers of those `servers` that answer in time and know a fee.
    func answers(of servers: some Sequence<LineServer> & Sendable) async -> [(server: LineServer, fee: Amount)] {
        await withTaskGroup(of: (server: LineServer, fee: Amount?)?.self) { group in
            var waiting = 0
            for server in servers {
                waiting += 1
                group.addTask { (server, await fee(of: server)) }
            }
            group.addTask {
                try? await Task.sleep(for: patience)
                return nil
            }
            var found: [(server: LineServer, fee: Amount)] = []
            // Nil if the time is over.
            while waiting > 0, let answer = await group.next() ?? nil {
                waiting -= 1
                if let fee = answer.fee { found.append((answer.server, fee)) }
            }
            group.cancelAll()
            return found
        }
    }

    private func fee(of server: LineServer) async -> Amount? {
        guard let session = try? await connecting.session(with: server) else { return nil }
        defer { session.close() }
        return try? await session.feePerKB(decimals: decimals, blocks: blocks)
    }

    /// The median, the lower of two middle values: no single server chooses it.
    static func median(_ fees: [Amount]) -> Amount? { fees.isEmpty ? nil : fees.sorted()[(fees.count - 1) / 2] }
}
