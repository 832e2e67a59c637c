import SchemeRouter

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
