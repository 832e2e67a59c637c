import RouterBitcoinFormat
import RouterBytes
import RouterStorage
import SchemeRouter

/// The practice network of one coin (S14): a ledger in an SQLite file that really checks each transaction.
public struct SandboxLedger: Sendable {
    /// The state of the ledger.
    public struct Info: Sendable, Hashable {
        /// The newest block's height.
        public let height: Int64
        /// How many transactions there are.
        public let transactions: Int64
        /// How many outputs are unspent.
        public let unspentOutputs: Int64
    }

    /// The most blocks that ``mine(_:)`` adds at once.
    public static let maxBlocks: Int64 = 1_000_000
    /// More blocks than anybody adds.
    private static let maxHeight: Int64 = 1 << 48

    let coin: CoinDescriptor
    let addressLedger: AddressLedger
    let database: Database
    private let hasSegwit: Bool

    /// Opens the ledger, or creates it.
    /// - Parameter directory: holds one file for each coin and network.
    ///
    /// Throws ``ServiceError/Code/cannotWrite``, or ``ServiceError/Code/badConfiguration`` if the coin has no such
    /// network.
    public init(of coin: CoinDescriptor, network: NetworkKind, in directory: String) throws(ServiceError) {
        guard let addressLedger = coin.addressLedger, let parameters = addressLedger.networks[network] else {
            throw ServiceError(.badConfiguration, "\(coin.title) has no network “\(network.rawValue)”.")
        }
        self.coin = coin
        self.addressLedger = addressLedger
        hasSegwit = parameters.bech32 != nil
        database = try Database(
            path: "\(directory)/\(coin.id.name)-\(network.rawValue).sqlite", migrations: Self.schema)
    }

    /// Creates `amount` of practice money for `address`, confirmed by one block. It is a whole transaction, so that the
    /// amount can be proved from it (S12).
    /// - Parameter isReward: whether it is a block reward, which cannot be spent before the coin's number of blocks
    ///   (``AddressLedger/coinbaseMaturity``).
    ///
    /// Throws ``ServiceError/Code/networkRefused`` if no payment could have that amount or address.
    public func fund(
        _ address: Address, _ amount: Amount, isReward: Bool = false
    ) throws(ServiceError) -> TransactionID {
        guard amount >= addressLedger.dust, amount <= addressLedger.maxMoney else {
            throw ServiceError(
                .networkRefused,
                "The practice network creates \(coin.text(addressLedger.dust)) to \(coin.text(addressLedger.maxMoney)) at a time."
            )
        }
        guard SandboxRules.isStandard(address.script, hasSegwit: hasSegwit) else {
            throw ServiceError(.networkRefused, "\(coin.title) has no such addresses.")
        }
        return try database.write { (connection) throws(ServiceError) in
            let height = try Self.height(connection) + 1
            try Self.setHeight(height, connection)
            // Like a coinbase transaction, it spends nothing. The height makes its id unique in this ledger; the random
            // number makes it differ from ids of any deleted ledger, whose outputs the journal may still know.
            let marker = [UInt8](littleEndian: height) + [UInt8](littleEndian: UInt64.random(in: .min ... .max))
            let transaction = Transaction(
                version: 1, inputs: [.init(outpoint: SandboxRules.nothing, script: [UInt8(marker.count)] + marker)],
                outputs: [.init(amount: amount, script: address.script)])
            try Self.store(transaction, bytes: transaction.bytes, height: height, connection)
            if isReward {
                try connection.execute("UPDATE tx SET reward = 1 WHERE txid = ?", .text(transaction.id.hex))
            }
            return transaction.id
        }
    }

    /// Adds blocks, 1 to ``maxBlocks``; the first confirms every unconfirmed payment.
    public func mine(_ blocks: Int64) throws(ServiceError) {
        guard (1...Self.maxBlocks).contains(blocks) else {
            throw ServiceError(.networkRefused, "The practice network adds 1 to \(Self.maxBlocks) blocks at a time.")
        }
        try database.write { (connection) throws(ServiceError) in
            let height = try Self.height(connection)
            try connection.execute("UPDATE tx SET height = ? WHERE height IS NULL", .integer(height + 1))
            try Self.setHeight(height + blocks, connection)
        }
    }

    /// The state of the ledger.
    public func info() throws(ServiceError) -> Info {
        try database.read { (connection) throws(ServiceError) in
            Info(
                height: try Self.height(connection), transactions: try Self.count(connection, "tx"),
                unspentOutputs: try Self.count(connection, "output WHERE spent_by IS NULL"))
        }
    }

