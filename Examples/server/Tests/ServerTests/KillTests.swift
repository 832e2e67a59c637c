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
                try await trial.round()
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

    /// The state of a run.
    private final class Trial {
        let money: PracticeMoney
        let person: Person
        let hosts: [Host]
        private let server: PostgresServer
        private let owner: Database
        private let queue: LinkQueue
        private let wallet = newWallet()
        private var random: Seeded
        private var links = 0
        private var counts: [String: Int] = [:]

        init(_ server: PostgresServer, seed: UInt64) async throws {
            self.server = server
            random = Seeded(seed: seed)
            money = try await PracticeMoney(hosts: 2, outputs: 6)
            owner = try server.database("owner")
            // Creates the wallet's row, which is needed to add links.
            _ = try PostgresJournal(owner, wallet: wallet)
            queue = LinkQueue(try server.database("client"), wallet: wallet)
            person = Person(try server.database("approver"), wallet: wallet)
            hosts = [1, 2].map { [money, wallet] number in
                Host(number, name: "host-\(number)", money, database: server.info(), wallet: wallet)
            }
        }

        func addLinks() throws {
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                links += 1
                try queue.add(PracticeMoney.link(links))
            }
        }

        /// Waits for a moment, kills or stops something, and lets the work continue.
        func round() async throws {
            let blow = Blow.allCases.randomElement(using: &random) ?? .kill
            let progress = JournalEntry.Progress.allCases.randomElement(using: &random) ?? .signed
            let delay = UInt64.random(in: 0...4_000, using: &random)
            let victim = try await moment(progress)
            try await Task.sleep(for: .microseconds(delay))
            let found = try owner.read { [wallet] (connection) throws(DatabaseError) in
                try connection.run(
                    "SELECT progress FROM entry WHERE wallet = $1 AND ending IS NULL ORDER BY id DESC LIMIT 1",
                    .text(wallet))
            }
            counts["\(blow) at \(found.first?.text(0) ?? "rest")", default: 0] += 1
            switch blow {
            case .kill: try victim.restart { try expire(leaseOf: victim) }
            case .killBoth: for host in hosts { try host.restart { try expire(leaseOf: host) } }
            case .stop:
                victim.signal(SIGSTOP)
                // Sometimes shorter than a lease, usually longer.
                if Int.random(in: 0..<4, using: &random) > 0 { try expire(leaseOf: victim) }
                try await Task.sleep(for: .milliseconds(Int.random(in: 500...2_000, using: &random)))
                victim.signal(SIGCONT)
            case .crash: try crash()
            case .killAndCrash:
                victim.signal(SIGKILL)
                try crash()
                try victim.restart { try expire(leaseOf: victim) }
            }
        }

        /// Ends the lease of a host that was killed or stopped. By itself it lasts longer than any worker needs to renew it,
        /// however busy the computer is: otherwise its speed would decide who takes over when.
        private func expire(leaseOf host: Host) throws {
            try owner.write(isRepeatable: true) { [wallet] (connection) throws(DatabaseError) in
                try connection.run(
                    """
                    UPDATE wallet SET lease_until = clock_timestamp() - interval '1 s' WHERE name = $1 AND holder = $2
                        AND lease_until IS NOT NULL
                    """, .text(wallet), .text(host.name))
            }
        }

        private func crash() throws {
            try server.crash()
            try server.start()
        }

        /// Waits for a limited time until an entry is in this state: short states are hard to catch.
        /// - Returns: the host that holds the lease.
        private func moment(_ progress: JournalEntry.Progress) async throws -> Host {
            let end = ContinuousClock.now + .seconds(2)
            while ContinuousClock.now < end {
                let rows = try owner.read { [wallet] (connection) throws(DatabaseError) in
                    try connection.run(
                        """
                        SELECT holder FROM wallet WHERE name = $1 AND lease_until IS NOT NULL AND EXISTS (
                            SELECT FROM entry WHERE wallet = $1 AND ending IS NULL AND progress = $2)
                        """, .text(wallet), .text(progress.rawValue))
                }
                if let holder = rows.first?.text(0), let host = hosts.first(where: { $0.name == holder }) {
                    return host
                }
            }
            return hosts.randomElement(using: &random) ?? hosts[0]
        }

        /// Lets the workers finish the rest.
        func finish() async throws {
            while try queue.newest(links).contains(where: { $0.outcome == nil }) {
                guard hosts.allSatisfy(\.isRunning) else { throw Mistake("a worker ended by itself") }
                try await Task.sleep(for: .milliseconds(100))
            }
            for host in hosts where host.end() != 0 { throw Mistake("\(host.name) does not end well") }
        }

        func check() async throws {
            let wanted = (1...links).map { PracticeMoney.amount($0) }
            let lines = try queue.newest(links + 1)
            guard lines.count == links, lines.allSatisfy({ $0.outcome == "done" }) else {
                throw Mistake("not done: \(lines.filter { $0.outcome != "done" })")
            }
            // Each link has a unique amount, so the recipient's income shows which were paid, and how often.
            let received = try await money.received()
            guard received == wanted else { throw Mistake("the recipient got \(received) and not \(wanted)") }
            let entries = try PostgresJournal(owner, wallet: wallet).newest(1_000_000)
            guard entries.allSatisfy({ !$0.isUnfinished }) else { throw Mistake("something is unfinished") }
            let sent = entries.filter { $0.end == .done }
            guard sent.count == links, Set(sent.compactMap(\.transaction?.id)).count == links else {
                throw Mistake("the journal has \(sent.count) payments for \(links) links")
            }
            let inputs = sent.flatMap(\.inputs)
            guard Set(inputs).count == inputs.count else { throw Mistake("two payments spend one output") }
            guard try money.ledger.info().transactions == Int64(links + 6) else {
                throw Mistake("the network has other payments than the journal")
            }
            let replies = try owner.read { [wallet] (connection) throws(DatabaseError) in
                try connection.run("SELECT reply FROM reply WHERE wallet = $1", .text(wallet))
            }.compactMap { $0.text(0) }
            for id in sent.compactMap(\.transaction?.id.hex) where replies.count(where: { $0.contains(id) }) != 1 {
                throw Mistake("the shop was told \(replies.count { $0.contains(id) }) times of \(id)")
            }
            guard replies.count == links else { throw Mistake("\(replies.count) replies to \(links) links") }
            guard person.complaints.isEmpty else { throw Mistake(person.complaints.joined(separator: "\n")) }
        }

        var report: String {
            let blows = counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
            return "\(links) links, \(person.answers) answers; \(blows)"
        }

        var messages: String { hosts.map { "── \($0.name)\n\($0.messages.suffix(4_000))" }.joined(separator: "\n") }
    }

    /// The same moments for the same seed (SplitMix64).
    private struct Seeded: RandomNumberGenerator {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
