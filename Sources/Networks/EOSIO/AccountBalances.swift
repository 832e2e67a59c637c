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

extension DocumentReader {
    /// The signer: `account`, and `permission`, which is `active` by default.
    /// - Parameter account: the default account; nil if the settings must name one.
    mutating func signer(in fields: Fields, account: String?) -> AccountSigner? {
        var name = account
        if account == nil || fields["account"] != nil {
            name = required("account", in: fields) { $0.accountName($1) }
        }
        var permission: String? = "active"
        if let node = fields["permission"] { permission = accountName(node) }
        guard let name, let permission else { return nil }
        return AccountSigner(account: name, permission: permission)
    }

    /// The name of an account or a permission on an EOSIO chain.
    private mutating func accountName(_ node: YAMLNode) -> String? {
        guard let text = text(node) else { return nil }
        let problem: String
        do throws(NameError) {
            if try Name(text).value != 0 { return text }
            problem = "it is empty"
        } catch {
            problem = error.message
        }
        note(
            .invalidValue, at: node.mark, in: node, "\(quoted(text)) is not a name on the chain: \(problem)",
            hint: "a name has up to 12 of the characters a–z, 1–5 and “.”, such as alicealice11")
        return nil
    }
}
