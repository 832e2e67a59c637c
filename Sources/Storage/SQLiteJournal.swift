import SchemeRouter

/// The journal in an SQLite file (S6).
public final class SQLiteJournal: Journal {
    let database: Database

    /// Opens the journal, or creates it.
    public init(path: String) throws(ServiceError) {
        database = try Database(path: path, migrations: Self.schema)
    }

    /// Records a link that became a request.
    public func begin(_ request: JournalRequest, at time: UnixTime) throws(ServiceError) -> Int64 {
        try database.write { (connection) throws(ServiceError) in
            try connection.execute(
                """
                INSERT INTO entry (seen, changed, action, scheme, fingerprint, coin, network, practice, sender,
                    recipient, asked, account, answer, bumps, opener, progress)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'seen')
                """,
                .integer(time), .integer(time), .text(request.action.rawValue), .text(request.scheme),
                .text(request.fingerprint), .text(request.chain.coin.name), .text(request.chain.network.rawValue),
                .integer(request.chain.isPractice ? 1 : 0), DatabaseValue(request.sender),
                DatabaseValue(request.recipient), DatabaseValue(request.amount?.units),
                DatabaseValue(request.account.map(Int64.init)), DatabaseValue(request.reply?.rawValue),
                DatabaseValue(request.bumps), DatabaseValue(request.opener?.record))
            return connection.lastRow
        }
    }

    /// Records the next step of an entry.
    ///
    /// Throws ``ServiceError/Code/internalError`` if the step cannot follow the last one, and
    /// ``ServiceError/Code/refusedByPolicy`` if a payment spends what another one has reserved, or belongs to the same
    /// link.
    public func note(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError) {
        try database.write { (connection) throws(ServiceError) in
            guard let state = try Self.entries(connection, "WHERE id = ?", .integer(entry)).first else {
                throw ServiceError(.internalError, "The journal has no entry #\(entry).")
            }
            guard state.allows(step) else {
                throw ServiceError(.internalError, "Journal entry #\(entry) cannot take this step.")
            }
            if let inputs = step.spends { try Self.refuseExcluded(state, inputs, on: connection) }
            if step.changesTime {
                try connection.execute("UPDATE entry SET changed = ? WHERE id = ?", .integer(time), .integer(entry))
            }
            try Self.write(step, of: entry, on: connection)
        }
    }

    /// The newest entries, newest first.
    public func newest(_ count: Int) throws(ServiceError) -> [JournalEntry] {
        try entries("ORDER BY id DESC LIMIT ?", .integer(Int64(count)))
    }

    /// The entry with this number.
    public func entry(_ number: Int64) throws(ServiceError) -> JournalEntry? {
        try entries("WHERE id = ?", .integer(number)).first
    }

    /// The entries that replace an entry, newest first.
    public func bumps(of entry: Int64) throws(ServiceError) -> [JournalEntry] {
        try entries("WHERE bumps = ? ORDER BY id DESC", .integer(entry))
    }

    /// All entries from the oldest one with a step at `time` or later, newest first.
    public func entries(changedSince time: UnixTime) throws(ServiceError) -> [JournalEntry] {
        try entries("WHERE id >= (SELECT MIN(id) FROM entry WHERE changed >= ?) ORDER BY id DESC", .integer(time))
    }

    /// Payments that were signed and whose sending is neither confirmed nor ruled out.
    public func undecidedPayments() throws(ServiceError) -> [JournalEntry] {
        try database.read { (connection) throws(ServiceError) in try Self.undecided(connection) }
    }

    /// Entries that have not ended, including undecided payments, oldest first.
    public func unfinished() throws(ServiceError) -> [JournalEntry] {
        try entries("WHERE \(Self.isUnfinished) ORDER BY id")
    }

    /// Payments that the network accepted and that are followed, oldest first.
    public func followedPayments() throws(ServiceError) -> [JournalEntry] {
        try entries("WHERE \(Self.mayBeFollowed) ORDER BY id").filter(\.isFollowed)
    }

