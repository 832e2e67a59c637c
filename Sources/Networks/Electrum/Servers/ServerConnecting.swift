import RouterNetworkBackend
import SchemeRouter
import Synchronization

/// Connects to a server, and verifies that it is on the right network.
struct ServerConnecting: Sendable {
    /// How long a server may take for its greeting. Through Tor it takes seconds.
    static let patience = Duration.seconds(10)
    /// How long it may take when it is examined.
    static let examination = Duration.milliseconds(4_500)

    let network: any LineNetwork
    /// The first block of the right network.
    let genesis: [UInt8]
    /// How the coin writes its transactions.
    let form: TransactionForm
    /// The address of a script, for people.
    let addressText: @Sendable ([UInt8]) -> String
    /// What is known of the servers.
    let habits: ServerHabits

    /// Connects in the way that is known to work with the server. If nothing is known, batches are tried first, and
    /// version 1.4 of the protocol.
    func session(
        with server: LineServer, within patience: Duration = patience
    ) async throws(ElectrumFailure) -> ElectrumSession {
        let deadline = ContinuousClock.now + patience
        var (inBatches, version) = habits.way(to: server)
        while true {
            do throws(ElectrumFailure) {
                let session = try await attempt(server, inBatches, version, until: deadline)
                habits.note(server, version, session)
                return session
            } catch {
                if error.concernsBatches, inBatches {
                    inBatches = false
                } else if error.refusesVersion, let next = version.next {
                    version = next
                } else {
                    throw server.certificate == nil
                        ? error.hinting("If this is a TLS port, write ssl:// instead of tcp://.") : error
                }
            }
        }
    }

    private func attempt(
        _ server: LineServer, _ inBatches: Bool, _ version: ElectrumVersion, until deadline: ContinuousClock.Instant
    ) async throws(ElectrumFailure) -> ElectrumSession {
        let connection: any LineConnection
        do throws(NetworkError) {
            connection = try await network.connect(to: server, until: deadline)
        } catch {
            throw ElectrumFailure(error)
        }
        let session = ElectrumSession(self, server, connection, inBatches: inBatches)
        do throws(ElectrumFailure) {
            try await session.greet(genesis: genesis, version, habits, until: deadline)
        } catch {
            session.close()
            throw error
        }
        return session
    }
}

/// What is known of how servers answer. It saves time, and nothing depends on it.
final class ServerHabits: Sendable {
    private struct State: Sendable {
        /// The servers that answer no batches, with their software.
        var withoutBatches: [LineServer: String] = [:]
        /// The servers whose batches may be the reason of a failure.
        var doubted: Set<LineServer> = []
        /// The versions of servers that do not speak the first.
        var newer: [LineServer: ElectrumVersion] = [:]
    }

    private let memory: (any ServerHabitMemory)?
    private let state = Mutex(State())

    /// - Parameter memory: what earlier programs learned; nil if nothing is kept.
    init(_ memory: (any ServerHabitMemory)?) {
        self.memory = memory
    }

    /// How to begin with a server.
    func way(to server: LineServer) -> (inBatches: Bool, ElectrumVersion) {
        state.withLock { (!$0.doubted.contains(server), $0.newer[server] ?? .v14) }
    }

    /// Whether batches need not be tried. Another software may have learned them.
    func answersNoBatches(_ server: LineServer, software: String) -> Bool {
        if let known = state.withLock({ $0.withoutBatches[server] }) { return known == software }
        guard let known = memory?.softwareWithoutBatches(of: server), known == software else { return false }
        state.withLock { $0.withoutBatches[server] = software }
        return true
    }

    /// Sends no batches to the server any more: one of them was refused as a whole.
    func doubtBatches(of server: LineServer) {
        state.withLock { _ = $0.doubted.insert(server) }
    }

    /// Notes how a server was greeted with success.
    func note(_ server: LineServer, _ version: ElectrumVersion, _ session: ElectrumSession) {
        if version != .v14 { state.withLock { $0.newer[server] = version } }
        let software = session.software
        guard session.sendsSingleCalls, !answersNoBatches(server, software: software) else { return }
        state.withLock { $0.withoutBatches[server] = software }
        memory?.rememberNoBatches(of: server, software: software)
    }
}

/// The state of a server, for `router doctor`.
public struct ServerCondition: Sendable, Hashable {
    public let server: LineServer
    /// Its report: its software, and the height and age of the newest block; nil if it is not usable.
    public let greeting: String?
    /// A warning that it may be left behind by its network; nil if there is none.
    public let warning: String?
    /// Whether it answers batches of calls, which are faster.
    public let answersBatches: Bool
    /// Why it is not usable, to follow its name.
    public let failure: String?
    /// What to do about that.
    public let hint: String?
}

extension ServerConnecting {
    /// Connects to a server, greets it, and disconnects.
    func condition(of server: LineServer, _ clock: BlockClock) async -> ServerCondition {
        do throws(ElectrumFailure) {
            let session = try await session(with: server, within: Self.examination)
            session.close()
            return ServerCondition(
                server: server,
                greeting: "\(session.software), block \(session.height?.number ?? 0)"
                    + (clock.age(of: session.newestBlock).map { ", \($0) old" } ?? ""),
                warning: clock.warning(about: server, session.newestBlock),
                answersBatches: !session.sendsSingleCalls, failure: nil, hint: nil)
        } catch {
            return ServerCondition(
                server: server, greeting: nil, warning: nil, answersBatches: true, failure: error.reason,
                hint: error.hint)
        }
    }
}
