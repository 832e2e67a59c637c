import Foundation
import JournalConformance
import LinkServer
import PostgresJournal
import SchemeRouter
import Testing

/// Two hosts with networks of their own: the database and a worker at one, a worker at the other, and a link between them that
/// is cut in the middle of payments.
@Suite struct HostsTests {
    @Test(
        "S6: a host that is cut off in the middle of a payment pays nothing twice, another one goes on, and so does it later",
        .enabled(if: HostNetwork.isPossible, "only root can make networks"))
    func cutOff() async throws {
        let networks = try HostNetwork.Pair()
        defer { networks.remove() }
        let server = try PostgresServer(network: networks.first)
        defer { server.remove() }
        let trial = try await Trial(server, seed: 0, networks: [networks.first, networks.second])
        defer { trial.money.remove() }
        let person = Task { [person = trial.person] in await person.work() }
        defer { person.cancel() }
        do {
            for host in trial.hosts { try host.start() }
            for progress in [JournalEntry.Progress.seen, .approved, .signed, .sent] {
                try await cut(networks, at: progress, in: trial)
            }
            // So long that the connection breaks, and not only pauses.
            try await cut(networks, at: .signed, in: trial, for: .seconds(12))
            // The host that was cut off goes on alone.
            try stop(trial.hosts[0], in: trial)
            try trial.addLinks()
            try await trial.rest()
            trial.hosts[0].signal(SIGCONT)
            try await trial.finish()
            try await trial.check()
        } catch {
            for host in trial.hosts { host.signal(SIGKILL) }
            Issue.record("\(error)\n\(trial.report)\n\(trial.messages)")
            return
        }
        print("cut off: \(trial.report)")
    }

    /// Stops a host that has nothing to do. It may just have been about to give its lease back.
    private func stop(_ host: Host, in trial: Trial) throws {
        host.signal(SIGSTOP)
        try trial.expire(leaseOf: host)
    }

    /// Lets the second host begin a payment, cuts it off there, and lets the first one finish everything.
    private func cut(
        _ networks: HostNetwork.Pair, at progress: JournalEntry.Progress, in trial: Trial, for time: Duration = .zero
    ) async throws {
        try stop(trial.hosts[0], in: trial)
        try trial.addLinks()
        _ = try await trial.moment(progress)
        try networks.cut()
        let found = try trial.progress
        trial.counts["cut at \(found)", default: 0] += 1
        trial.hosts[0].signal(SIGCONT)
        try trial.expire(leaseOf: trial.hosts[1])
        try await trial.rest()
        try await Task.sleep(for: time)
        try networks.mend()
    }
}
