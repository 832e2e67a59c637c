import EOSIO
import ExactJSON

/// The contracts of the practice chain, by their interfaces.
enum PracticeInterfaces {
    static let system = "eosio"
    static let token = "eosio.token"

    /// The interface of a contract; nil where the chain has no such contract.
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
            preconditionFailure("an interface of the practice chain is none")
        }
        return abi
    }
}
