import LinkServer
import PostgresJournal
import SchemeRouter
import Testing

/// The right to use a wallet, and the right to answer.
@Suite(.serialized) struct LeaseTests {
    private let server = PostgresServer.shared

    private func gate(_ wallet: String, seconds: Int64 = 3_600) throws -> WalletGate {
        let database = try server.database()
        // All workers have the same name here: nothing may depend on it.
        return WalletGate(
            database, renewals: try server.database(), wallet: wallet, holder: "worker", seconds: seconds,
            clock: try DatabaseClock(database))
    }

    private func wallet() throws -> String {
        let wallet = newWallet()
        _ = try PostgresJournal(try server.database(), wallet: wallet)
        return wallet
    }

    /// Makes a lease expire by the database's clock.
    private func expire(_ wallet: String) throws {
        try server.database("owner").write { (connection) throws(DatabaseError) in
            try connection.run(
                "UPDATE wallet SET lease_until = clock_timestamp() - interval '1 s' WHERE name = $1", .text(wallet))
        }
    }

    @Test("S6: one worker at a time has a wallet, whatever its name")
    func exclusive() async throws {
        let wallet = try wallet()
        let (first, second) = (try gate(wallet), try gate(wallet))
        let lease = try #require(try first.take())
        #expect(try second.take() == nil)
        #expect(try first.take() == nil)
        await lease.release()
        let next = try #require(try second.take())
        #expect(next.fence == lease.fence + 1)
        // A late release does not end another worker's lease.
        await lease.release()
        #expect(try first.take() == nil)
        await next.release()
    }

    @Test("S6: whoever was stopped while another worker took over can record nothing, and tell nobody")
    func fenced() async throws {
        let wallet = try wallet()
        let database = try server.database()
        let stopped = try #require(try gate(wallet).take())
        let journal = try PostgresJournal(database, wallet: wallet, lease: stopped)
        let entry = try journal.begin(Steps.request("a"), at: 1)
        try journal.note(try Steps.approved(), of: entry, at: 1)
        try expire(wallet)
        // Nobody took over, so nothing is lost yet.
        try journal.note(try Steps.signed(1), of: entry, at: 1)
        try expire(wallet)
        let next = try #require(try gate(wallet).take())
        let before = try journal.newest(10)
        for step in [JournalStep.sent, .ended(.failed), .ended(.dropped)] {
            let error = #expect(throws: ServiceError.self) { try journal.note(step, of: entry, at: 2) }
            #expect(error?.code == .cannotWrite)
        }
        #expect(throws: ServiceError.self) { try journal.begin(Steps.request("b"), at: 2) }
        #expect(throws: ServiceError.self) { try journal.forget(before: 1_000) }
        #expect(throws: ServiceError.self) {
            try stopped.write { (connection) throws(DatabaseError) in
                try connection.run(
                    "INSERT INTO reply (wallet, scheme, reply) VALUES ($1, 'shop', 'shop:')", .text(wallet))
            }
        }
        #expect(try journal.newest(10) == before)
        try PostgresJournal(database, wallet: wallet, lease: next).note(.sent, of: entry, at: 2)
        await next.release()
    }

    @Test("S6: a lease that is renewed outlasts its time, and one that is not ends")
    func renewal() async throws {
        let wallet = try wallet()
        let gate = try gate(wallet, seconds: 2)
        var lease = try gate.take()
        let fence = try #require(lease?.fence)
        try await Task.sleep(for: .seconds(5))
        #expect(try gate.take() == nil)
        #expect(lease?.fence == fence)
        // The worker has stopped.
        lease = nil
        var next = try gate.take()
        while next == nil {
            try await Task.sleep(for: .milliseconds(100))
            next = try gate.take()
        }
        #expect(next?.fence == fence + 1)
        await next?.release()
    }

    @Test("S5: workers cannot answer, approvers can do nothing else, and an answer counts once and in time")
    func answers() async throws {
        let wallet = try wallet()
        let lease = try #require(try gate(wallet).take())
        let worker = try server.database()
        func ask() throws -> OpenQuestion {
            try lease.write { (connection) throws(DatabaseError) in
                try connection.run(
                    """
                    INSERT INTO question (wallet, fence, link, kind, title, agree, refuse, expires)
                        VALUES ($1, $2, 1, 'approve', 'T', 'Pay', 'Refuse', clock_timestamp() + interval '1 h')
                    """, .text(wallet), .integer(lease.fence))
            }
            return try #require(try QuestionTable(worker, wallet: wallet).open().last)
        }
        let question = try ask()
        let approver = QuestionTable(try server.database("approver"), wallet: wallet)
        #expect(try approver.open().map(\.id) == [question.id])
        #expect(throws: ServiceError.self) { try QuestionTable(worker, wallet: wallet).answer(question, .agree) }
        #expect(throws: ServiceError.self) {
            try worker.write { (connection) throws(DatabaseError) in
                try connection.run(
                    """
                    INSERT INTO question (wallet, fence, link, kind, title, agree, refuse, expires, answer)
                        VALUES ($1, $2, 1, 'approve', 'T', 'Pay', 'Refuse', clock_timestamp(), 'agree')
                    """, .text(wallet), .integer(lease.fence))
            }
        }
        for sql in [
            "UPDATE wallet SET fence = 0", "DELETE FROM entry", "INSERT INTO link (wallet, link) VALUES ('', '')",
        ] {
            #expect(throws: ServiceError.self) {
                try server.database("approver").write { (connection) throws(DatabaseError) in try connection.run(sql) }
            }
        }
        try approver.answer(question, .agree)
        #expect(throws: ServiceError.self) { try approver.answer(question, .refuse) }
        let who = try worker.read { (connection) throws(DatabaseError) in
            try connection.run("SELECT answered_by FROM question WHERE id = $1", .integer(question.id))
        }
        #expect(who.first?.text(0) == "approver")
        // The worker that asked has stopped.
        let late = try ask()
        try expire(wallet)
        let next = try #require(try gate(wallet).take())
        #expect(throws: ServiceError.self) { try approver.answer(late, .agree) }
        #expect(try approver.open().isEmpty)
        await next.release()
    }
}