    /// Accepts a transaction, or refuses with a reason. One it already has is accepted again without effect.
    func accept(_ bytes: [UInt8]) throws(ServiceError) {
        guard bytes.count <= 4 * SandboxRules.maxSize else { throw .rejection("tx-size") }
        guard let transaction = try? Transaction(bytes: bytes) else { throw .rejection("TX decode failed") }
        guard transaction.virtualSize <= SandboxRules.maxSize else { throw .rejection("tx-size") }
        guard transaction.wholeBytes == bytes, hasSegwit || !transaction.hasWitnesses else {
            throw .rejection("bad-txns-nonstandard-inputs")
        }
        try database.write { (connection) throws(ServiceError) in
            guard try connection.execute("SELECT 1 FROM tx WHERE txid = ?", .text(transaction.id.hex)).isEmpty else {
                return
            }
            let height = try Self.height(connection)
            let rules = SandboxRules(ledger: addressLedger, hasSegwit: hasSegwit, height: height)
            try rules.check(transaction)
            // A refusal below rolls this removal back.
            let replaced = try Replacement.makeRoom(for: transaction, connection)
            // At the next block's height, the first that could include the payment.
            let mature = height - Int64(addressLedger.coinbaseMaturity) + 1
            var spent: [Transaction.Output] = []
            for input in transaction.inputs {
                spent.append(try Self.unspent(input.outpoint, rewardsUpTo: mature, connection))
            }
            try rules.check(transaction, spending: spent)
            try replaced.check(transaction, spending: spent, of: addressLedger)
            for input in transaction.inputs {
                try connection.execute(
                    "UPDATE output SET spent_by = ? WHERE txid = ? AND vout = ?", .text(transaction.id.hex),
                    .text(input.outpoint.transaction.hex), .integer(Int64(input.outpoint.index)))
            }
            try Self.store(transaction, bytes: bytes, height: nil, connection)
        }
    }

    /// - Parameter height: the height of the newest block whose reward can be spent.
    private static func unspent(
        _ outpoint: Outpoint, rewardsUpTo height: Int64, _ connection: Connection
    ) throws(ServiceError) -> Transaction.Output {
        let rows = try connection.execute(
            """
            SELECT amount, script, reward = 1 AND height > ? FROM output JOIN tx ON tx.txid = output.txid
            WHERE output.txid = ? AND vout = ? AND spent_by IS NULL
            """, .integer(height), .text(outpoint.transaction.hex), .integer(Int64(outpoint.index)))
        guard let row = rows.first, let amount = row[0].integer.flatMap({ Amount(units: $0) }), let script = row[1].blob
        else { throw .rejection("bad-txns-inputs-missingorspent") }
        guard row[2].integer != 1 else { throw .rejection("bad-txns-premature-spend-of-coinbase") }
        return .init(amount: amount, script: script)
    }

    private static func store(
        _ transaction: Transaction, bytes: [UInt8], height: Int64?, _ connection: Connection
    ) throws(ServiceError) {
        let txid = DatabaseValue.text(transaction.id.hex)
        try connection.execute(
            "INSERT INTO tx (txid, raw, height) VALUES (?, ?, ?)", txid, .blob(bytes), DatabaseValue(height))
        for (index, output) in transaction.outputs.enumerated() {
            try connection.execute(
                "INSERT INTO output (txid, vout, amount, script) VALUES (?, ?, ?, ?)", txid, .integer(Int64(index)),
                .integer(output.amount.units), .blob(output.script))
        }
    }

    /// The number of the newest block. Whoever can write the file can put any number there.
    static func height(_ connection: Connection) throws(ServiceError) -> Int64 {
        let height = try connection.execute("SELECT height FROM tip").first?.first?.integer ?? 0
        guard (0...maxHeight).contains(height) else {
            throw ServiceError(
                .cannotWrite, "The practice network's ledger is damaged: it cannot have \(height) blocks.",
                hint: "Keep a copy of the file, then move it away to start over.")
        }
        return height
    }

    private static func setHeight(_ height: Int64, _ connection: Connection) throws(ServiceError) {
        try connection.execute("UPDATE tip SET height = ?", .integer(height))
    }

    private static func count(_ connection: Connection, _ what: String) throws(ServiceError) -> Int64 {
        try connection.execute("SELECT count(*) FROM \(what)").first?.first?.integer ?? 0
    }

    /// Oldest first. A released entry is never edited; changes are appended.
    private static let schema = [
        """
        CREATE TABLE tip (height INTEGER NOT NULL);
        INSERT INTO tip (height) VALUES (0);
        CREATE TABLE tx (txid TEXT PRIMARY KEY, raw BLOB NOT NULL, height INTEGER);
        CREATE TABLE output (
            txid TEXT NOT NULL REFERENCES tx (txid), vout INTEGER NOT NULL, amount INTEGER NOT NULL,
            script BLOB NOT NULL, spent_by TEXT, PRIMARY KEY (txid, vout));
        CREATE INDEX output_script ON output (script)
        """,
        "ALTER TABLE tx ADD COLUMN reward INTEGER NOT NULL DEFAULT 0",
        // With `spent_by`, a list of the scripts needs nothing but the index.
        "CREATE INDEX output_unspent ON output (script, spent_by) WHERE spent_by IS NULL",
    ]
}