    /// Payments that were given up and that no other entry replaces, oldest first.
    public func givenUpPayments() throws(ServiceError) -> [JournalEntry] {
        try database.read { (connection) throws(ServiceError) in
            try Self.givenUp(connection) { entry, others in !others.contains { $0.replaces(entry) } }
        }
    }

    /// Signed payments that create or spend one of these outputs.
    public func payments(with outputs: [Outpoint]) throws(ServiceError) -> [JournalEntry] {
        try database.read { (connection) throws(ServiceError) in
            var found: [Int64: JournalEntry] = [:]
            for output in outputs {
                let entries = try Self.entries(
                    connection, "WHERE txid = ? OR id IN (SELECT entry FROM input WHERE txid = ? AND vout = ?)",
                    .text(output.transaction.hex), .text(output.transaction.hex), .integer(Int64(output.index)))
                for entry in entries { found[entry.id] = entry }
            }
            return Array(found.values)
        }
    }

    /// The newest entry below `entry` that repeats a request.
    public func latest(
        repeating request: JournalRequest, amount: Amount?, before entry: Int64
    ) throws(ServiceError) -> JournalEntry? {
        try database.read { (connection) throws(ServiceError) in
            // Each by its index; the rule then decides about the results.
            let found = try Self.entries(
                connection,
                """
                WHERE id < ? AND (progress IN ('signed', 'sent', 'calling', 'calledBack') OR program IS NOT NULL)
                    AND (fingerprint = ? OR recipient = ? COLLATE NOCASE AND amount = ?) ORDER BY id DESC
                """, .integer(entry), .text(request.fingerprint), DatabaseValue(request.recipient),
                DatabaseValue(amount?.units))
            return found.first { $0.repeats(request, amount: amount) }
        }
    }

    /// Removes entries that ended and last changed before `time`, and overwrites their data in the file.
    public func forget(before time: UnixTime) throws(ServiceError) -> Int {
        let count = try database.write { (connection) throws(ServiceError) in
            try connection.execute("PRAGMA secure_delete = ON")
            let kept = try Self.givenUp(connection) { entry, others in others.contains { entry.mustOutlive($0) } }
            let old = """
                FROM entry WHERE changed < ? AND NOT (\(Self.isUnfinished)) AND NOT (\(Self.isFollowed))
                    AND id NOT IN (\(kept.map { String($0.id) }.joined(separator: ", ")))
                """
            let count = try connection.execute("SELECT count(*) \(old)", .integer(time)).first?.first?.integer ?? 0
            try connection.execute("DELETE \(old)", .integer(time))
            return Int(count)
        }
        // Until then, the log next to the file still holds the data.
        try database.emptyLog()
        return count
    }

    /// The given-up payments, oldest first, for which this holds of the entries that spend the same outputs.
    private static func givenUp(
        _ connection: Connection, where isWanted: (JournalEntry, [JournalEntry]) -> Bool
    ) throws(ServiceError) -> [JournalEntry] {
        var found: [JournalEntry] = []
        for entry in try entries(connection, "WHERE \(mayBeGivenUp) ORDER BY id") where entry.isGivenUp {
            let others = try entries(
                connection,
                """
                WHERE id IN (SELECT other.entry FROM input JOIN input AS other
                    ON other.txid = input.txid AND other.vout = input.vout WHERE input.entry = ?)
                """, .integer(entry.id))
            if isWanted(entry, others) { found.append(entry) }
        }
        return found
    }

    private static func undecided(_ connection: Connection) throws(ServiceError) -> [JournalEntry] {
        try entries(connection, "WHERE progress = 'signed' AND (\(isUnfinished)) ORDER BY id")
    }

    /// Worded like the index, which finds the few matches among many.
    private static let isUnfinished = "ending IS NULL OR ending = 'unknown'"

