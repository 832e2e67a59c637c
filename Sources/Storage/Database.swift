import CSQLite
import SchemeRouter
import Synchronization

/// An SQLite database that only its owner may read: write-ahead log, every commit synced to the disk.
public final class Database: Sendable {
    private let lock = Mutex(())
    // Used only while the lock is held.
    private nonisolated(unsafe) let connection: Connection

    /// Opens the database, or makes it.
    /// - Parameters:
    ///   - path: the file; its directory is made where it is missing.
    ///   - migrations: SQL for each version of the schema, oldest first. Those that the file lacks are run.
    ///
    /// Throws where the file is damaged, no database, or of a newer version. It is never replaced.
    public init(path: String, migrations: [String]) throws(ServiceError) {
        if let end = path.lastIndex(of: "/") { try PrivateDirectory.create(String(path[..<end])) }
        try PrivateDirectory.createFile(path)
        let opened = try Connection(path: path)
        try opened.execute("PRAGMA journal_mode = WAL")
        try opened.execute("PRAGMA synchronous = FULL")
        try opened.execute("PRAGMA foreign_keys = ON")
        try opened.migrate(migrations)
        connection = opened
    }

    /// Reads. `body` sees one connection that nobody else uses meanwhile.
    public func read<Value: Sendable>(
        _ body: (Connection) throws(ServiceError) -> Value
    ) throws(ServiceError) -> Value {
        try lock.withLock { (_) throws(ServiceError) in try body(connection) }
    }

    /// Changes everything that `body` changes, or nothing. Other processes wait.
    public func write<Value: Sendable>(
        _ body: (Connection) throws(ServiceError) -> Value
    ) throws(ServiceError) -> Value {
        try lock.withLock { (_) throws(ServiceError) in try connection.transaction(body) }
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
