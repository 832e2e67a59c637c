import RouterEOSIO
import SchemeRouter

/// A chain that reports an account's balance in the chain's own token.
public protocol AccountBalances: AccountChain {
    /// The account's balance; zero if there is no such account.
    ///
    /// Throws `ServiceError/Code/networkRefused` if the chain has no token of its own.
    func balance(of account: String) async throws(ServiceError) -> Asset
}

extension NodeosChain: AccountBalances {
    /// See ``AccountBalances/balance(of:)``.
    public func balance(of account: String) async throws(ServiceError) -> Asset {
        let deadline = ContinuousClock.now + readTimeout
        let contracts = NodeosContracts(connection: connection, interfaces: interfaces, deadline: deadline)
        let (contract, code) = (try Self.name(KnownTokens.system), systemToken)
        let account = try Self.name(account)
        return try await beside(until: deadline) { () throws(ServiceError) in
            guard let token = try await contracts.token(code, of: contract) else {
                throw NodeosConnection.strange("\(contract) has no token \(code)")
            }
            let units = try await contracts.balance(of: account, in: token, of: contract)
            guard let balance = try? Asset(units: units, symbol: token) else {
                throw NodeosConnection.strange("get_currency_balance returned more than can exist")
            }
            return balance
        }
    }

    private static func name(_ text: String) throws(ServiceError) -> Name {
        guard let name = try? Name(text) else {
            throw ServiceError(.badConfiguration, "\(Quoted(text, limit: 40)) is not an account name.")
        }
        return name
    }
}

extension PracticeEOSIOChain: AccountBalances {
    /// See ``AccountBalances/balance(of:)``.
    public func balance(of account: String) async throws(ServiceError) -> Asset {
        if let own = try ledger.balances().first(where: { $0.account == account }) { return own.quantity }
        guard let nothing = try? Asset(units: 0, symbol: ledger.symbol) else {
            throw ServiceError(.internalError, "The amount is empty.")
        }
        return nothing
    }
}

extension PracticeLedger {
    /// Whether any permission of an account includes a key.
    public func hasKey(_ key: String, _ name: String) throws(ServiceError) -> Bool {
        guard let account = try? Name(name), let key = try? PublicKey(key) else { return false }
        return try database.read { (connection) throws(ServiceError) in
            let accounts = PracticeAccounts(connection: connection)
            for permission in [Name.owner, .active] {
                let level = PermissionLevel(actor: account, permission: permission)
                if try accounts.authority(of: level)?.keys.contains(where: { $0.key == key }) == true { return true }
            }
            return false
        }
    }

    /// Whether the account exists.
    public func hasAccount(_ name: String) throws(ServiceError) -> Bool {
        guard let name = try? Name(name) else { return false }
        return try database.read { (connection) throws(ServiceError) in
            try PracticeAccounts(connection: connection).has(name)
        }
    }
}