    /// Worded like the indexes, which find the few matches among many.
    private static let mayBeFollowed = "settlement IS NULL AND progress IN ('sent', 'calling', 'calledBack')"
    private static let mayBeGivenUp = "progress = 'signed' AND ending IN ('failed', 'dropped')"
    /// `JournalEntry/isFollowed`.
    private static let isFollowed =
        "\(mayBeFollowed) AND action = '\(Action.payment.rawValue)' AND practice = 0 AND raw IS NOT NULL AND length(raw) > 0"

    private static func write(_ step: JournalStep, of entry: Int64, on connection: Connection) throws(ServiceError) {
        func set(_ column: String, _ text: String) throws(ServiceError) {
            try connection.execute("UPDATE entry SET \(column) = ? WHERE id = ?", .text(text), .integer(entry))
        }
        switch step {
        case .approved(let intent):
            var amount: Int64?
            var fee: Int64?
            var program: String?
            switch intent {
            case .payment(let payment): (amount, fee) = (payment.amount.units, payment.fee?.units)
            case .handOver(let handOver): (amount, program) = (handOver.cost.counted?.units, handOver.program.id)
            case .address, .newAddress, .keys, .actions, .identity, .texts: break
            }
            try connection.execute(
                "UPDATE entry SET progress = 'approved', amount = ?, fee = ?, program = ? WHERE id = ?",
                DatabaseValue(amount), DatabaseValue(fee), DatabaseValue(program), .integer(entry))
        case .prepared(let transaction, let inputs), .signed(let transaction, let inputs):
            let node = if case .prepared = step { "'asked'" } else { "CASE node WHEN 'asked' THEN 'given' END" }
            try connection.execute(
                "UPDATE entry SET progress = 'signed', txid = ?, raw = ?, expires = ?, node = \(node) WHERE id = ?",
                .text(transaction.id.hex), .blob(transaction.bytes), DatabaseValue(transaction.expires), .integer(entry)
            )
            try connection.execute("DELETE FROM input WHERE entry = ?", .integer(entry))
            for input in inputs {
                try connection.execute(
                    "INSERT INTO input (entry, txid, vout) VALUES (?, ?, ?)", .integer(entry),
                    .text(input.transaction.hex), .integer(Int64(input.index)))
            }
        case .sent:
            // A payment with an unknown answer is now decided.
            try connection.execute(
                "UPDATE entry SET progress = 'sent', ending = NULL, settlement = NULL WHERE id = ?", .integer(entry))
        case .calling: try set("progress", JournalEntry.Progress.calling.rawValue)
        case .calledBack: try set("progress", JournalEntry.Progress.calledBack.rawValue)
        case .ended(let end): try set("ending", end.rawValue)
        case .settled(let settlement): try set("settlement", settlement.rawValue)
        case .toldFailure(let code): try set("failure", code.rawValue)
        }
    }

    /// Two payments that spend one output would replace each other, and two of one link would pay it twice (S6).
    private static func refuseExcluded(
        _ entry: JournalEntry, _ inputs: [Outpoint], on connection: Connection
    ) throws(ServiceError) {
        guard let other = try undecided(connection).first(where: { $0.excludes(entry, spending: inputs) }) else {
            return
        }
        throw ServiceError(
            .refusedByPolicy,
            "Payment #\(other.id) is for the same link or spends the same money, and it is not known whether it was sent.",
            hint: Remedy.finishFirst)
    }

    private func entries(_ clause: String) throws(ServiceError) -> [JournalEntry] {
        try database.read { (connection) throws(ServiceError) in try Self.entries(connection, clause) }
    }

    private func entries(_ clause: String, _ value: DatabaseValue) throws(ServiceError) -> [JournalEntry] {
        try database.read { (connection) throws(ServiceError) in try Self.entries(connection, clause, value) }
    }

    private static func entries(
        _ connection: Connection, _ clause: String, _ values: DatabaseValue...
    ) throws(ServiceError) -> [JournalEntry] {
        var entries: [JournalEntry] = []
        // Most queries find nothing, and preparing a statement costs more with more columns: only one has all columns.
        for found in try connection.execute("SELECT id FROM entry \(clause)", values) {
            guard let number = found.first,
                let row = try connection.execute("SELECT \(JournalRow.columns) FROM entry WHERE id = ?", number).first
            else { continue }
            let inputs = try connection.execute("SELECT txid, vout FROM input WHERE entry = ? ORDER BY rowid", number)
            guard let entry = JournalRow(row).entry(inputs: inputs) else {
                throw ServiceError(.cannotWrite, "The journal has an entry that this program did not write.")
            }
            entries.append(entry)
        }
        return entries
    }

