import RouterEOSIO
import SchemeRouter

/// What must be known of contracts to make and check calls of them.
protocol ContractFacts: Sendable {
    /// The interface of a contract; nil if there is no such account, or it is not a contract.
    func interface(of contract: Name) async throws(ServiceError) -> ABI?

    /// The token with these letters of a contract; nil if it has none.
    func token(_ code: SymbolCode, of contract: Name) async throws(ServiceError) -> Symbol?

    /// What an account has of a token, in its smallest unit.
    func balance(of account: Name, in token: Symbol, of contract: Name) async throws(ServiceError) -> Int64
}
