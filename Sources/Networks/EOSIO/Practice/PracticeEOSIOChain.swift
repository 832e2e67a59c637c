import ExactJSON
import RouterEOSIO
import RouterNetworkBackend
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
            chainID: ledger.chainID.bytes, expiration: end.seconds, referenceBlock: reference.number,
            referenceCheck: reference.prefix)
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

/// Checks one signed transaction as a node does, and executes it completely or not at all.
struct PracticeExecution {
    /// How far in the future a transaction may expire, in seconds.
    private static let maxLifetime: Int64 = 3_600

    let connection: Connection
    let chainID: Checksum256
    let symbol: Symbol
    let now: UnixTime

    func execute(_ packed: PackedTransaction) throws(ServiceError) {
        let transaction: Transaction
        do {
            transaction = try Transaction(packed: packed.bytes)
        } catch {
            throw .refused("packed_transaction_type", error.message)
        }
        try checkHeader(transaction)
        let signers = try signers(of: packed, transaction)
        var used: [PublicKey] = []
        for action in transaction.actions {
            let call = try PracticeCall(action, symbol: symbol, connection)
            used += try authorise(action, signers)
            if action.account.description == KnownInterfaces.system {
                try call.executeSystem()
            } else {
                try call.executeToken()
            }
        }
        try require(
            signers.allSatisfy(used.contains), "tx_irrelevant_sig",
            "transaction bears irrelevant signatures from these keys")
    }

    private func checkHeader(_ transaction: Transaction) throws(ServiceError) {
        let end = Int64(transaction.expiration.seconds)
        try require(end >= now, "expired_tx", "expired transaction")
        try require(end <= now + Self.maxLifetime, "tx_exp_too_far", "Transaction expiration is too far in the future")
        try require(
            PracticeBlocks(connection).has(transaction.reference), "invalid_ref_block",
            "Transaction's reference block did not match. Is this transaction from a different fork?")
        try require(!transaction.actions.isEmpty, "tx_no_action", "at least one action is needed")
        try require(
            transaction.contextFreeActions.isEmpty && transaction.extensions.isEmpty && transaction.delaySeconds == 0,
            "unsupported_feature", "delays, extensions and context-free actions are not taken here")
    }

    private func signers(
        of packed: PackedTransaction, _ transaction: Transaction
    ) throws(ServiceError) -> [PublicKey] {
        let digest = transaction.preimage(chainID: chainID).digest
        var keys: [PublicKey] = []
        for signature in packed.signatures {
            guard signature.isCanonical, let key = signature.signer(of: digest) else {
                throw .refused("unsatisfied_authorization", "signature is not canonical")
            }
            try require(
                !keys.contains(key), "tx_duplicate_sig",
                "transaction includes more than one signature signed using the same key")
            keys.append(key)
        }
        return keys
    }

    /// The keys that authorise an action. Each permission must be the one linked to it, by default `active`, or higher.
    private func authorise(_ action: TransactionAction, _ signers: [PublicKey]) throws(ServiceError) -> [PublicKey] {
        let accounts = PracticeAccounts(connection: connection)
        var used: [PublicKey] = []
        for level in action.authorization {
            try require(
                accounts.has(level.actor), "action_validate",
                "action's authorizing actor '\(level.actor)' does not exist")
            guard let authority = try accounts.authority(of: level) else {
                throw .refused("permission_query", "Unknown permission \(level)")
            }
            try checkRelevance(of: level, for: action, accounts)
            try require(
                authority.isSatisfied(by: signers), "unsatisfied_authorization",
                "transaction declares authority '\(level)', but does not have signatures for it")
            used += authority.keys.map(\.key)
        }
        try require(!used.isEmpty, "tx_no_auths", "transaction must have at least one authorization")
        return used
    }

    /// Requires the minimum permission, except for actions that change permissions, which have their own rules.
    private func checkRelevance(
        of level: PermissionLevel, for action: TransactionAction, _ accounts: PracticeAccounts
    ) throws(ServiceError) {
        let ownRules = ["updateauth", "deleteauth", "linkauth", "unlinkauth"]
        if action.account.description == KnownInterfaces.system, ownRules.contains(action.name.description) {
            return
        }
        let least = try accounts.permission(of: level.actor, for: action.name, of: action.account)
        try require(
            accounts.covers(level, least), "irrelevant_auth",
            "action declares irrelevant authority '\(level)'; minimum authority is '\(least)'")
    }
}

