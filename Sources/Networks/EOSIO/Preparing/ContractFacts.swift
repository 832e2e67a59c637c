import RouterEOSIO
import SchemeRouter

/// The facts about contracts that making and checking calls requires.
protocol ContractFacts: Sendable {
    /// The interface of a contract; nil if the account does not exist or is not a contract.
    func interface(of contract: Name) async throws(ServiceError) -> ABI?

    /// A contract's token with this symbol code; nil if it has none.
    func token(_ code: SymbolCode, of contract: Name) async throws(ServiceError) -> Symbol?

    /// An account's balance of a token, in its smallest unit.
    func balance(of account: Name, in token: Symbol, of contract: Name) async throws(ServiceError) -> Int64
}
