import RouterBitcoinFormat
import SchemeRouter

/// What a node knows about an account: from a watch-only wallet, or from the set of all unspent outputs.
protocol AccountFacts: Sendable {
    func unspentOutputs(until deadline: Deadline) async throws(ServiceError) -> [UnspentOutput]

    /// The `scripts` that were ever paid, and those that it does not watch.
    func used(among scripts: [[UInt8]], until deadline: Deadline) async throws(ServiceError) -> UsedScripts

    /// Watches more addresses if `scripts` belong to the account. Returns whether they do.
    func extend(toCover scripts: [[UInt8]], _ patience: Patience) async throws(ServiceError) -> Bool

    /// The account's transactions, and those of them that cannot be read.
    func transactions(
        until deadline: Deadline
    ) async throws(ServiceError) -> (read: [WalletTransaction], unread: [HistoricTransaction])

    /// As ``ChainReader/notableOutputs(payingTo:)``, for the whole account.
    func notableOutputs(until deadline: Deadline) async throws(ServiceError) -> [NotableOutput]

    /// The bytes of these transactions, as far as it has them.
    func bytes(of ids: [TransactionID], until deadline: Deadline) async throws(ServiceError) -> [TransactionID: [UInt8]]
}

/// A wallet's answer about scripts.
struct UsedScripts: Sendable {
    var used: Set<[UInt8]> = []
    /// Scripts of other accounts, or of addresses beyond the watched ones.
    var unknown: Set<[UInt8]> = []
}

/// A parsed transaction of an account.
struct WalletTransaction: Sendable {
    let id: TransactionID
    /// How many blocks confirm it; 0 while it is unconfirmed.
    let confirmations: Int
    let time: UnixTime?
    let content: Transaction
}
