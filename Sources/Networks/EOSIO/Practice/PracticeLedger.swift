import ExactJSON
import RouterBytes
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

/// The person's account on the practice chain of a coin (S14).
package struct PracticeAccount {
    package let ledger: PracticeLedger
    private let coin: CoinDescriptor
    package let name: String

    package init(of coin: CoinDescriptor, signer: AccountSigner, in directory: String) throws(ServiceError) {
        ledger = try PracticeLedger(of: coin, in: directory)
        self.coin = coin
        name = signer.account
    }

    /// Creates the account if there is none, or if the existing one has the key for real money, as in the first
    /// versions of this program.
    package func make(with key: String, insteadOf real: String?) throws(ServiceError) {
        if try ledger.hasAccount(name) {
            guard let real, try ledger.hasKey(real, name) else { return }
        }
        try ledger.setAccount(name, key: key)
    }

    /// Creates practice money for an account; for this one by default.
    package func fund(_ amount: Amount, _ account: String?) throws(ServiceError) -> (account: String, quantity: String)
    {
        guard let quantity = try? Asset(units: amount.units, symbol: ledger.symbol).description else {
            throw ServiceError(
                .badConfiguration, "The descriptor of \(coin.title) is not that of a coin on an EOSIO chain.")
        }
        let account = account ?? name
        try ledger.fund(account, quantity)
        return (account, quantity)
    }
}

/// The accounts of a practice chain, their permissions, and the actions linked to these.
struct PracticeAccounts {
    let connection: Connection

    /// The most permissions between one and `owner`; a file with more is damaged.
    private static let maxDepth = 16

    func has(_ account: Name) throws(ServiceError) -> Bool {
        try !rows("SELECT 1 FROM account WHERE name = ?", account).isEmpty
    }

    func add(_ account: Name) throws(ServiceError) {
        try rows("INSERT INTO account (name) VALUES (?)", account)
    }

    /// What a permission requires; nil if it does not exist.
    func authority(of level: PermissionLevel) throws(ServiceError) -> RequiredAuthority? {
        let sql = "SELECT authority FROM permission WHERE account = ? AND name = ?"
        guard let text = try rows(sql, level.actor, level.permission).first?.first?.text else { return nil }
        guard let json = try? JSON(reading: Array(text.utf8), limits: .answer), let authority = RequiredAuthority(json)
        else {
            throw ServiceError(.cannotWrite, "The practice chain has a malformed permission: its file is damaged.")
        }
        return authority
    }

    /// Creates a permission, or changes its authority.
    func set(_ level: PermissionLevel, below parent: Name?, _ authority: JSON) throws(ServiceError) {
        try connection.execute(
            "INSERT INTO permission (account, name, parent, authority) VALUES (?, ?, ?, ?) "
                + "ON CONFLICT (account, name) DO UPDATE SET authority = excluded.authority",
            .text(level.actor.description), .text(level.permission.description),
            DatabaseValue(parent?.description), .text(authority.text))
    }

    func remove(_ level: PermissionLevel) throws(ServiceError) {
        try rows("DELETE FROM permission WHERE account = ? AND name = ?", level.actor, level.permission)
    }

    func parent(of level: PermissionLevel) throws(ServiceError) -> Name? {
        try name("SELECT parent FROM permission WHERE account = ? AND name = ?", level.actor, level.permission)
    }

    func hasChildren(_ level: PermissionLevel) throws(ServiceError) -> Bool {
        let sql = "SELECT 1 FROM permission WHERE account = ? AND parent = ? LIMIT 1"
        return try !rows(sql, level.actor, level.permission).isEmpty
    }

    /// Whether `level` is `permission` of its account or one of its parents.
    func covers(_ level: PermissionLevel, _ permission: Name) throws(ServiceError) -> Bool {
        var current: Name? = permission
        for _ in 0..<Self.maxDepth {
            guard let name = current else { return false }
            if name == level.permission { return true }
            current = try parent(of: PermissionLevel(actor: level.actor, permission: name))
        }
        return false
    }

    /// The lowest permission that an account can use for an action: the one linked to it, or `active`.
    func permission(of account: Name, for action: Name, of contract: Name) throws(ServiceError) -> Name {
        for name in [action, Name(value: 0)] {
            if let linked = try self.name(Self.linked, account, contract, name) { return linked }
        }
        return .active
    }

    /// Links a permission to an action, or removes the link if it is nil. Returns whether that changed anything.
    func link(
        _ permission: Name?, of account: Name, to action: Name, of contract: Name
    ) throws(ServiceError) -> Bool {
        guard try name(Self.linked, account, contract, action) != permission else { return false }
        try rows("DELETE FROM link WHERE account = ? AND contract = ? AND action = ?", account, contract, action)
        if let permission {
            let sql = "INSERT INTO link (account, contract, action, permission) VALUES (?, ?, ?, ?)"
            try rows(sql, account, contract, action, permission)
        }
        return true
    }

    func isLinked(_ level: PermissionLevel) throws(ServiceError) -> Bool {
        let sql = "SELECT 1 FROM link WHERE account = ? AND permission = ? LIMIT 1"
        return try !rows(sql, level.actor, level.permission).isEmpty
    }

    private static let linked = "SELECT permission FROM link WHERE account = ? AND contract = ? AND action = ?"

    @discardableResult
    private func rows(_ sql: String, _ names: Name...) throws(ServiceError) -> [[DatabaseValue]] {
        try connection.execute(sql, names.map { .text($0.description) })
    }

    /// The name in the only column of the first row.
    private func name(_ sql: String, _ names: Name...) throws(ServiceError) -> Name? {
        try connection.execute(sql, names.map { .text($0.description) }).first?.first?.text.flatMap { try? Name($0) }
    }
}

/// The blocks of a practice chain. Each follows from its number and the chain's seed, so none is stored.
struct PracticeBlocks {
    /// How many blocks back a transaction can refer to: the reference has 16 bits.
    private static let window: Int64 = 65_536

    let height: Int64
    private let seed: [UInt8]

    init(_ connection: Connection) throws(ServiceError) {
        guard let row = try connection.execute("SELECT height, seed FROM head").first, let height = row[0].integer,
            let seed = row[1].blob
        else { throw ServiceError(.cannotWrite, "The practice chain has no blocks: its file is damaged.") }
        self.height = height
        self.seed = seed
    }

    /// The reference to the newest block: no fork removes blocks here.
    var reference: BlockReference { reference(toBlock: height) }

    /// Whether it refers to a block of this chain.
    func has(_ reference: BlockReference) -> Bool {
        let distance = (height - Int64(reference.number)) & (Self.window - 1)
        let number = height - distance
        return number > 0 && self.reference(toBlock: number) == reference
    }

    private func reference(toBlock number: Int64) -> BlockReference {
        let digits = [UInt8](bigEndian: number)
        // As on other chains, an id begins with the block's number.
        let bytes = Array(digits.suffix(4)) + Hash.sha256(seed + digits).bytes.dropFirst(4)
        guard let id = Checksum256(bytes) else { preconditionFailure("4 and 28 bytes are 32") }
        return BlockReference(blockID: id)
    }

    static func add(_ count: Int64, _ connection: Connection) throws(ServiceError) {
        try connection.execute("UPDATE head SET height = height + ?", .integer(count))
    }
}
