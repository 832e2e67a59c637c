import SchemeRouter

/// The program that received each sender's answers, stored in the journal's file: reading it before asking a person
/// should not need a second database.
public struct SQLiteReceiverMemory: ReceiverMemory {
    private let database: Database

    /// The memory in the file of `journal`.
    public init(_ journal: SQLiteJournal) {
        database = journal.database
    }

    /// The program that last received an answer to `sender`.
    public func remembered(_ sender: String) throws(ServiceError) -> KnownReceiver? {
        try database.read { (connection) throws(ServiceError) in
            let rows = try connection.execute(
                "SELECT name, executable, entry, arguments FROM receiver WHERE sender = ?", .text(sender))
            return try rows.first.map(Self.receiver)
        }
    }

    /// Remembers the program that received an answer to `sender`. Does not write if it is unchanged.
    public func remember(_ program: KnownReceiver, for sender: String) throws(ServiceError) {
        guard try remembered(sender) != program else { return }
        try database.write { (connection) throws(ServiceError) in
            _ = try connection.execute(
                "INSERT OR REPLACE INTO receiver (sender, name, executable, entry, arguments) VALUES (?, ?, ?, ?, ?)",
                .text(sender), .text(program.name), .text(program.executable), DatabaseValue(program.desktopEntry),
                DatabaseValue(program.arguments))
        }
    }

    /// The program that the person agreed would receive the answer to an entry.
    public func agreed(_ entry: Int64) throws(ServiceError) -> AgreedReceiver? {
        try database.read { (connection) throws(ServiceError) in
            let rows = try connection.execute(
                "SELECT name, executable, desktop, arguments, files FROM agreed WHERE entry = ?", .integer(entry))
            guard let row = rows.first else { return nil }
            guard row.count == 5, let files = row[4].text else { throw Self.foreign }
            return AgreedReceiver(try Self.receiver(row), fileIdentity: files)
        }
    }

    /// Records the program that the person agreed would receive the answer to an entry. It is forgotten with the entry.
    public func agree(to program: AgreedReceiver, of entry: Int64) throws(ServiceError) {
        try database.write { (connection) throws(ServiceError) in
            _ = try connection.execute(
                """
                INSERT OR REPLACE INTO agreed (entry, name, executable, desktop, arguments, files)
                    VALUES (?, ?, ?, ?, ?, ?)
                """, .integer(entry), .text(program.program.name), .text(program.program.executable),
                DatabaseValue(program.program.desktopEntry), DatabaseValue(program.program.arguments),
                .text(program.fileIdentity))
        }
    }

    private static let foreign = ServiceError(
        .cannotWrite, "The journal has a receiver that this program did not write.")

    /// The program in the first four columns: name, executable file, entry and arguments. The last two are null in rows
    /// from before they were recorded.
    private static func receiver(_ row: [DatabaseValue]) throws(ServiceError) -> KnownReceiver {
        guard row.count >= 4, let name = row[0].text, let executable = row[1].text,
            row[2...3].allSatisfy({ $0 == .null || $0.text != nil })
        else { throw foreign }
        return KnownReceiver(name: name, executable: executable, desktopEntry: row[2].text, arguments: row[3].text)
    }
}

/// The person's account for each user of a dapp, stored in the journal's file.
public struct SQLiteBindingMemory: BindingMemory {
    private let database: Database

    /// The memory in the file of `journal`.
    public init(_ journal: SQLiteJournal) {
        database = journal.database
    }

    /// Everything known about a dapp, oldest first.
    public func bindings(of appKey: String) throws(ServiceError) -> [DappBinding] {
        try database.read { (connection) throws(ServiceError) in
            let rows = try connection.execute(
                "SELECT user, account FROM binding WHERE app = ? ORDER BY rowid", .text(appKey))
            return try rows.map { (row) throws(ServiceError) in
                guard row.count == 2, let user = row[0].text, let account = row[1].text else {
                    throw ServiceError(.cannotWrite, "The journal has a binding that this program did not write.")
                }
                return DappBinding(appKey: appKey, userID: user, account: account)
            }
        }
    }

    /// Remembers a binding; a user of a dapp has one account at a time.
    public func remember(_ binding: DappBinding) throws(ServiceError) {
        guard try !bindings(of: binding.appKey).contains(binding) else { return }
        try database.write { (connection) throws(ServiceError) in
            _ = try connection.execute(
                "INSERT OR REPLACE INTO binding (app, user, account) VALUES (?, ?, ?)", .text(binding.appKey),
                .text(binding.userID), .text(binding.account))
        }
    }
}
