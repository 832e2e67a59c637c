import SchemeRouter

/// The journal of a wallet in PostgreSQL, shared by any number of processes on any number of hosts (S6).
///
/// Every write first locks the row of the wallet, so that no other write comes between its reads and its changes. A
/// journal with a lease writes only if there is no newer one: a worker that was stopped, and resumes after another took
/// over, cannot record its next step, and so does not take it.
public struct PostgresJournal: Journal {
    private let database: Database
    private let wallet: String
    private let lease: Lease?
    private let link: Int64?

    /// The journal of `wallet`, whose row is created if it is missing.
    /// - Parameters:
    ///   - lease: the right to write, for one link; nil for a journal that is only read or used in tests.
    ///   - link: the queue's row that is being carried out. The number of its entry is stored there as soon as it
    ///     exists.
    public init(
        _ database: Database, wallet: String, lease: Lease? = nil, link: Int64? = nil
    ) throws(ServiceError) {
        (self.database, self.wallet, self.lease, self.link) = (database, wallet, lease, link)
        guard lease == nil else { return }
        try database.write(isRepeatable: true) { (connection) throws(DatabaseError) in
            try connection.run("INSERT INTO wallet (name) VALUES ($1) ON CONFLICT DO NOTHING", .text(wallet))
        }
    }

    /// Records a link that became a request.
    public func begin(_ request: JournalRequest, at time: UnixTime) throws(ServiceError) -> Int64 {
        try write { (connection) throws(DatabaseError) in
            // Not a sequence, which leaves gaps, and assigns numbers before earlier ones are committed.
            let rows = try connection.run(
                "UPDATE wallet SET next_entry = next_entry + 1 WHERE name = $1 RETURNING next_entry - 1", .text(wallet))
            guard let number = rows.first?.integer(0) else { throw .rule(Self.noWallet) }
            try connection.run(
                """
                INSERT INTO entry (wallet, id, seen, changed, action, scheme, fingerprint, coin, network, practice, sender,
                    recipient, asked, account, reply, bumps, opener, progress)
                    VALUES ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'seen')
                """,
                .text(wallet), .integer(number), .integer(time), .text(request.action.rawValue), .text(request.scheme),
                .text(request.fingerprint), .text(request.chain.coin.name), .text(request.chain.network.rawValue),
                .bool(request.chain.isPractice), SQLValue(request.sender), SQLValue(request.recipient),
                SQLValue(request.amount?.units), SQLValue(request.account.map(Int64.init)),
                SQLValue(request.reply?.rawValue), SQLValue(request.bumps), SQLValue(request.opener?.record))
            if let link {
                try connection.run(
                    "UPDATE link SET entry = $1 WHERE id = $2 AND wallet = $3", .integer(number), .integer(link),
                    .text(wallet))
            }
            return number
        }
    }

    /// Records a step of an entry.
    public func note(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError) {
        try write { (connection) throws(DatabaseError) in
            guard let state = try entries(connection, "id = $2", [.integer(entry)]).first else {
                throw .rule(ServiceError(.internalError, "The journal has no entry \(entry)."))
            }
            let next: JournalEntry
            do throws(ServiceError) { next = try state.taking(step, at: time) } catch { throw .rule(error) }
            // What a node's wallet was asked to sign is reserved already.
            if let inputs = step.spends, !state.isUndecided { try reserve(inputs, for: state, connection) }
            try connection.run(
                """
                UPDATE entry SET changed = $3, progress = $4, ending = $5, amount = $6, fee = $7, txid = $8, raw = $9,
                    expires = $10, failure = $11, settlement = $12, program = $13, node = $14 WHERE wallet = $1 AND id = $2
                """,
                .text(wallet), .integer(entry), .integer(next.changed), .text(next.progress.rawValue),
                SQLValue(next.end?.rawValue), SQLValue(next.amount?.units), SQLValue(next.fee?.units),
                SQLValue(next.transaction?.id.hex), next.transaction.map { .bytes($0.bytes) } ?? .null,
                SQLValue(next.transaction?.expires), SQLValue(next.toldFailure?.rawValue),
                SQLValue(next.settlement?.rawValue), SQLValue(next.program),
                SQLValue(next.nodeSignature?.rawValue))
            if state.isUndecided, !next.isUndecided {
                try connection.run(
                    "UPDATE input SET reserved = false WHERE wallet = $1 AND entry = $2", .text(wallet),
                    .integer(entry))
            }
        }
    }

