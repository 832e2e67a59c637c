import ExactJSON

/// Why a contract call can cost a person more than it seems (Documentation/protocols/mykey.md §7). Risks are recognised
/// by the names common to all EOSIO chains, without a network. The raw values are those of the warnings.
public enum ActionRisk: String, Sendable, Hashable, CaseIterable {
    /// Changes who may act for the account: other keys, accounts or contracts may gain control, or the owner may lose
    /// it.
    case changesPermissions
    /// Turns the account itself into a contract, or replaces its contract.
    case changesContract
    /// Creates and pays for a new account.
    case createsAccount
    /// Permanently gives the account's property to somebody else.
    case givesAway
    /// Turns the account's memory or stake back into tokens.
    case releasesResources
    /// Approves or executes a transaction that somebody else wrote.
    case approvesProposal

    /// The risk of a call; nil if none is known.
    /// - Parameters:
    ///   - contract: the account of the contract.
    ///   - name: the action.
    ///   - data: the data of the call; nil if unknown, which counts as the worst case.
    public init?(contract: String, name: String, data: JSON?) {
        switch contract {
        case "eosio", "core.vaulta": self.init(systemAction: name, data)
        case "eosio.msig" where ["approve", "exec"].contains(name), "eosio.wrap" where name == "exec":
            self = .approvesProposal
        default: return nil
        }
    }

    private init?(systemAction name: String, _ data: JSON?) {
        switch name {
        case "updateauth", "deleteauth", "linkauth", "unlinkauth": self = .changesPermissions
        case "setcode", "setabi": self = .changesContract
        case "newaccount": self = .createsAccount
        case "sellram", "refund": self = .releasesResources
        case "giftram", "ramtransfer", "ramburn", "buyramburn", "donatetorex": self = .givesAway
        case "delegatebw" where !Self.staysWithPayer(data): self = .givesAway
        default: return nil
        }
    }

    /// Whether staked tokens return to the account that staked them.
    private static func staysWithPayer(_ data: JSON?) -> Bool {
        switch data?["transfer"] {
        case .bool(let isGiven)?: !isGiven
        case .number(let number)?: number.text == "0"
        default: false
        }
    }

    /// The warning for the person.
    public var message: String {
        switch self {
        case .changesPermissions:
            "This changes who may act for your account. Whoever receives its permissions can take everything in it."
        case .changesContract: "This replaces the contract of your account."
        case .createsAccount: "This creates a new account, and your account pays for it."
        case .givesAway: "This permanently gives away tokens, stake or RAM of your account."
        case .releasesResources: "This gives up RAM or stake of your account."
        case .approvesProposal: "This approves or runs a transaction that is not shown here."
        }
    }
}