    /// Oldest first. A released entry is never edited; changes are appended.
    static let schema = [
        """
        CREATE TABLE entry (
            id INTEGER PRIMARY KEY AUTOINCREMENT, seen INTEGER NOT NULL, changed INTEGER NOT NULL,
            action TEXT NOT NULL, scheme TEXT NOT NULL, fingerprint TEXT NOT NULL, coin TEXT NOT NULL,
            network TEXT NOT NULL, practice INTEGER NOT NULL, sender TEXT, recipient TEXT, asked INTEGER,
            account INTEGER, progress TEXT NOT NULL, ending TEXT, amount INTEGER, fee INTEGER, txid TEXT, raw BLOB);
        CREATE TABLE input (
            entry INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE, txid TEXT NOT NULL, vout INTEGER NOT NULL);
        CREATE INDEX entry_undecided ON entry (progress, ending);
        CREATE INDEX input_entry ON input (entry);
        CREATE INDEX input_outpoint ON input (txid, vout)
        """,
        """
        CREATE INDEX entry_changed ON entry (changed);
        CREATE TABLE receiver (sender TEXT PRIMARY KEY, name TEXT NOT NULL, executable TEXT NOT NULL) WITHOUT ROWID
        """,
        "ALTER TABLE entry ADD COLUMN failure TEXT",
        """
        CREATE TABLE binding (app TEXT NOT NULL, user TEXT NOT NULL, account TEXT NOT NULL, PRIMARY KEY (app, user))
        """,
        """
        ALTER TABLE entry ADD COLUMN answer TEXT;
        ALTER TABLE entry ADD COLUMN expires INTEGER;
        CREATE INDEX entry_unfinished ON entry (id) WHERE ending IS NULL OR ending = 'unknown'
        """,
        // Earlier payments are not followed: people were not told that they would be, and most are old.
        """
        ALTER TABLE entry ADD COLUMN settlement TEXT;
        UPDATE entry SET settlement = 'unwatched' WHERE progress IN ('sent', 'calling', 'calledBack');
        CREATE INDEX entry_followed ON entry (id)
            WHERE settlement IS NULL AND progress IN ('sent', 'calling', 'calledBack');
        CREATE INDEX entry_given_up ON entry (id) WHERE progress = 'signed' AND ending IN ('failed', 'dropped')
        """,
        "ALTER TABLE entry ADD COLUMN program TEXT",
        """
        CREATE INDEX entry_fingerprint ON entry (fingerprint);
        CREATE INDEX entry_recipient ON entry (recipient COLLATE NOCASE, amount) WHERE recipient IS NOT NULL
        """,
        """
        ALTER TABLE entry ADD COLUMN bumps INTEGER;
        CREATE INDEX entry_bumps ON entry (bumps) WHERE bumps IS NOT NULL
        """,
        "CREATE INDEX entry_transaction ON entry (txid) WHERE txid IS NOT NULL",
        // Who received earlier answers is not known exactly: apps may share the file of an interpreter.
        """
        ALTER TABLE receiver ADD COLUMN entry TEXT;
        ALTER TABLE receiver ADD COLUMN arguments TEXT;
        CREATE TABLE agreed (
            entry INTEGER PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE, name TEXT NOT NULL,
            executable TEXT NOT NULL, desktop TEXT, arguments TEXT, files TEXT NOT NULL)
        """,
        // The clock of an older version decided this, and it may have been wrong.
        "UPDATE entry SET settlement = NULL WHERE settlement = 'unwatched'",
        "ALTER TABLE entry ADD COLUMN node TEXT",
        "ALTER TABLE entry ADD COLUMN opener TEXT",
    ]
}

