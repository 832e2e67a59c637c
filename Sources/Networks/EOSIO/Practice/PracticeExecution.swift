import RouterEOSIO
import RouterStorage
import SchemeRouter

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
