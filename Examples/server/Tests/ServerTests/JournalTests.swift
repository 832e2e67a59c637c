import Foundation
import JournalConformance
import PostgresJournal
import SchemeRouter
import Testing

/// The journal alone: its rules, and the effects of killing or losing the database.
@Suite(.serialized) struct JournalTests {
    private let server = PostgresServer.shared

    @Test("S6: the journal in PostgreSQL conforms")
    func conformance() async throws {
        let server = server
        try await JournalConformance {
            let wallet = newWallet()
            // A new connection each time, as in another process.
            return { try PostgresJournal(try server.database(), wallet: wallet) }
        }.run()
    }

    @Test("S6: two indexes refuse a second reservation even if the program did not look")
    func indexes() throws {
        let wallet = newWallet()
        let database = try server.database()
        let journal = try PostgresJournal(database, wallet: wallet)
        let entries = try ["a", "b"].map { try journal.begin(Steps.request($0), at: 1) }
        for entry in entries { try journal.note(try Steps.approved(), of: entry, at: 1) }
        try journal.note(try Steps.signed(1, 2), of: entries[0], at: 1)
        let reserve = """
            INSERT INTO input SELECT wallet, $2, place, coin, network, practice, txid, vout, true FROM input
                WHERE wallet = $1
            """
        let sign = "UPDATE entry SET progress = 'signed', fingerprint = 'a' WHERE wallet = $1 AND id = $2"
        for sql in [reserve, sign] {
            let error = #expect(throws: ServiceError.self) {
                try database.write { (connection) throws(DatabaseError) in
                    try connection.run(sql, .text(wallet), .integer(entries[1]))
                }
            }
            #expect(error?.message.contains("23505") == true)
        }
    }

    @Test("S6: of many at once, each gets a number of its own, and each output one payment")
    func race() async throws {
        let server = server
        let wallet = newWallet()
        let won = try await withThrowingTaskGroup(of: [UInt32].self) { group in
            for worker in 0..<4 {
                group.addTask {
                    let journal = try PostgresJournal(try server.database(), wallet: wallet)
                    var signed: [UInt32] = []
                    for coin: UInt32 in 0..<8 {
                        let entry = try journal.begin(Steps.request("\(worker) \(coin)"), at: 1)
                        try journal.note(try Steps.approved(), of: entry, at: 1)
                        // All workers compete for this output, and each also spends one of its own.
                        let step = try Steps.signed(coin, 100 + UInt32(worker) * 8 + coin)
                        do { try journal.note(step, of: entry, at: 1) } catch {
                            guard (error as? ServiceError)?.code == .refusedByPolicy else { throw error }
                            continue
                        }
                        signed.append(coin)
                    }
                    return signed
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(won.sorted() == Array(0..<8))
        let entries = try PostgresJournal(try server.database(), wallet: wallet).newest(100)
        #expect(entries.map(\.id) == (1...32).reversed())
    }

    @Test("S6: a server that is killed while it writes loses nothing that it confirmed, and writes nothing twice")
    func crash() async throws {
        let server = server
        let wallet = newWallet()
        let journal = try PostgresJournal(try server.database(), wallet: wallet)
        let writer = Task.detached {
            var numbers: [Int64] = []
            while !Task.isCancelled { numbers.append(try journal.begin(Steps.request("\(numbers.count)"), at: 1)) }
            return numbers
        }
        // Repeated, because a server that recovers reuses the numbers of lost transactions, which was once mistaken for
        // a commit.
        for _ in 0..<6 {
            try await Task.sleep(for: .milliseconds(Int.random(in: 20...300)))
            try server.crash()
            try server.start()
        }
        writer.cancel()
        let numbers = try await writer.value
        #expect(numbers == Array(1...Int64(numbers.count)))
        #expect(try journal.newest(1_000_000).map(\.id) == numbers.reversed())
        #expect(
            try journal.newest(1_000_000).map(\.request.fingerprint) == numbers.indices.reversed().map { "\($0)" })
    }

    @Test("S6: a connection that breaks at the commit: before it or after, the step is taken once")
    func lostCommit() throws {
        for mode in ["before", "after", "after"] {
            let proxy = try LossyProxy(to: server.socket, mode: mode)
            defer { proxy.end() }
            let wallet = newWallet()
            let steady = try PostgresJournal(try server.database(), wallet: wallet)
            let database = try Database(server.info(host: proxy.directory), patience: .seconds(3_600))
            let journal = try PostgresJournal(database, wallet: wallet)
            try proxy.arm()
            let entry = try journal.begin(Steps.request("a"), at: 1)
            try proxy.arm()
            try journal.note(try Steps.approved(), of: entry, at: 2)
            try proxy.arm()
            try journal.note(try Steps.signed(1), of: entry, at: 3)
            #expect(try proxy.breaks == 3)
            let entries = try steady.newest(10)
            #expect(entries.map(\.id) == [1])
            #expect(entries.first?.progress == .signed)
            #expect(entries.first?.inputs.count == 1)
        }
    }

    @Test("S6: where nobody can say whether a step was recorded, that is what is said")
    func unknownCommit() throws {
        let proxy = try LossyProxy(to: server.socket, mode: "away")
        defer { proxy.end() }
        let wallet = newWallet()
        let steady = try PostgresJournal(try server.database(), wallet: wallet)
        let database = try Database(server.info(host: proxy.directory), patience: .seconds(2))
        let journal = try PostgresJournal(database, wallet: wallet)
        try proxy.arm()
        let error = #expect(throws: ServiceError.self) { try journal.begin(Steps.request("a"), at: 1) }
        #expect(error?.code == .answerUnknown)
        #expect(try steady.newest(10).count == 1)
        // If nothing was sent, nothing was recorded.
        let other = #expect(throws: ServiceError.self) { try journal.begin(Steps.request("b"), at: 1) }
        #expect(other?.code == .cannotWrite)
    }

    @Test("S6: a worker that stops in the middle of a transaction does not keep the others out")
    func stoppedInTransaction() async throws {
        let server = server
        let wallet = newWallet()
        let journal = try PostgresJournal(try server.database(), wallet: wallet)
        let (began, signal) = AsyncStream.makeStream(of: Void.self)
        let stopped = Task.detached {
            let database = try server.database()
            var tries = 0
            return try database.write { (connection) throws(DatabaseError) in
                tries += 1
                try connection.run("UPDATE wallet SET holder = 'stopped' WHERE name = $1", .text(wallet))
                signal.yield()
                // Longer than the server allows a session to idle.
                if tries == 1 { sleep(7) }
                return tries
            }
        }
        for await _ in began { break }
        #expect(try journal.begin(Steps.request("a"), at: 1) == 1)
        // Its own transaction was rolled back and repeated.
        #expect(try await stopped.value == 2)
    }

    @Test("a connection string with a password is refused")
    func password() {
        let error = #expect(throws: ServiceError.self) { try Database("host=db password=secret") }
        #expect(error?.code == .badConfiguration)
        #expect(error?.message.contains("secret") == false)
    }
}
