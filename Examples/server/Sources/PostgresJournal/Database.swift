import Glibc
import SchemeRouter
import Synchronization

/// A database in PostgreSQL: transactions that are done once, whatever happens to the connection.
///
/// Each call waits for the server, in its thread, and for no longer than ``patience`` where the server is away.
public final class Database: Sendable {
    /// For how long a call tries to reach the server.
    public let patience: Duration
    private let info: String
    private let lock = Mutex(())
    // Used only while the lock is held; nil where there is no connection now.
    private nonisolated(unsafe) var connection: Connection?

    /// Connects when it is needed.
    /// - Parameter info: a connection string of libpq without a password: arguments and environment are no place for one
    ///   (S8). `passfile` or a service file names it.
    public init(_ info: String, patience: Duration = .seconds(10)) throws(ServiceError) {
        guard try Connection.setting("password", of: info) == nil else {
            throw ServiceError(
                .badConfiguration, "The connection string has a password, which every user of this computer can read.",
                hint: "Put it into ~/.pgpass, which only you can read, and leave it out here.")
        }
        self.info = info
        self.patience = patience
    }

    /// Changes everything that `body` changes, or nothing; durable when it returns.
    ///
    /// Where the connection breaks before the commit, nothing was done and all is done again. Where it breaks while the
    /// server commits, the server is asked what became of that very transaction: nothing is done twice.
    ///
    /// Throws ``ServiceError/Code/cannotWrite`` where nothing was changed, and ``ServiceError/Code/answerUnknown`` where
    /// nobody can say in time.
    @discardableResult
    public func write<Value: Sendable>(
        _ body: (Connection) throws(DatabaseError) -> Value
    ) throws(ServiceError) -> Value {
        try lock.withLock { (_) throws(ServiceError) in
            let end = ContinuousClock.now + patience
            while true {
                switch attempt(body) {
                case .done(let value): return value
                case .stopped(let error): throw error
                case .again(let message):
                    guard ContinuousClock.now < end else { throw Self.away(message) }
                case .unknown(let value, let transaction):
                    switch outcome(of: transaction, until: end) {
                    case true?: return value
                    case false?: break
                    case nil: throw Self.unknown
                    }
                }
                Self.pause()
            }
        }
    }

    /// Reads. `body` sees the database as it was at one moment.
    public func read<Value: Sendable>(
        _ body: (Connection) throws(DatabaseError) -> Value
    ) throws(ServiceError) -> Value {
        try lock.withLock { (_) throws(ServiceError) in
            let end = ContinuousClock.now + patience
            while true {
                switch attempt(isReading: true, body) {
                // Nothing was changed, so what was read counts, whatever became of the connection then.
                case .done(let value), .unknown(let value, _): return value
                case .stopped(let error): throw error
                case .again(let message):
                    guard ContinuousClock.now < end else { throw Self.away(message) }
                }
                Self.pause()
            }
        }
    }

    private enum Attempt<Value> {
        case done(Value)
        case stopped(ServiceError)
        /// Nothing was changed, and trying again may help.
        case again(String)
        /// The connection broke while the server committed the transaction of that number.
        case unknown(Value, transaction: String)
    }

    private func attempt<Value>(
        isReading: Bool = false, _ body: (Connection) throws(DatabaseError) -> Value
    ) -> Attempt<Value> {
        let value: Value
        var transaction: String?
        let open: Connection
        do throws(DatabaseError) {
            open = try opened()
            try open.run(isReading ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN")
            value = try body(open)
            if !isReading {
                transaction = try open.run("SELECT pg_current_xact_id_if_assigned()::text").first?.text(0)
            }
        } catch {
            return stop(error)
        }
        do throws(DatabaseError) {
            try open.commit()
            return .done(value)
        } catch {
            guard case .lost = error, let transaction else { return stop(error) }
            unsafe connection = nil
            return .unknown(value, transaction: transaction)
        }
    }

    /// The connection, which is made where there is none.
    private func opened() throws(DatabaseError) -> Connection {
        if let connection = unsafe connection { return connection }
        let opened = try Connection(info)
        unsafe connection = opened
        return opened
    }

    /// What an error before the commit means.
    private func stop<Value>(_ error: DatabaseError) -> Attempt<Value> {
        if case .lost(let message) = error {
            unsafe connection = nil
            return .again(message)
        }
        do throws(DatabaseError) { try unsafe connection?.run("ROLLBACK") } catch { unsafe connection = nil }
        switch error {
        case .rule(let error): return .stopped(error)
        case .refused(let state, let message):
            if error.isPassing { return .again(message) }
            return .stopped(
                ServiceError(
                    .cannotWrite, "PostgreSQL refuses (\(state)): \(message)", hint: "Nothing was changed."))
        case .lost(let message): return .again(message)
        }
    }

    /// Whether a transaction was committed; nil where that cannot be found out in time.
    ///
    /// Its session may still be at it: the server notices a broken connection late. A transaction is over once the server
    /// says so, and never while it says “in progress”.
    private func outcome(of transaction: String, until end: ContinuousClock.Instant) -> Bool? {
        // At least one question, however long the transaction itself took.
        repeat {
            Self.pause()
            do throws(DatabaseError) {
                switch try opened().run("SELECT pg_xact_status($1::xid8)", .text(transaction)).first?.text(0) {
                case "committed": return true
                case "aborted": return false
                case "in progress": continue
                // So old that the server has forgotten it.
                default: return nil
                }
            } catch {
                unsafe connection = nil
            }
        } while ContinuousClock.now < end
        return nil
    }

    private static func pause() { usleep(50_000) }

    private static func away(_ message: String) -> ServiceError {
        ServiceError(
            .cannotWrite, "The database cannot be used: \(message)",
            hint: "Nothing was changed. Look whether PostgreSQL runs, and try again.")
    }

    private static let unknown = ServiceError(
        .answerUnknown, "The database went away while it committed, so it is not known whether the change counts.",
        hint: "Nothing was sent. The next worker finds out and goes on from there.")
}
