import RouterNetworkBackend
import SchemeRouter
import Synchronization

/// The servers of one network: questions go to one while it is usable, then to the next.
final class ServerPool: Sendable {
    /// How long to keep an idle connection: servers close idle connections, and some that are gone do not even signal
    /// it.
    private static let idleLimit = Duration.seconds(30)
    /// How long a server may stay silent if another one could be asked.
    private static let patience = Duration.milliseconds(2_500)
    /// How long the last one may stay silent.
    private static let lastPatience = Duration.seconds(15)

    let servers: [LineServer]
    private let coin: String
    private let connecting: ServerConnecting
    private let turns = Turns()
    private let standing = Mutex<ElectrumSession?>(nil)
    private let latest = Mutex<(server: LineServer, block: NewestBlock?)?>(nil)
    /// What was left out of answers that were used.
    let unread = UnreadEntries()

    /// - Parameter servers: at least one.
    init(_ servers: [LineServer], connecting: ServerConnecting, coin: String) {
        self.servers = servers
        self.connecting = connecting
        self.coin = coin
    }

    /// The server that gave the last answer, and its newest block; nil before the first answer.
    var latestAnswer: (server: LineServer, block: NewestBlock?)? { latest.withLock { $0 } }

    deinit {
        standing.withLock { $0?.close() }
    }

    /// Asks a server using `body`, and if that fails or leaves something out the next one, until one answers completely.
    /// - Parameters:
    ///   - others: the servers that may be asked; nil for all.
    ///   - isFinal: whether an answer suffices, so that no further server is asked. If none does, the last one counts.
    func ask<Value: Sendable>(
        only others: [LineServer]? = nil, isFinal: @Sendable (Value) -> Bool = { _ in true },
        _ body: @Sendable (ElectrumSession) async throws(ElectrumFailure) -> Value
    ) async throws(ServiceError) -> Value {
        guard await turns.take() else { throw Self.brokenOff }
        defer { turns.give() }
        var left = others ?? servers
        var failures: [(server: LineServer, failure: ElectrumFailure)] = []
        var preliminary: Preliminary<Value>?
        // The kept connection is to the preferred server; `others` may not include it.
        var session = others == nil ? takeStanding() : nil
        while true {
            let isStanding = session != nil
            if session == nil {
                let end = await ServerRace(connecting: connecting).run(left)
                failures += end.failures
                left.removeAll { server in end.failures.contains { $0.server == server } }
                session = end.winner
            }
            guard let current = session else { break }
            session = nil
            left.removeAll { $0 == current.server }
            current.silence = left.isEmpty ? Self.lastPatience : Self.patience
            do throws(ElectrumFailure) {
                let value = try await body(current)
                latest.withLock { $0 = (current.server, current.newestBlock) }
                let answer = Preliminary(
                    value: value, isFinal: isFinal(value), server: current.server, unread: current.takeUnread())
                if others == nil { keep(current) } else { current.close() }
                if answer.isFinal, answer.unread.isEmpty { return value }
                if answer.isFinal || preliminary?.isFinal != true { preliminary = answer }
            } catch {
                current.close()
                // A kept connection may be gone already while the server is not.
                if isStanding, error.kind == .unreachable {
                    left.insert(current.server, at: 0)
                } else {
                    failures.append((current.server, error))
                }
            }
            guard !Task.isCancelled else { throw Self.brokenOff }
            if left.isEmpty { break }
        }
        guard !Task.isCancelled else { throw Self.brokenOff }
        guard let preliminary else { throw ServiceError(failures, coin: coin) }
        for entry in preliminary.unread { unread.note(entry.id, entry.text, by: "The server \(preliminary.server)") }
        return preliminary.value
    }

    /// The best answer so far.
    private struct Preliminary<Value> {
        let value: Value
        let isFinal: Bool
        let server: LineServer
        /// What it leaves out.
        let unread: [(id: TransactionID?, text: String)]
    }

    private func takeStanding() -> ElectrumSession? {
        let session = standing.withLock { standing in
            defer { standing = nil }
            return standing
        }
        guard let session else { return nil }
        guard !session.isWornOut, ContinuousClock.now - session.lastUse < Self.idleLimit else {
            session.close()
            return nil
        }
        return session
    }

    private func keep(_ session: ElectrumSession) {
        let old = standing.withLock { standing in
            defer { standing = session }
            return standing
        }
        if old !== session { old?.close() }
    }

    private static let brokenOff = ServiceError(
        .networkUnreachable, "The requests to the network were cancelled.", hint: "Nothing was sent.")
}
