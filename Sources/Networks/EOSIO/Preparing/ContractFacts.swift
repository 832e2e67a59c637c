import ExactJSON
import RouterEOSIO
import SchemeRouter

/// What must be known of contracts to make and check calls of them.
protocol ContractFacts: Sendable {
    /// The interface of a contract; nil where there is no such account, or it is no contract.
    func interface(of contract: Name) async throws(ServiceError) -> ABI?

    /// The token with these letters of a contract; nil where it has none.
    func token(_ code: SymbolCode, of contract: Name) async throws(ServiceError) -> Symbol?

    /// What an account has of a token, in its smallest unit.
    func balance(of account: Name, in token: Symbol, of contract: Name) async throws(ServiceError) -> Int64
}

/// The contracts whose interfaces are part of this program: the chain's own two, with the actions that pay people and
/// that hand accounts over. What a node says of them is only compared, and never decides what is signed.
enum KnownInterfaces {
    static let system = "eosio"
    static let token = KnownTokens.system

    /// The interface of a contract; nil for one that is not known here.
    static func interface(of contract: Name) -> ABI? {
        switch contract.description {
        case system: ofSystem
        case token: ofToken
        default: nil
        }
    }

    private static let ofSystem = reading(PackageResources.eosio_json)
    private static let ofToken = reading(PackageResources.eosio_token_json)

    private static func reading(_ bytes: [UInt8]) -> ABI {
        guard let json = try? JSON(reading: bytes, limits: .answer), let abi = try? ABI(json: json) else {
            preconditionFailure("the interface of a known contract cannot be read")
        }
        return abi
    }
}
