import ExactJSON
import RouterEOSIO
import RouterStorage
import SchemeRouter

/// The practice chain behind the engine's chain interface.
public struct PracticeEOSIOChain: AccountChain {
    /// How long a transaction is valid, in seconds.
    private static let lifetime: UInt32 = 120

    let ledger: PracticeLedger
    private let now: @Sendable () -> UnixTime

    /// The chain of `ledger`.
    /// - Parameter now: the time, which decides when transactions expire.
    public init(_ ledger: PracticeLedger, now: @escaping @Sendable () -> UnixTime) {
        self.ledger = ledger
        self.now = now
    }

    /// The bytes of calls, and what they mean. Throws as documented at `AccountChainReader/prepare(_:as:)`.
    public func prepare(
        _ calls: [ActionCall], as signer: AccountSigner
    ) async throws(ServiceError) -> [PreparedAction] {
        try await ActionPreparation(facts: PracticeFacts(ledger: ledger), systemToken: ledger.symbol.code)
            .prepare(calls, as: signer)
    }

    /// The header of a transaction made now: valid for two minutes, and bound to the newest block.
    public func frame() async throws(ServiceError) -> TransactionFrame {
        guard let time = UInt32(exactly: now()), let end = TimePointSec(seconds: time).adding(seconds: Self.lifetime)
        else { throw ServiceError(.networkRefused, "The clock shows no time that a transaction can have.") }
        let reference = try ledger.database.read { (connection) throws(ServiceError) in
            try PracticeBlocks(connection).reference
        }
        return TransactionFrame(
            chainID: ledger.chainID.bytes, expiration: end.seconds, blockNumber: reference.number,
            blockPrefix: reference.prefix)
    }

    /// What dapps receive about a transaction signed for this chain.
    public func header(of transaction: SignedTransaction) -> SignedHeader? {
        SignedHeader(transaction, chainID: ledger.chainID)
    }

    /// What the permission requires; nil if there is no such account or permission.
    public func authority(of signer: AccountSigner) async throws(ServiceError) -> AccountAuthority? {
        guard let account = try? Name(signer.account), let permission = try? Name(signer.permission) else { return nil }
        return try ledger.database.read { (connection) throws(ServiceError) in
            try PracticeAccounts(connection: connection)
                .authority(of: PermissionLevel(actor: account, permission: permission))?.authority(of: account)
        }
    }

    /// Executes the transaction, or refuses with a node's message. Nothing sent to it is ever lost, so no answer is
    /// unknown. A transaction that was already executed is accepted again without effect.
    public func send(_ transaction: SignedTransaction) async throws(ServiceError) {
        guard let json = try? JSON(reading: transaction.bytes, limits: .answer),
            let packed = PackedTransaction(json: json), packed.id.hex == transaction.id.hex
        else { throw .refused("packed_transaction_type", "Invalid packed transaction") }
        try ledger.database.write { (connection) throws(ServiceError) in
            let id = DatabaseValue.text(transaction.id.hex)
            guard try connection.execute("SELECT 1 FROM tx WHERE id = ?", id).isEmpty else { return }
            try PracticeExecution(
                connection: connection, chainID: ledger.chainID, symbol: ledger.symbol, now: now()
            ).execute(packed)
            try PracticeBlocks.add(1, connection)
            try connection.execute(
                "INSERT INTO tx (id, body, height) VALUES (?, ?, (SELECT height FROM head))", id,
                .blob(transaction.bytes))
        }
    }
}

/// The practice chain's contracts.
private struct PracticeFacts: ContractFacts {
    let ledger: PracticeLedger

    func interface(of contract: Name) async throws(ServiceError) -> ABI? {
        KnownInterfaces.interface(of: contract)
    }

    func token(_ code: SymbolCode, of contract: Name) async throws(ServiceError) -> Symbol? {
        contract.description == KnownInterfaces.token && code == ledger.symbol.code ? ledger.symbol : nil
    }

    func balance(of account: Name, in token: Symbol, of contract: Name) async throws(ServiceError) -> Int64 {
        try ledger.database.read { (connection) throws(ServiceError) in
            try PracticeToken(connection: connection, symbol: token).balance(of: account) ?? 0
        }
    }
}
