import SchemeRouter

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
