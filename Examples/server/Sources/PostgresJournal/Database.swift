import Glibc
import SchemeRouter
import Synchronization

/// A database in PostgreSQL: each transaction is carried out once, whatever happens to the connection.
///
/// Each call blocks its thread until the server responds, and at most ``patience`` if the server is unreachable.
public final class Database: Sendable {
    /// How long a call tries to reach the server.
    public let patience: Duration
    private let info: String
    private let lock = Mutex(())
    // Used only while the lock is held; nil if there is no connection.
    private nonisolated(unsafe) var connection: Connection?

    /// Connects on demand.
    /// - Parameter info: a connection string of libpq without a password, which does not belong in arguments or the
    ///   environment (S8). `passfile` or a service file locates it.
    public init(_ info: String, patience: Duration = .seconds(10)) throws(ServiceError) {
        guard try Connection.setting("password", of: info) == nil else {
            throw ServiceError(
                .badConfiguration, "The connection string has a password, which every user of this computer can read.",
                hint: "Put it into ~/.pgpass, which only you can read, and leave it out here.")
        }
        self.info = info
        self.patience = patience
    }

    /// Makes all changes of `body`, or none; durable when it returns.
    ///
    /// If the connection breaks before the commit, nothing was changed, and everything is tried again. If it breaks
    /// during the commit, the outcome is unknown. So each transaction first inserts its own token: a second try waits
    /// until the first one is over, and finds the token exactly if that one was committed. (Transaction numbers do not
    /// work for this: a server that recovers from a crash reuses those that were not on its disk.)
    ///
    /// Throws ``ServiceError/Code/cannotWrite`` if nothing was changed, and ``ServiceError/Code/answerUnknown`` if the
    /// outcome cannot be determined in time.
    /// - Parameter isRepeatable: whether it is harmless to run it twice. It then needs no token.
    @discardableResult
    public func write<Value: Sendable>(
        isRepeatable: Bool = false, _ body: (Connection) throws(DatabaseError) -> Value
    ) throws(ServiceError) -> Value {
        try run("BEGIN", token: isRepeatable ? nil : [.random(in: 0 ... .max), .random(in: 0 ... .max)], body)
    }

    /// Reads. `body` sees a consistent snapshot of the database.
    public func read<Value: Sendable>(
        _ body: (Connection) throws(DatabaseError) -> Value
    ) throws(ServiceError) -> Value {
        try run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", token: nil, body)
    }

    private func run<Value: Sendable>(
        _ begin: String, token: [UInt64]?, _ body: (Connection) throws(DatabaseError) -> Value
    ) throws(ServiceError) -> Value {
        let token = token.map { SQLValue.text($0.map { String($0, radix: 16) }.joined(separator: "-")) }
        return try lock.withLock { (_) throws(ServiceError) in
            let end = ContinuousClock.now + patience
            var perhaps: Value?
            while true {
                switch attempt(begin, token, &perhaps, body) {
                case .done(let value): return value
                case .stopped(let error): throw perhaps == nil ? error : Self.unknown
                case .again(let message):
                    guard ContinuousClock.now < end else { throw perhaps == nil ? Self.away(message) : Self.unknown }
                }
                Self.pause()
            }
        }
    }

    private enum Attempt<Value> {
        case done(Value)
        case stopped(ServiceError)
        /// Another try may help.
        case again(String)
    }

    /// - Parameter perhaps: the result of an earlier attempt that may have been committed; nil if there was none, or it
    ///   certainly was not.
    private func attempt<Value>(
        _ begin: String, _ token: SQLValue?, _ perhaps: inout Value?,
        _ body: (Connection) throws(DatabaseError) -> Value
    ) -> Attempt<Value> {
        let value: Value
        let open: Connection
        do throws(DatabaseError) {
            open = try opened()
            try open.run(begin)
            if let token {
                let isNew = try !open.run(
                    "INSERT INTO done (token) VALUES ($1) ON CONFLICT DO NOTHING RETURNING token", token
                ).isEmpty
                if !isNew, let before = perhaps {
                    try open.run("ROLLBACK")
                    return .done(before)
                }
                perhaps = nil
            }
            value = try body(open)
        } catch {
            return stop(error)
        }
        do throws(DatabaseError) {
            try open.commit()
            return .done(value)
        } catch {
            if case .lost = error, token != nil { perhaps = value }
            return stop(error)
        }
    }

    /// The connection, opened if necessary.
    private func opened() throws(DatabaseError) -> Connection {
        if let connection = unsafe connection { return connection }
        let opened = try Connection(info)
        unsafe connection = opened
        return opened
    }

    /// How to react to an error.
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
