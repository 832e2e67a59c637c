import Foundation
import JournalConformance
import LinkServer
import PostgresJournal
import RouterNetworks
import SchemeRouter

/// Two workers that pay links with unique amounts, so that what the recipient has shows which were paid, and how often.
final class Trial {
    let money: PracticeMoney
    let person: Person
    let hosts: [Host]
    let server: PostgresServer
    let owner: Database
    private let queue: LinkQueue
    let wallet = newWallet()
    var random: Seeded
    private var links = 0
    var counts: [String: Int] = [:]

    /// - Parameters:
    ///   - seed: chooses the moments.
    ///   - networks: the network of each host; empty for that of this process.
    init(_ server: PostgresServer, seed: UInt64, networks: [HostNetwork] = []) async throws {
        self.server = server
        random = Seeded(seed: seed)
        money = try await PracticeMoney(hosts: 2, outputs: 6)
        owner = try server.database("owner")
        // Creates the wallet's row, which is needed to add links.
        _ = try PostgresJournal(owner, wallet: wallet)
        queue = LinkQueue(try server.database("client"), wallet: wallet)
        person = Person(try server.database("approver"), wallet: wallet)
        hosts = [1, 2].map { [money, wallet] number in
            Host(
                number, name: "host-\(number)", money, database: networks.isEmpty ? server.info() : HostNetwork.info,
                wallet: wallet, network: networks.isEmpty ? nil : networks[number - 1])
        }
    }

    func addLinks() throws {
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            links += 1
            try queue.add(PracticeMoney.link(links))
        }
    }

    /// Ends the lease of a host that was killed or stopped. By itself it lasts longer than any worker needs to renew it,
    /// however busy the computer is: otherwise its speed would decide who takes over when.
    func expire(leaseOf host: Host) throws {
        try owner.write(isRepeatable: true) { [wallet] (connection) throws(DatabaseError) in
            try connection.run(
                """
                UPDATE wallet SET lease_until = clock_timestamp() - interval '1 s' WHERE name = $1 AND holder = $2
                    AND lease_until IS NOT NULL
                """, .text(wallet), .text(host.name))
        }
    }

    /// Waits for a limited time until an entry is in this state: short states are hard to catch.
    /// - Returns: the host that holds the lease.
    func moment(_ progress: JournalEntry.Progress) async throws -> Host {
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

    /// How far the payment is that is made now.
    var progress: String {
        get throws {
            try owner.read { [wallet] (connection) throws(DatabaseError) in
                try connection.run(
                    "SELECT progress FROM entry WHERE wallet = $1 AND ending IS NULL ORDER BY id DESC LIMIT 1",
                    .text(wallet))
            }.first?.text(0) ?? "rest"
        }
    }

    /// Waits until no link is left.
    func rest() async throws {
        while try queue.newest(links).contains(where: { $0.outcome == nil }) {
            guard hosts.allSatisfy(\.isRunning) else { throw Mistake("a worker ended by itself") }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Lets the workers finish the rest.
    func finish() async throws {
        try await rest()
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
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
