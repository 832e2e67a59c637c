import ExactJSON
import RouterEOSIO
import RouterStorage
import SchemeRouter

/// The practice chain of one coin with named accounts (S14): a ledger in an SQLite file that really checks each
/// transaction. Its id belongs to no real chain, so nothing signed for it is worth anything elsewhere.
public struct PracticeLedger: Sendable {
    /// An account that exists from the start, so that there is somebody to pay.
    public static let recipient = "alicealice11"
    /// The most blocks that ``addBlocks(_:)`` adds at once.
    public static let maxBlocks: Int64 = 1_000_000

    /// The state of the chain.
    public struct Info: Sendable, Hashable {
        /// The newest block's number.
        public let height: Int64
        /// How many transactions there are.
        public let transactions: Int64
        /// How many accounts there are, including system accounts.
        public let accounts: Int64
    }

    /// An account's balance.
    public struct Balance: Sendable, Hashable {
        /// The account.
        public let account: String
        /// The balance, such as `10.0000 EOS`.
        public let quantity: Asset
    }

    let chainID: Checksum256
    let symbol: Symbol
    let database: Database

    /// Opens the chain, or creates it.
    /// - Parameter directory: holds one file for each coin.
    ///
    /// Throws `ServiceError/Code/cannotWrite`, or `ServiceError/Code/badConfiguration` if the coin has no EOSIO chain.
    public init(of coin: CoinDescriptor, in directory: String) throws(ServiceError) {
        guard let code = SymbolCode(coin.ticker), let precision = UInt8(exactly: coin.decimals),
            let symbol = Symbol(precision: precision, code: code)
        else {
            throw ServiceError(
                .badConfiguration, "The descriptor of \(coin.title) is not that of a coin on an EOSIO chain.")
        }
        self.symbol = symbol
        chainID = Hash.sha256(Array("SchemeRouter practice chain of \(coin.id.name)".utf8))
        database = try Database(path: "\(directory)/\(coin.id.name)-accounts.sqlite", migrations: [Self.schema])
    }

    /// Creates an account, or replaces all its permissions with this key.
    /// - Parameter key: `EOS…` or `PUB_K1_…`.
    ///
    /// Throws `ServiceError/Code/networkRefused` for a name that people cannot have, or text that is not a key.
    public func setAccount(_ name: String, key: String) throws(ServiceError) {
        let account = try Self.ordinary(name)
        guard let key = try? PublicKey(key) else {
            throw ServiceError(.networkRefused, "This is not an account's public key.")
        }
        try database.write { (connection) throws(ServiceError) in
            let accounts = PracticeAccounts(connection: connection)
            if try !accounts.has(account) { try accounts.add(account) }
            for table in ["permission", "link"] {
                try connection.execute("DELETE FROM \(table) WHERE account = ?", .text(name))
            }
            for (permission, parent) in [(Name.owner, nil), (.active, Name.owner)] {
                try accounts.set(
                    PermissionLevel(actor: account, permission: permission), below: parent, Self.authority(of: key))
            }
            try PracticeBlocks.add(1, connection)
        }
    }

    /// Creates practice money for an existing account.
    /// - Parameter quantity: with all decimals of the token, `10.0000 EOS`.
    public func fund(_ name: String, _ quantity: String) throws(ServiceError) {
        guard let asset = try? Asset(quantity) else {
            throw ServiceError(.networkRefused, "The practice chain creates amounts such as “10.0000 \(symbol.code)”.")
        }
        let account = try Self.ordinary(name)
        try database.write { (connection) throws(ServiceError) in
            guard try PracticeAccounts(connection: connection).has(account) else {
                throw ServiceError(.networkRefused, "The practice chain has no account \(account).")
            }
            try PracticeToken(connection: connection, symbol: symbol).issue(asset, to: account)
            try PracticeBlocks.add(1, connection)
        }
    }

    /// The balance of each account, by name.
    public func balances() throws(ServiceError) -> [Balance] {
        try database.read { (connection) throws(ServiceError) in
            try connection.execute("SELECT account, units FROM balance ORDER BY account").compactMap { row in
                guard let account = row[0].text, let units = row[1].integer,
                    let quantity = try? Asset(units: units, symbol: symbol)
                else { return nil }
                return Balance(account: account, quantity: quantity)
            }
        }
    }

    /// Adds blocks, 1 to ``maxBlocks``.
    public func addBlocks(_ count: Int64) throws(ServiceError) {
        guard (1...Self.maxBlocks).contains(count) else {
            throw ServiceError(.networkRefused, "The practice chain adds 1 to \(Self.maxBlocks) blocks at a time.")
        }
        try database.write { (connection) throws(ServiceError) in try PracticeBlocks.add(count, connection) }
    }

    /// The state of the chain.
    public func info() throws(ServiceError) -> Info {
        try database.read { (connection) throws(ServiceError) in
            func count(_ table: String) throws(ServiceError) -> Int64 {
                try connection.execute("SELECT count(*) FROM \(table)").first?.first?.integer ?? 0
            }
            return Info(
                height: try PracticeBlocks(connection).height, transactions: try count("tx"),
                accounts: try count("account"))
        }
    }

    /// Whether people can have the name: twelve characters, none of them a dot.
    static func isOrdinary(_ name: Name) -> Bool {
        let text = name.description.utf8
        return text.count == 12 && !text.contains(UInt8(ascii: "."))
    }

    private static func ordinary(_ text: String) throws(ServiceError) -> Name {
        guard let name = try? Name(text), isOrdinary(name) else {
            throw ServiceError(
                .networkRefused, "\(Quoted(text, limit: 20)) is not a valid account name here.",
                hint: "Such a name has twelve characters from a–z and 1–5.")
        }
        return name
    }

    private static func authority(of key: PublicKey) -> JSON {
        .object([
            ("threshold", .number(1)),
            ("keys", .array([.object([("key", .string(key.description)), ("weight", .number(1))])])),
            ("accounts", .array([])), ("waits", .array([])),
        ])
    }

    private static let schema = """
        CREATE TABLE head (height INTEGER NOT NULL, seed BLOB NOT NULL);
        INSERT INTO head (height, seed) VALUES (1, randomblob(32));
        CREATE TABLE account (name TEXT PRIMARY KEY);
        INSERT INTO account (name)
            VALUES ('eosio'), ('eosio.token'), ('eosio.ram'), ('eosio.stake'), ('\(recipient)');
        CREATE TABLE permission (
            account TEXT NOT NULL REFERENCES account (name), name TEXT NOT NULL, parent TEXT, authority TEXT NOT NULL,
            PRIMARY KEY (account, name));
        CREATE TABLE link (
            account TEXT NOT NULL REFERENCES account (name), contract TEXT NOT NULL, action TEXT NOT NULL,
            permission TEXT NOT NULL, PRIMARY KEY (account, contract, action));
        CREATE TABLE balance (
            account TEXT PRIMARY KEY REFERENCES account (name), units INTEGER NOT NULL CHECK (units >= 0));
        CREATE TABLE stake (
            owner TEXT NOT NULL, receiver TEXT NOT NULL, net INTEGER NOT NULL CHECK (net >= 0),
            cpu INTEGER NOT NULL CHECK (cpu >= 0), PRIMARY KEY (owner, receiver));
        CREATE TABLE memory (account TEXT PRIMARY KEY, bytes INTEGER NOT NULL CHECK (bytes >= 0));
        CREATE TABLE tx (id TEXT PRIMARY KEY, body BLOB NOT NULL, height INTEGER NOT NULL)
        """
}
