import Foundation
import LinkServer
import PostgresJournal
import SchemeRouter
import Testing

/// The health check that Documentation/server.md shows.
@Suite(.serialized) struct HealthCheckTests {
    private let server = PostgresServer.shared
    private let wallet = newWallet()

    /// What the guide's query says of this wallet, with the rights of a worker.
    private func problems() throws -> [String] {
        let guide = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Documentation/server.md")
        let blocks = try String(contentsOf: guide, encoding: .utf8).components(separatedBy: "\n```sql\n").dropFirst()
        let query = try #require(blocks.first?.components(separatedBy: "\n```\n").first)
        let rows = try server.database().read { (connection) throws(DatabaseError) in try connection.run(query) }
        return rows.compactMap { $0.text(0) }.filter { $0.contains(wallet) }
    }

    private func change(_ what: String) throws {
        try server.database("owner").write { [wallet] (connection) throws(DatabaseError) in
            _ = try connection.run("UPDATE \(what) WHERE wallet = $1", .text(wallet))
        }
    }

    @Test("a server without work has no problems; a link that waits for long is one, also while it is tried again")
    func links() throws {
        _ = try PostgresJournal(try server.database(), wallet: wallet)
        #expect(try problems() == [])
        let id = try LinkQueue(try server.database("client"), wallet: wallet).add(PracticeMoney.link(1))
        #expect(try problems() == [])
        try change("link SET added = clock_timestamp() - interval '11 minutes'")
        let waits = "link \(id) of \(wallet) waits since "
        #expect(try problems().map { $0.hasPrefix(waits) } == [true])
        try change("link SET not_before = clock_timestamp() + interval '30 seconds'")
        #expect(try problems().map { $0.hasPrefix(waits) } == [true])
        try change("link SET outcome = 'refused'")
        #expect(try problems() == [])
    }

    @Test("a payment is a problem if it stays undecided, and none while it is made")
    func payments() async throws {
        let database = try server.database()
        _ = try PostgresJournal(database, wallet: wallet)
        let clock = try DatabaseClock(database)
        let gate = WalletGate(
            database, renewals: try server.database(), wallet: wallet, holder: "worker", seconds: 3_600, clock: clock)
        let lease = try #require(try gate.take())
        let journal = try PostgresJournal(database, wallet: wallet, lease: lease)
        let entry = try journal.begin(Steps.request("a"), at: clock.now)
        try journal.note(try Steps.approved(), of: entry, at: clock.now)
        try journal.note(try Steps.signed(1), of: entry, at: clock.now)
        #expect(try problems() == [])
        try change("entry SET changed = changed - 700")
        #expect(try problems() == ["payment \(entry) of \(wallet) is undecided"])
        try journal.note(.sent, of: entry, at: clock.now)
        #expect(try problems() == [])
        await lease.release()
    }
}
