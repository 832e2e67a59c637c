import CSQLite
import Glibc
import SchemeRouter

/// An open connection. ``Database`` lets one caller at a time use it.
public final class Connection {
    private let path: String
    private let handle: OpaquePointer
    /// Statements that were run and can be run again: reading SQL costs more than looking a row up.
    private var statements: [(sql: String, statement: OpaquePointer)] = []

    /// Many more than there are different statements in any start.
    private static let mostStatements = 64
    /// How long another process may keep us waiting.
    private static let patience: Duration = .seconds(5)

    init(path: String) throws(ServiceError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
        guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
            sqlite3_close(opened)
            throw ServiceError(.cannotWrite, "\(path) cannot be opened: \(message).")
        }
        self.path = path
        self.handle = opened
        sqlite3_busy_timeout(opened, Int32(Self.patience.components.seconds) * 1_000)
    }

    deinit {
        for (_, statement) in statements { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Runs one statement and gives back its rows.
    @discardableResult
    public func execute(_ sql: String, _ values: DatabaseValue...) throws(ServiceError) -> [[DatabaseValue]] {
        let statement = try prepared(sql)
        do throws(ServiceError) {
            let rows = try rows(of: statement, values)
            keep(statement, sql)
            return rows
        } catch {
            sqlite3_finalize(statement)
            throw error
        }
    }

    private func rows(of statement: OpaquePointer, _ values: [DatabaseValue]) throws(ServiceError) -> [[DatabaseValue]]
    {
        for (position, value) in values.enumerated() {
            guard bind(value, to: statement, at: Int32(position + 1)) == SQLITE_OK else { throw failure() }
        }
        var rows: [[DatabaseValue]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map { column(statement, $0) })
            case SQLITE_DONE: return rows
            default: throw failure()
            }
        }
    }

    /// A statement that nobody else runs now.
    private func prepared(_ sql: String) throws(ServiceError) -> OpaquePointer {
        if let position = statements.firstIndex(where: { $0.sql == sql }) {
            return statements.remove(at: position).statement
        }
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK, let prepared else { throw failure() }
        return prepared
    }

    /// Takes a statement back that ran to its end. Pragmas are not kept: some act while they are read.
    private func keep(_ statement: OpaquePointer, _ sql: String) {
        guard statements.count < Self.mostStatements, !sql.hasPrefix("PRAGMA"),
            sqlite3_reset(statement) == SQLITE_OK, sqlite3_clear_bindings(statement) == SQLITE_OK
        else {
            sqlite3_finalize(statement)
            return
        }
        statements.append((sql, statement))
    }

    /// Number of the row that was inserted last.
    public var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// When a transaction takes the lock that only one can have.
    enum TransactionKind: String {
        /// At once, so that nothing it reads can change before it writes.
        case immediate = "BEGIN IMMEDIATE"
        /// Never, if it only reads.
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
            // The first failure is what counts; SQLite has rolled back by itself where it had to.
            _ = try? execute("ROLLBACK")
            throw error
        }
    }

    /// Lets readers and one writer work at the same time.
    func useWriteAheadLog() throws(ServiceError) {
        // Of two processes that open a new file at once each can hold what the other waits for. SQLite then gives up at
        // once, whatever its timeout, so the waiting is done here.
        let end = ContinuousClock.now + Self.patience
        while sqlite3_exec(handle, "PRAGMA journal_mode = WAL", nil, nil, nil) == SQLITE_BUSY {
            guard ContinuousClock.now < end else { throw failure() }
            usleep(5_000)
        }
    }

    /// How many migrations the file has had. Throws, before anything is changed, where it is not a file of ours.
    func checkVersion(newest: Int) throws(ServiceError) -> Int {
        let version = try execute("PRAGMA user_version").first?.first?.integer ?? 0
        guard version <= newest else {
            throw ServiceError(
                .cannotWrite, "\(path) was written by a newer version of this program.",
                hint: "Use that version; nothing was changed.")
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

    private func bind(_ value: DatabaseValue, to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, number)
        case .text(let text): sqlite3_bind_text_copy(statement, index, text, Int32(text.utf8.count))
        case .blob(let bytes): sqlite3_bind_blob_copy(statement, index, bytes, Int32(bytes.count))
        }
    }

    private func column(_ statement: OpaquePointer, _ index: Int32) -> DatabaseValue {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER:
            return .integer(sqlite3_column_int64(statement, index))
        case SQLITE_TEXT:
            let text = UnsafeRawBufferPointer(
                start: sqlite3_column_text(statement, index), count: Int(sqlite3_column_bytes(statement, index)))
            return .text(String(decoding: text, as: UTF8.self))
        case SQLITE_BLOB:
            let bytes = UnsafeRawBufferPointer(
                start: sqlite3_column_blob(statement, index), count: Int(sqlite3_column_bytes(statement, index)))
            return .blob(Array(bytes))
        default:
            return .null
        }
    }

    private func failure() -> ServiceError {
        let code = sqlite3_errcode(handle)
        let message = String(cString: sqlite3_errmsg(handle))
        guard code != SQLITE_NOTADB, code != SQLITE_CORRUPT else {
            return ServiceError(
                .cannotWrite, "\(path) is damaged: \(message).",
                hint: "It was not changed. Keep a copy of it and move it away to start anew.")
        }
        return ServiceError(
            .cannotWrite, "\(path) cannot be used: \(message).",
            hint: "Nothing was lost. Make room, or give yourself the right to write there.")
    }
}
