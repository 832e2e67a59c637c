import SchemeRouter
import Synchronization

/// Lets one worker at a time, across all hosts, use a wallet (S6): the ``PromptGate`` for several machines.
///
/// A lease is for one link. Its number, the fence, is higher than that of every lease before it. The worker renews the
/// lease while it runs. If it stops, another worker takes the next lease after the time is over, by the database's
/// clock. If the first one then continues, no clock stops it, but the fence, which every write compares.
public struct WalletGate: Sendable {
    private let database: Database
    private let renewals: Database
    private let wallet: String
    private let holder: String
    private let seconds: Int64
    private let clock: DatabaseClock

    /// A gate to `wallet`.
    /// - Parameters:
    ///   - renewals: a separate connection, because the other one may be busy when a lease must be renewed.
    ///   - holder: a name for people. It need not be unique.
    ///   - seconds: how long a lease lasts without renewal.
    public init(
        _ database: Database, renewals: Database, wallet: String, holder: String, seconds: Int64, clock: DatabaseClock
    ) {
        self.database = database
        self.renewals = renewals
        self.wallet = wallet
        self.holder = holder
        self.seconds = seconds
        self.clock = clock
    }

    /// The next lease; nil while another worker holds one.
    public func take() throws(ServiceError) -> Lease? {
        let row = try database.write { (connection) throws(DatabaseError) in
            try connection.run(
                """
                UPDATE wallet SET fence = fence + 1, holder = $2,
                    lease_until = clock_timestamp() + make_interval(secs => $3)
                    WHERE name = $1 AND (lease_until IS NULL OR lease_until <= clock_timestamp())
                    RETURNING fence, \(DatabaseClock.now)
                """, .text(wallet), .text(holder), .integer(seconds)
            ).first
        }
        guard let row, let fence = row.integer(0) else { return nil }
        // Nothing depends on its success.
        _ = try? database.write(isRepeatable: true) { (connection) throws(DatabaseError) in
            try connection.run("DELETE FROM done WHERE at < clock_timestamp() - interval '1 day'")
        }
        clock.set(row.integer(1))
        return Lease(wallet: wallet, fence: fence, seconds: seconds, database, renewals: renewals, clock)
    }
}

/// The right to use a wallet, for one link. It is renewed while this object lives.
public final class Lease: PromptGate {
    /// The wallet.
    public let wallet: String
    /// Its number. Only the newest lease of a wallet may write.
    public let fence: Int64
    private let database: Database
    private let renewal: Task<Void, Never>

    fileprivate init(
        wallet: String, fence: Int64, seconds: Int64, _ database: Database, renewals: Database, _ clock: DatabaseClock
    ) {
        self.wallet = wallet
        self.fence = fence
        self.database = database
        renewal = Task.detached {
            while (try? await Task.sleep(for: .milliseconds(seconds * 250))) != nil {
                // The time may be over already, but nothing is lost until another worker takes over.
                let rows = try? renewals.write(isRepeatable: true) { (connection) throws(DatabaseError) in
                    try connection.run(
                        """
                        UPDATE wallet SET lease_until = clock_timestamp() + make_interval(secs => $3)
                            WHERE name = $1 AND fence = $2 RETURNING \(DatabaseClock.now)
                        """, .text(wallet), .integer(fence), .integer(seconds))
                }
                guard let rows else { continue }
                guard let row = rows.first else { return }
                clock.set(row.integer(0))
            }
        }
    }

    deinit {
        renewal.cancel()
    }

    /// The pass of the link that has the lease: its steps use it one after another.
    public func enter() throws(ServiceError) -> (any AnyObject & Sendable)? { self }

    /// Releases the wallet for the next lease. If that fails, the lease expires.
    public func release() async {
        renewal.cancel()
        // Otherwise a renewal in progress would be written after this.
        await renewal.value
        _ = try? database.write(isRepeatable: true) { (connection) throws(DatabaseError) in
            try connection.run(
                "UPDATE wallet SET lease_until = NULL WHERE name = $1 AND fence = $2", .text(wallet), .integer(fence))
        }
    }

    /// Changes something in the database, unless another worker took over.
    @discardableResult
    public func write<Value: Sendable>(
        _ body: (Connection) throws(DatabaseError) -> Value
    ) throws(ServiceError) -> Value {
        try database.write { (connection) throws(DatabaseError) in
            try Self.lock(wallet, for: self, connection)
            return try body(connection)
        }
    }

    /// Locks the row of a wallet until the transaction ends. Throws ``ServiceError/Code/cannotWrite`` if another worker
    /// has a newer lease than `lease`.
    static func lock(_ wallet: String, for lease: Lease?, _ connection: Connection) throws(DatabaseError) {
        let rows = try connection.run("SELECT fence FROM wallet WHERE name = $1 FOR UPDATE", .text(wallet))
        guard let fence = rows.first?.integer(0) else {
            throw .rule(ServiceError(.internalError, "The database has no such wallet."))
        }
        guard lease == nil || lease?.fence == fence else {
            throw .rule(
                ServiceError(
                    .cannotWrite, "Another worker took this wallet over, because this one was not heard of in time.",
                    hint: "Nothing was done. The other worker finishes what this one began."))
        }
    }
}

/// The time by the database's clock, which is the same for all hosts. It is read with each lease and each renewal;
/// between these, this computer's clock continues it.
public final class DatabaseClock: Sendable {
    /// The seconds since 1970, in SQL.
    static let now = "floor(extract(epoch FROM clock_timestamp()))::bigint"

    private let state: Mutex<(time: UnixTime, at: ContinuousClock.Instant)>

    /// Reads it for the first time.
    public init(_ database: Database) throws(ServiceError) {
        let rows = try database.read { (connection) throws(DatabaseError) in try connection.run("SELECT \(Self.now)") }
        state = Mutex((rows.first?.integer(0) ?? 0, .now))
    }

    func set(_ time: UnixTime?) {
        guard let time else { return }
        state.withLock { $0 = (time, .now) }
    }

    /// The current time. Needs no connection.
    public var now: UnixTime {
        state.withLock { $0.time + UnixTime((ContinuousClock.now - $0.at).components.seconds) }
    }
}
