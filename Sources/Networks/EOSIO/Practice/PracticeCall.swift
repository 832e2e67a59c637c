import ExactJSON
import RouterEOSIO
import RouterStorage
import SchemeRouter

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
