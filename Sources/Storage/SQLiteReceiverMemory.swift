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
            let rows = try connection.execute("SELECT name, executable FROM receiver WHERE sender = ?", .text(sender))
            guard let row = rows.first else { return nil }
            guard row.count == 2, let name = row[0].text, let executable = row[1].text else {
                throw ServiceError(.cannotWrite, "The journal has a receiver that this program did not write.")
            }
            return KnownReceiver(name: name, executable: executable)
        }
    }

    /// Remembers the program that received an answer to `sender`. Does not write if it is unchanged.
    public func remember(_ program: KnownReceiver, for sender: String) throws(ServiceError) {
        guard try remembered(sender) != program else { return }
        try database.write { (connection) throws(ServiceError) in
            _ = try connection.execute(
                "INSERT OR REPLACE INTO receiver (sender, name, executable) VALUES (?, ?, ?)", .text(sender),
                .text(program.name), .text(program.executable))
        }
    }
}
