import Glibc
import RouterCSQLite
import SchemeRouter

/// An open connection. ``Database`` lets only one caller at a time use it.
@safe public final class Connection {
    private let path: String
    // Closed when this object is destroyed, after its statements.
    private let handle: OpaquePointer
    /// Prepared statements for reuse: parsing SQL costs more than looking a row up.
    private var statements: [(sql: String, statement: Statement)] = []

    /// Far more than the distinct statements of any run.
    private static let mostStatements = 64
    /// How long to wait for another process's lock.
    private static let patience: Duration = .seconds(5)

    /// Pages are allocated one by one. Otherwise SQLite writes to twenty of them at once for each file, and a click, which
    /// reads few, waits until the kernel has found memory for all of them.
    private static let allocatesPagesSingly = sqlite3_config_page_cache(nil, 0, 0) == SQLITE_OK

    init(path: String) throws(ServiceError) {
        _ = Self.allocatesPagesSingly
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
        guard unsafe sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let handle = unsafe opened else {
            let message = unsafe opened.map { unsafe String(cString: sqlite3_errmsg($0)) } ?? "no memory"
            unsafe sqlite3_close(opened)
            throw ServiceError(.cannotWrite, "\(path) cannot be opened: \(message).")
        }
        self.path = path
        unsafe self.handle = handle
        unsafe sqlite3_busy_timeout(handle, Int32(Self.patience.components.seconds) * 1_000)
    }

    deinit {
        // The library closes the file when the last statement has ended.
        unsafe sqlite3_close_v2(handle)
    }

    /// Runs one statement and returns its rows.
    @discardableResult
    public func execute(_ sql: String, _ values: DatabaseValue...) throws(ServiceError) -> [[DatabaseValue]] {
        try execute(sql, values)
    }

    /// Runs one statement and returns its rows.
    @discardableResult
    public func execute(_ sql: String, _ values: [DatabaseValue]) throws(ServiceError) -> [[DatabaseValue]] {
        let statement = try prepared(sql)
        guard let rows = statement.rows(values) else { throw failure() }
        keep(statement, sql)
        return rows
    }

    /// A prepared statement that is not running.
    private func prepared(_ sql: String) throws(ServiceError) -> Statement {
        if let position = statements.firstIndex(where: { $0.sql == sql }) {
            return statements.remove(at: position).statement
        }
        guard let statement = unsafe Statement(sql, handle) else { throw failure() }
        return statement
    }

    /// Keeps a finished statement for reuse. Pragmas are not kept: some take effect while they are parsed.
    private func keep(_ statement: Statement, _ sql: String) {
        guard statements.count < Self.mostStatements, !sql.hasPrefix("PRAGMA"), statement.reset() else { return }
        statements.append((sql, statement))
    }

    /// The id of the last inserted row.
    public var lastRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// When a transaction takes the write lock.
    enum TransactionKind: String {
        /// At the start, so that nothing it reads can change before it writes.
        case immediate = "BEGIN IMMEDIATE"
        /// Not until it writes.
        case deferred = "BEGIN"
    }

    func transaction<Value>(
        _ kind: TransactionKind, _ body: (Connection) throws(ServiceError) -> Value
    ) throws(ServiceError) -> Value {
        try execute(kind.rawValue)
        do {
            let value = try body(self)
            try execute("COMMIT")
            return value
        } catch {
            // The first failure counts; SQLite rolls back by itself if necessary.
            _ = try? execute("ROLLBACK")
            throw error
        }
    }

    /// Lets readers and one writer work at the same time.
    func useWriteAheadLog() throws(ServiceError) {
        // Two processes that open a new file at the same time can each hold what the other waits for. SQLite then fails
        // immediately, whatever its timeout, so the wait is here.
        let end = ContinuousClock.now + Self.patience
        while unsafe sqlite3_exec(handle, "PRAGMA journal_mode = WAL", nil, nil, nil) == SQLITE_BUSY {
            guard ContinuousClock.now < end else { throw failure() }
            usleep(5_000)
        }
    }

    /// The number of migrations applied to the file. Throws, before changing anything, if the file is not this
    /// program's.
    func checkVersion(newest: Int) throws(ServiceError) -> Int {
        let version = try execute("PRAGMA user_version").first?.first?.integer ?? 0
        guard version <= newest else {
            throw ServiceError(
                .cannotWrite, "\(path) was written by a newer version of this program.",
                hint: "Nothing was changed. Use that version.")
        }
        let isOurs = version == 0 ? try execute("SELECT 1 FROM sqlite_schema LIMIT 1").isEmpty : version > 0
        guard isOurs else {
            throw ServiceError(
                .cannotWrite, "\(path) is a database of another program.", hint: "Nothing was changed in it.")
        }
        return Int(version)
    }

    func migrate(_ migrations: [String]) throws(ServiceError) {
        try transaction(.immediate) { (connection) throws(ServiceError) in
            for migration in migrations[(try connection.checkVersion(newest: migrations.count))...] {
                for statement in migration.split(separator: ";") where !statement.allSatisfy(\.isWhitespace) {
                    try connection.execute(String(statement))
                }
            }
            try connection.execute("PRAGMA user_version = \(migrations.count)")
        }
    }

    private func failure() -> ServiceError {
        let code = unsafe sqlite3_errcode(handle)
        let message = unsafe String(cString: sqlite3_errmsg(handle))
        guard code != SQLITE_NOTADB, code != SQLITE_CORRUPT else {
            return ServiceError(
                .cannotWrite, "\(path) is damaged: \(message).",
                hint: "It was not changed. Keep a copy, then move it away to start over.")
        }
        return ServiceError(
            .cannotWrite, "\(path) cannot be used: \(message).",
            hint: "Nothing was lost. Free some space, or check your write permission.")
    }
}