/// One action of a transaction as the contracts of the practice chain see it: parsed and authorised.
struct PracticeCall {
    let connection: Connection
    let symbol: Symbol
    let action: TransactionAction
    let value: ABIValue

    var accounts: PracticeAccounts { PracticeAccounts(connection: connection) }
    var token: PracticeToken { PracticeToken(connection: connection, symbol: symbol) }

    /// Reads the data according to the contract's interface.
    init(_ action: TransactionAction, symbol: Symbol, _ connection: Connection) throws(ServiceError) {
        guard let interface = KnownInterfaces.interface(of: action.account) else {
            throw .refused("action_validate", "the practice chain has no contract \(action.account)")
        }
        do {
            value = try action.decoded(by: interface)
        } catch {
            switch error {
            case .interface: throw .refused("action_validate", "\(action.account) has no action \(action.name)")
            case .data(let error): throw .refused("pack", "\(action.name) \(error.path): \(error.message)")
            }
        }
        self.action = action
        self.symbol = symbol
        self.connection = connection
    }

    /// Refuses unless the account is among those who authorise the action.
    func requireAuthority(of account: Name) throws(ServiceError) {
        let isGiven = action.authorization.contains { $0.actor == account }
        try require(isGiven, "missing_auth", "missing authority of \(account)")
    }

    func requireAccount(_ account: Name, _ words: String) throws(ServiceError) {
        guard try accounts.has(account) else { throw .assertion(words) }
    }

    func name(_ field: String) -> Name {
        guard case .name(let name)? = value[field] else { preconditionFailure("the interface says that it is a name") }
        return name
    }

    func asset(_ field: String) -> Asset {
        guard case .asset(let asset)? = value[field] else {
            preconditionFailure("the interface says that it is an asset")
        }
        return asset
    }

    func json(_ field: String) -> JSON {
        guard let value = value[field] else { preconditionFailure("the interface has such a field") }
        return value.json
    }
}

extension ServiceError {
    /// A refusal by the practice chain, with a node's name for it (less `_exception`) and a node's words, so that it is
    /// reported like a node's refusal.
    static func refused(_ name: String, _ words: String) -> ServiceError {
        guard let error = SendFailure.error(NodeosFailure(name: name, detail: words)) else {
            preconditionFailure("this is not a refusal: \(name)")
        }
        return error
    }

    static func assertion(_ words: String) -> ServiceError {
        refused("eosio_assert_message", "assertion failure with message: \(words)")
    }
}

/// Throws ``ServiceError/refused(_:_:)`` unless the condition `holds`.
func require(_ holds: Bool, _ name: String, _ words: @autoclosure () -> String) throws(ServiceError) {
    guard holds else { throw .refused(name, words()) }
}

/// `use: sandbox` for a coin with named accounts: the embedded practice chain (S14).
package struct PracticeUse: NetworkUse {
    package static let (name, servesAccounts, isPractice) = ("sandbox", true, true)
    package static let keys = ["account", "permission"]
    /// The default account.
    private static let standardAccount = "practiceuser"

    package static func read(
        _ fields: Fields, of coin: CoinDescriptor, on network: NetworkKind, _ document: inout DocumentReader
    ) -> CoinNetwork? {
        let signer = document.signer(in: fields, account: standardAccount)
        return signer.map { CoinNetwork(use: PracticeUse(), signer: $0) }
    }

    /// Opens the chain, and creates the person's account if it is missing and the wallet's key is known.
    package func accountNetwork(_ context: NetworkContext) throws(ServiceError) -> AccountNetwork {
        let (id, signer) = (context.id(isPractice: true), try context.account())
        let practice = try PracticeAccount(of: context.coin, signer: signer, in: context.ledgers)
        // If the line was written into config.yaml by hand, there is no account yet.
        if let key = try? context.keyring.accountKey(of: context.coin, on: id) {
            let real = context.id(isPractice: false)
            try practice.make(with: key, insteadOf: try? context.keyring.accountKey(of: context.coin, on: real))
        }
        return AccountNetwork(id: id, signer: signer, chain: PracticeEOSIOChain(practice.ledger, now: context.now))
    }
}