    /// Two payments that spend one output would conflict, and two for one link would pay it twice (S6).
    private func reserve(
        _ inputs: [Outpoint], for entry: JournalEntry, _ connection: Connection
    ) throws(DatabaseError) {
        if let other = try undecided(connection).first(where: { $0.excludes(entry, spending: inputs) }) {
            throw .rule(
                ServiceError(
                    .refusedByPolicy,
                    "Payment \(other.id) is of the same link or spends the same money, and it is not known whether it was sent."
                ))
        }
        for (place, input) in inputs.enumerated() {
            try connection.run(
                """
                INSERT INTO input (wallet, entry, place, coin, network, practice, txid, vout, reserved)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, true)
                """,
                .text(wallet), .integer(entry.id), .integer(Int64(place)), .text(entry.request.chain.coin.name),
                .text(entry.request.chain.network.rawValue), .bool(entry.request.chain.isPractice),
                .text(input.transaction.hex), .integer(Int64(input.index)))
        }
    }

    /// The newest entries, newest first.
    public func newest(_ count: Int) throws(ServiceError) -> [JournalEntry] {
        try entries("true ORDER BY id DESC LIMIT $2", [.integer(Int64(count))])
    }

    /// The entry with that number.
    public func entry(_ number: Int64) throws(ServiceError) -> JournalEntry? {
        try entries("id = $2", [.integer(number)]).first
    }

    /// The entries that are to replace that one, newest first.
    public func bumps(of entry: Int64) throws(ServiceError) -> [JournalEntry] {
        try entries("bumps = $2 ORDER BY id DESC", [.integer(entry)])
    }

    /// The entries from the oldest one with a step at `time` or later, newest first.
    public func entries(changedSince time: UnixTime) throws(ServiceError) -> [JournalEntry] {
        try entries(
            "id >= (SELECT min(id) FROM entry WHERE wallet = $1 AND changed >= $2) ORDER BY id DESC", [.integer(time)])
    }

    /// Payments that were signed and are not known to be sent or certainly not sent.
    public func undecidedPayments() throws(ServiceError) -> [JournalEntry] {
        try database.read { (connection) throws(DatabaseError) in try undecided(connection) }
    }

    /// Entries that have not ended, and those of undecided payments, oldest first.
    public func unfinished() throws(ServiceError) -> [JournalEntry] { try entries("\(Self.isUnfinished) ORDER BY id") }

    /// Payments that the network accepted and that are followed, oldest first.
    public func followedPayments() throws(ServiceError) -> [JournalEntry] {
        try entries("\(Self.isFollowed) ORDER BY id").filter(\.isFollowed)
    }

    /// Payments that were given up and not replaced by another entry, oldest first.
    public func givenUpPayments() throws(ServiceError) -> [JournalEntry] {
        try database.read { (connection) throws(DatabaseError) in
            try givenUp(connection) { entry, others in !others.contains { $0.replaces(entry) } }
        }
    }

    /// The given-up payments, oldest first, for which this holds of the entries that spend the same outputs.
    private func givenUp(
        _ connection: Connection, where isWanted: (JournalEntry, [JournalEntry]) -> Bool
    ) throws(DatabaseError) -> [JournalEntry] {
        let givenUp = try entries(connection, "progress = 'signed' AND ending IN ('failed', 'dropped') ORDER BY id")
        var found: [JournalEntry] = []
        for entry in givenUp where entry.isGivenUp {
            let others = try entries(
                connection,
                """
                id IN (SELECT other.entry FROM input JOIN input AS other USING (wallet, txid, vout)
                    WHERE input.wallet = $1 AND input.entry = $2)
                """, [.integer(entry.id)])
            if isWanted(entry, others) { found.append(entry) }
        }
        return found
    }

