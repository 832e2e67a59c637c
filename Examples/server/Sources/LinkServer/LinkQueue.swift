import PostgresJournal
import SchemeRouter

/// The links that wait, and the outcomes of the others. Each row is carried out once, whatever happens to workers.
public struct LinkQueue: Sendable {
    /// A link to carry out.
    public struct Item: Sendable {
        /// Its number.
        public let id: Int64
        /// Its text.
        public let link: String
        /// Its entry in the journal; nil if it has none yet.
        public let entry: Int64?
    }

    /// A row of the queue.
    public struct Line: Sendable {
        /// Its number.
        public let id: Int64
        /// Its text.
        public let link: String
        /// Its outcome: an end in the journal, or `rejected`; nil while it waits.
        public let outcome: String?
        /// Further details for people.
        public let note: String?
    }

    private let database: Database
    private let wallet: String

    /// The queue of `wallet`.
    public init(_ database: Database, wallet: String) {
        self.database = database
        self.wallet = wallet
    }

    /// Appends a link to the queue. Returns its number.
    @discardableResult
    public func add(_ link: String) throws(ServiceError) -> Int64 {
        let rows = try database.write { (connection) throws(DatabaseError) in
            try connection.run(
                "INSERT INTO link (wallet, link) VALUES ($1, $2) RETURNING id", .text(wallet), .text(link))
        }
        return rows.first?.integer(0) ?? 0
    }

    /// The next link; nil if none waits.
    public func next() throws(ServiceError) -> Item? {
        let rows = try database.read { (connection) throws(DatabaseError) in
            try connection.run(
                """
                SELECT id, link, entry FROM link WHERE wallet = $1 AND outcome IS NULL AND not_before <= clock_timestamp()
                    ORDER BY id LIMIT 1
                """, .text(wallet))
        }
        return Self.item(rows.first)
    }

    /// Reads the row again: a link that was begun has an entry now.
    public func item(_ id: Int64) throws(ServiceError) -> Item? {
        let rows = try database.read { (connection) throws(DatabaseError) in
            try connection.run("SELECT id, link, entry FROM link WHERE id = $1", .integer(id))
        }
        return Self.item(rows.first)
    }

    private static func item(_ row: Row?) -> Item? {
        guard let row, let id = row.integer(0), let link = row.text(1) else { return nil }
        return Item(id: id, link: link, entry: row.integer(2))
    }

    /// Records the final outcome of a link.
    func finish(_ item: Item, _ outcome: String, _ note: String?, by lease: Lease) throws(ServiceError) {
        try lease.write { (connection) throws(DatabaseError) in
            try connection.run(
                """
                UPDATE link SET outcome = $2, note = $3, ended = clock_timestamp() WHERE id = $1 AND outcome IS NULL
                """, .integer(item.id), .text(outcome), SQLValue(note))
        }
    }

    /// Leaves a link in the queue for later.
    /// - Parameter anew: whether its entry came to nothing, so that it gets a new one.
    func postpone(
        _ item: Item, seconds: Int64, anew: Bool = false, _ note: String?, by lease: Lease
    ) throws(ServiceError) {
        try lease.write { (connection) throws(DatabaseError) in
            try connection.run(
                """
                UPDATE link SET not_before = clock_timestamp() + make_interval(secs => $2), note = $3,
                    entry = CASE WHEN $4 THEN NULL ELSE entry END WHERE id = $1
                """, .integer(item.id), .integer(seconds), SQLValue(note), .bool(anew))
        }
    }

    /// The newest rows, newest first.
    public func newest(_ count: Int) throws(ServiceError) -> [Line] {
        try database.read { (connection) throws(DatabaseError) in
            let rows = try connection.run(
                "SELECT id, link, outcome, note FROM link WHERE wallet = $1 ORDER BY id DESC LIMIT $2", .text(wallet),
                .integer(Int64(count)))
            return rows.compactMap { row in
                guard let id = row.integer(0), let link = row.text(1) else { return nil }
                return Line(id: id, link: link, outcome: row.text(2), note: row.text(3))
            }
        }
    }
}
