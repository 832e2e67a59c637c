import Foundation
import JournalConformance
import LinkServer
import PostgresJournal
import RouterNetworks
import SchemeRouter
import Testing

/// Two workers compete for the same UTXOs while they, and the database, are killed and stopped.
///
/// Environment: `KILL_SECONDS`, the duration (default 30; at least 12 rounds), and `KILL_SEED`, which chooses the
/// moments.
@Suite(.serialized) struct KillTests {
    private let server = PostgresServer.shared

    /// What happens in a round.
    private enum Blow: CaseIterable {
        case kill, killBoth, stop, crash, killAndCrash
    }

    @Test("S6: whatever is killed, each link is paid once, told once, and none is lost")
    func killed() async throws {
        let seed = number("KILL_SEED") ?? Int.random(in: 0...999_999)
        let trial = try await Trial(server, seed: UInt64(seed))
        defer { trial.money.remove() }
        let person = Task { [person = trial.person] in await person.work() }
        defer { person.cancel() }
        let end = ContinuousClock.now + .seconds(number("KILL_SECONDS") ?? 30)
        var rounds = 0
        do {
            for host in trial.hosts { try host.start() }
            while ContinuousClock.now < end || rounds < 12 {
                try trial.addLinks()
                try await round(of: trial)
                rounds += 1
            }
            try await trial.finish()
            try await trial.check()
        } catch {
            for host in trial.hosts { host.signal(SIGKILL) }
            Issue.record("seed \(seed), round \(rounds): \(error)\n\(trial.report)\n\(trial.messages)")
            return
        }
        print("\(rounds) rounds with seed \(seed): \(trial.report)")
    }

    private func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

    /// Waits for a moment, kills or stops something, and lets the work continue.
    func round(of trial: Trial) async throws {
        let blow = Blow.allCases.randomElement(using: &trial.random) ?? .kill
        let progress = JournalEntry.Progress.allCases.randomElement(using: &trial.random) ?? .signed
        let delay = UInt64.random(in: 0...4_000, using: &trial.random)
        let victim = try await trial.moment(progress)
        try await Task.sleep(for: .microseconds(delay))
        let found = try trial.progress
        trial.counts["\(blow) at \(found)", default: 0] += 1
        switch blow {
        case .kill: try victim.restart { try trial.expire(leaseOf: victim) }
        case .killBoth: for host in trial.hosts { try host.restart { try trial.expire(leaseOf: host) } }
        case .stop:
            victim.signal(SIGSTOP)
            // Sometimes shorter than a lease, usually longer.
            if Int.random(in: 0..<4, using: &trial.random) > 0 { try trial.expire(leaseOf: victim) }
            try await Task.sleep(for: .milliseconds(Int.random(in: 500...2_000, using: &trial.random)))
            victim.signal(SIGCONT)
        case .crash: try crash()
        case .killAndCrash:
            victim.signal(SIGKILL)
            try crash()
            try victim.restart { try trial.expire(leaseOf: victim) }
        }
    }

    private func crash() throws {
        try server.crash()
        try server.start()
    }
}
