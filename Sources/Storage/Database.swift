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