    /// Signed payments that create or spend one of these outputs.
    public func payments(with outputs: [Outpoint]) throws(ServiceError) -> [JournalEntry] {
        try database.read { (connection) throws(DatabaseError) in
            var found: [Int64: JournalEntry] = [:]
            for output in outputs {
                let some = try entries(
                    connection,
                    """
                    (txid = $2 OR id IN (SELECT entry FROM input WHERE wallet = $1 AND txid = $2 AND vout = $3))
                    """, [.text(output.transaction.hex), .integer(Int64(output.index))])
                for entry in some { found[entry.id] = entry }
            }
            return Array(found.values)
        }
    }

    /// The newest entry below `entry` that repeats a request.
    public func latest(
        repeating request: JournalRequest, amount: Amount?, before entry: Int64
    ) throws(ServiceError) -> JournalEntry? {
        // One query for each index; the rule decides among the results.
        let found = try entries(
            """
            id < $2 AND progress IN ('signed', 'sent', 'calling', 'calledBack') AND (fingerprint = $3
                OR lower(recipient) = lower($4) AND amount = $5) ORDER BY id DESC
            """,
            [
                .integer(entry), .text(request.fingerprint), SQLValue(request.recipient), SQLValue(amount?.units),
            ])
        return found.first { $0.repeats(request, amount: amount) }
    }

    /// Removes entries that ended and last changed before `time`. The next VACUUM removes them from the server's files.
    public func forget(before time: UnixTime) throws(ServiceError) -> Int {
        try write { (connection) throws(DatabaseError) in
            let kept = try givenUp(connection) { entry, others in others.contains { entry.mustOutlive($0) } }
            let isKept = kept.isEmpty ? "false" : "id IN (\(kept.map { String($0.id) }.joined(separator: ", ")))"
            return try connection.run(
                """
                DELETE FROM entry WHERE wallet = $1 AND changed < $2 AND NOT (\(Self.isUnfinished))
                    AND NOT (\(Self.isFollowed)) AND NOT (\(isKept)) RETURNING id
                """, .text(wallet), .integer(time)
            ).count
        }
    }

    /// Writes if the lease is still the newest one.
    private func write<Value: Sendable>(
        _ body: (Connection) throws(DatabaseError) -> Value
    ) throws(ServiceError) -> Value {
        try database.write { (connection) throws(DatabaseError) in
            try Lease.lock(wallet, for: lease, connection)
            return try body(connection)
        }
    }

    private static let isUnfinished = "(ending IS NULL OR ending = 'unknown')"
    /// ``SchemeRouter/JournalEntry/isFollowed``.
    private static let isFollowed = """
        settlement IS NULL AND progress IN ('sent', 'calling', 'calledBack') AND action = 'pay' AND NOT practice
            AND coalesce(length(raw), 0) > 0
        """
    private static let noWallet = ServiceError(.internalError, "The database has no such wallet.")

    private func undecided(_ connection: Connection) throws(DatabaseError) -> [JournalEntry] {
        try entries(connection, "progress = 'signed' AND \(Self.isUnfinished) ORDER BY id")
    }

    private func entries(_ clause: String, _ values: [SQLValue] = []) throws(ServiceError) -> [JournalEntry] {
        try database.read { (connection) throws(DatabaseError) in try entries(connection, clause, values) }
    }

    /// The entries of this wallet, `$1`, that match a clause in this file.
    private func entries(
        _ connection: Connection, _ clause: String, _ values: [SQLValue] = []
    ) throws(DatabaseError) -> [JournalEntry] {
        var found: [JournalEntry] = []
        let sql = "SELECT \(JournalRow.columns) FROM entry WHERE wallet = $1 AND \(clause)"
        for row in try connection.run(sql, [.text(wallet)] + values) { found.append(try JournalRow(row: row).entry()) }
        return found
    }
}