/// A row of the journal as an entry.
struct JournalRow {
    /// The columns, in the order in which ``entry(inputs:)`` reads them.
    static let columns = """
        id, seen, changed, action, scheme, fingerprint, coin, network, practice, sender, recipient, asked, account,
        progress, ending, amount, fee, txid, raw, failure, answer, expires,
        settlement, program, bumps, node, opener
        """

    private let values: [DatabaseValue]

    init(_ values: [DatabaseValue]) {
        self.values = values
    }

    /// The entry; nil if a value is not one that this program writes.
    func entry(inputs: [[DatabaseValue]]) -> JournalEntry? {
        guard values.count == 27, let id = values[0].integer, let seen = values[1].integer,
            let changed = values[2].integer, let request,
            let progress = values[13].text.flatMap({ JournalEntry.Progress(rawValue: $0) })
        else { return nil }
        guard let end: JournalEnd? = word(14), let failure: FailureCode? = word(19),
            let settlement: Settlement? = word(22), let amount = self.amount(15), let fee = self.amount(16),
            let expires = self.column(21, \.integer), let program = self.column(23, \.text),
            let node: NodeSignature? = word(25)
        else { return nil }
        let outpoints = inputs.compactMap(outpoint)
        guard outpoints.count == inputs.count else { return nil }
        var transaction: SignedTransaction?
        if values[17] != .null {
            guard let txid = values[17].text.flatMap({ TransactionID(hex: $0) }), let bytes = values[18].blob else {
                return nil
            }
            transaction = SignedTransaction(id: txid, bytes: bytes, expires: expires)
        } else if values[18] != .null {
            return nil
        }
        return JournalEntry(
            id: id, seen: seen, changed: changed, request: request, progress: progress, end: end, amount: amount,
            fee: fee, transaction: transaction, inputs: outpoints, toldFailure: failure, settlement: settlement,
            program: program, nodeSignature: node)
    }

    private var request: JournalRequest? {
        guard let action = values[3].text.flatMap({ Action(rawValue: $0) }), let scheme = values[4].text,
            let fingerprint = values[5].text, let coin = values[6].text,
            let network = values[7].text.flatMap({ NetworkKind(rawValue: $0) }), let practice = values[8].integer,
            practice == 0 || practice == 1
        else { return nil }
        guard let reply: JournalReply? = word(20), let sender = column(9, \.text), let recipient = column(10, \.text),
            let amount = self.amount(11), let bumps = column(24, \.integer),
            let opener = column(26, { $0.text.flatMap { Opener(record: $0) } }),
            let account = column(12, { $0.integer.flatMap { UInt32(exactly: $0) } })
        else { return nil }
        return JournalRequest(
            action: action, scheme: scheme, fingerprint: fingerprint,
            chain: ChainID(coin: CoinID(coin), network: network, isPractice: practice != 0), sender: sender,
            recipient: recipient, amount: amount, account: account, reply: reply, bumps: bumps, opener: opener)
    }

    /// The value of a column, which may be null; nil if this program never writes such a value. Reading it as null
    /// would make a damaged entry look like one that paid nothing.
    private func column<Value>(_ column: Int, _ read: (DatabaseValue) -> Value?) -> Value?? {
        if values[column] == .null { return .some(nil) }
        guard let value = read(values[column]) else { return nil }
        return .some(value)
    }

    private func word<Word: RawRepresentable<String>>(_ column: Int) -> Word?? {
        self.column(column) { $0.text.flatMap { Word(rawValue: $0) } }
    }

    private func amount(_ column: Int) -> Amount?? {
        self.column(column) { $0.integer.flatMap { Amount(units: $0) } }
    }

    private func outpoint(_ row: [DatabaseValue]) -> Outpoint? {
        guard row.count == 2, let id = row[0].text.flatMap({ TransactionID(hex: $0) }),
            let index = row[1].integer.flatMap({ UInt32(exactly: $0) })
        else { return nil }
        return Outpoint(transaction: id, index: index)
    }
}
