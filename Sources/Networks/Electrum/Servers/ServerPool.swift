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
    private let turns = TurnQueue()
    private let standing = Mutex<ElectrumSession?>(nil)
    private let latest = Mutex<(server: LineServer, block: NewestBlock?)?>(nil)
    /// What was left out of answers that were used.
    let unread = UnreadEntries()
    private let unlisted = Mutex<[String: Set<String>]>([:])

    /// - Parameter servers: at least one.
    init(_ servers: [LineServer], connecting: ServerConnecting, coin: String) {
        self.servers = servers
        self.connecting = connecting
        self.coin = coin
    }

    /// What was left out of answers that were used, as whole sentences; nil if nothing was.
    var warning: String? {
        let unlisted = unlisted.withLock { $0 }.sorted { $0.key < $1.key }.map { server, addresses -> String? in
            "The server \(server) does not list the transactions of \(addresses.sorted().joined(separator: ", ")), because "
                + "there are too many. They are not shown, and money there is not counted and not spent."
        }
        return [unread.warning, unlisted.sentences].sentences
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
        var session = others == nil ? takeOpenSession() : nil
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
                } else if error.concernsBatches, !current.sendsSingleCalls {
                    connecting.habits.doubtBatches(of: current.server)
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
        for entry in preliminary.unread {
            switch entry {
            case .entry(let id, let text): unread.note(id, text, by: "The server \(preliminary.server)")
            case .address(let address):
                unlisted.withLock { _ = $0["\(preliminary.server)", default: []].insert(address) }
            }
        }
        return preliminary.value
    }

    /// The best answer so far.
    private struct Preliminary<Value> {
        let value: Value
        let isFinal: Bool
        let server: LineServer
        /// What it leaves out.
        let unread: [UnreadEntry]
    }

    private func takeOpenSession() -> ElectrumSession? {
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

/// Connects to the first of several servers that responds. Each gets a head start before the next one is tried too, so
/// that a dead one costs only a moment. The losing servers receive nothing but the greeting.
struct ServerRace: Sendable {
    /// How long to wait for one server before the next is tried as well.
    static let headStart = Duration.milliseconds(1_200)

    /// The outcome of a race.
    struct End: Sendable {
        /// The server that greeted first; nil if none did.
        var winner: ElectrumSession?
        /// The servers that failed before that.
        var failures: [(server: LineServer, failure: ElectrumFailure)] = []
    }

    private enum Event: Sendable {
        case greeted(ElectrumSession)
        case failed(LineServer, ElectrumFailure)
        /// The head start of the server with this number is over.
        case waited(Int)
    }

    let connecting: ServerConnecting

    /// Tries `servers`, in order. Cancelling the task ends it.
    func run(_ servers: [LineServer]) async -> End {
        await withTaskGroup(of: Event.self) { group in
            var end = End()
            var started = 0
            func startNext() {
                guard started < servers.count else { return }
                let (number, server) = (started, servers[started])
                started += 1
                group.addTask { await attempt(server) }
                group.addTask {
                    try? await Task.sleep(for: Self.headStart)
                    return .waited(number)
                }
            }
            startNext()
            while end.winner == nil, end.failures.count < servers.count, let event = await group.next() {
                switch event {
                case .greeted(let session): end.winner = session
                case .failed(let server, let failure):
                    end.failures.append((server, failure))
                    startNext()
                case .waited(let number):
                    if number == started - 1 { startNext() }
                }
            }
            group.cancelAll()
            // A server that connected at the same time as the winner is not needed.
            for await case .greeted(let session) in group { session.close() }
            return end
        }
    }

    private func attempt(_ server: LineServer) async -> Event {
        do throws(ElectrumFailure) {
            return .greeted(try await connecting.session(with: server))
        } catch {
            return .failed(server, error)
        }
    }
}

/// Grants turns one at a time, in order of arrival.
final class TurnQueue: Sendable {
    private struct State: Sendable {
        var isTaken = false
        var nextNumber = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private let state = Mutex(State())

    /// Waits for a turn. Returns false, without a turn, if the task was cancelled.
    func take() async -> Bool {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    // Within the lock: the handler below runs either before, which is seen here, or after, when it
                    // finds the waiter.
                    if Task.isCancelled { return false }
                    guard state.isTaken else {
                        state.isTaken = true
                        return true
                    }
                    state.waiting.append((number, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            waiting?.continuation.resume(returning: false)
        }
    }

    /// Ends the current turn.
    func give() {
        let next = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil as CheckedContinuation<Bool, Never>?
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}

/// Tells from the age of a server's newest block whether the network went on without it: nothing else in the protocol
/// says so.
struct BlockClock: Sendable {
    let coin: CoinDescriptor
    let kind: NetworkKind
    /// The time; nil if nobody has a clock.
    let now: (@Sendable () -> UnixTime)?

    /// Nil if unknown.
    func age(of block: NewestBlock?) -> String? { now.flatMap { block?.ageText(at: $0()) } }

    /// Nil if there is nothing to warn of. A private network has a block only when somebody wants one.
    func warning(about server: LineServer, _ block: NewestBlock?) -> String? {
        guard kind != .regtest, let now else { return nil }
        return block?.warning(about: "\(server)", coin.networks[kind]?.upgrade, coin.title, at: now())
    }
}
