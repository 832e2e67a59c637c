import RouterBitcoinFormat
import SchemeRouter

/// What a node knows of an account: from a wallet of its own that watches it, or from the set of all unspent outputs.
protocol AccountFacts: Sendable {
    func unspentOutputs(until deadline: Deadline) async throws(ServiceError) -> [UnspentOutput]

    /// Those of `scripts` that were ever paid to, and those that it does not watch.
    func used(among scripts: [[UInt8]], until deadline: Deadline) async throws(ServiceError) -> UsedScripts

    /// Watches more addresses, where `scripts` are among the account's. Returns whether they are.
    func extend(toCover scripts: [[UInt8]], _ patience: Patience) async throws(ServiceError) -> Bool

    func transactions(until deadline: Deadline) async throws(ServiceError) -> [WalletTransaction]

    /// The bytes of those of these transactions that it has.
    func bytes(of ids: [TransactionID], until deadline: Deadline) async throws(ServiceError) -> [TransactionID: [UInt8]]
}

/// What an account's wallet says of scripts.
struct UsedScripts: Sendable {
    var used: Set<[UInt8]> = []
    /// Those of other accounts, or of addresses beyond what is watched.
    var unknown: Set<[UInt8]> = []
}

/// A transaction of an account, read.
struct WalletTransaction: Sendable {
    let id: TransactionID
    /// How many blocks confirm it; 0 while it waits for one.
    let confirmations: Int
    let time: UnixTime?
    let content: Transaction
}
