import ExactJSON

/// The contracts whose interfaces are built into this program: the chain's own two, with the actions that pay people
/// and transfer accounts. A node's version of them is only compared, and never decides what is signed.
public enum KnownInterfaces {
    /// The account of the system contract.
    public static let system = "eosio"
    /// The account of the contract for the chain's own token.
    public static let token = KnownTokens.system

    /// The interface of a contract; nil if it is not built in.
    public static func interface(of contract: Name) -> ABI? {
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
