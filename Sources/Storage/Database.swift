import Glibc
import RouterCSQLite
import SchemeRouter
import Synchronization

/// An SQLite database that only its owner may read: write-ahead log, every commit synced to the disk.
public final class Database: Sendable {
    private let lock = Mutex(())
    // Used only while the lock is held.
    private nonisolated(unsafe) let connection: Connection

    /// Opens the database, or creates it.
    /// - Parameters:
    ///   - path: the file; its directory is created if missing.
    ///   - migrations: SQL for each version of the schema, oldest first. Missing ones are applied.
    ///
    /// Throws ``ServiceError/Code/cannotWrite`` if the file is damaged, not a database, another program's or from a
    /// newer version. It is never replaced.
    public init(path: String, migrations: [String]) throws(ServiceError) {
        let opened = try Connection(path: try PrivateDirectory.createFile(path))
        // One transaction for both queries: another process may be creating this file.
        let version = try opened.transaction(.deferred) { (connection) throws(ServiceError) in
            try connection.checkVersion(newest: migrations.count)
        }
        try opened.useWriteAheadLog()
        try opened.execute("PRAGMA synchronous = FULL")
        try opened.execute("PRAGMA foreign_keys = ON")
        // Almost always there is nothing to do, and then nothing is written.
        if version < migrations.count { try opened.migrate(migrations) }
        unsafe connection = opened
    }

    /// Reads. `body` sees a snapshot of the database, whatever other processes write meanwhile.
    public func read<Value: Sendable>(
        _ body: (Connection) throws(ServiceError) -> Value
    ) throws(ServiceError) -> Value {
        try lock.withLock { (_) throws(ServiceError) in try unsafe connection.transaction(.deferred, body) }
    }

    /// Applies all changes of `body`, or none; they are durable when it returns. Other processes wait.
    public func write<Value: Sendable>(
        _ body: (Connection) throws(ServiceError) -> Value
    ) throws(ServiceError) -> Value {
        try lock.withLock { (_) throws(ServiceError) in try unsafe connection.transaction(.immediate, body) }
    }

    /// Moves the write-ahead log into the database and empties it, so that overwritten data in it is gone. While
    /// another process reads, the log stays, and the next one to close the database empties it.
    public func emptyLog() throws(ServiceError) {
        _ = try lock.withLock { (_) throws(ServiceError) in
            try unsafe connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }
}

/// One value of a row.
public enum DatabaseValue: Sendable, Hashable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int64)
    /// UTF-8 text.
    case text(String)
    /// Bytes.
    case blob([UInt8])

    /// A text, or null.
    public init(_ text: String?) {
        self = text.map(DatabaseValue.text) ?? .null
    }

    /// A number, or null.
    public init(_ number: Int64?) {
        self = number.map(DatabaseValue.integer) ?? .null
    }

    /// The number; nil for anything else.
    public var integer: Int64? {
        if case .integer(let number) = self { return number }
        return nil
    }

    /// The text; nil for anything else.
    public var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    /// The bytes; nil for anything else.
    public var blob: [UInt8]? {
        if case .blob(let bytes) = self { return bytes }
        return nil
    }
}

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

/// A prepared statement of SQLite.
///
/// SQLite copies bound values. Memory that it lends for a column stays valid until the next step, and is copied before
/// that.
@safe final class Statement {
    // Finalised when this object is destroyed; nothing else holds it.
    private let handle: OpaquePointer

    /// Nil if SQLite rejects it; the connection has the reason.
    init?(_ sql: String, _ connection: OpaquePointer) {
        var prepared: OpaquePointer?
        guard unsafe sqlite3_prepare_v2(connection, sql, -1, &prepared, nil) == SQLITE_OK,
            let handle = unsafe prepared
        else { return nil }
        unsafe self.handle = handle
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Runs the statement to its end with these values; nil if that fails.
    func rows(_ values: [DatabaseValue]) -> [[DatabaseValue]]? {
        for (value, index) in zip(values, Int32(1)...) {
            guard bind(value, at: index) == SQLITE_OK else { return nil }
        }
        var rows: [[DatabaseValue]] = []
        while true {
            switch unsafe sqlite3_step(handle) {
            case SQLITE_ROW: rows.append(unsafe (0..<sqlite3_column_count(handle)).map(column))
            case SQLITE_DONE: return rows
            default: return nil
            }
        }
    }

    /// Clears the values, so that it can run again. False if that fails.
    func reset() -> Bool {
        unsafe sqlite3_reset(handle) == SQLITE_OK && sqlite3_clear_bindings(handle) == SQLITE_OK
    }

    private func bind(_ value: DatabaseValue, at index: Int32) -> Int32 {
        switch value {
        case .null: unsafe sqlite3_bind_null(handle, index)
        case .integer(let number): unsafe sqlite3_bind_int64(handle, index, number)
        case .text(let text): unsafe sqlite3_bind_text_copy(handle, index, text, Int32(text.utf8.count))
        case .blob(let bytes): unsafe sqlite3_bind_blob_copy(handle, index, bytes, Int32(bytes.count))
        }
    }

    private func column(_ index: Int32) -> DatabaseValue {
        switch unsafe sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: .integer(unsafe sqlite3_column_int64(handle, index))
        case SQLITE_TEXT: text(unsafe bytes(unsafe sqlite3_column_text(handle, index), index))
        case SQLITE_BLOB: unsafe .blob(bytes(unsafe sqlite3_column_blob(handle, index), index))
        default: .null
        }
    }

    /// Text is UTF-8; invalid text becomes a blob, because repairing it would change it.
    private func text(_ bytes: [UInt8]) -> DatabaseValue {
        String(validating: bytes, as: UTF8.self).map(DatabaseValue.text) ?? .blob(bytes)
    }

    /// A copy of a column's bytes at `start`.
    private func bytes(_ start: UnsafeRawPointer?, _ index: Int32) -> [UInt8] {
        unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index))))
    }
}
