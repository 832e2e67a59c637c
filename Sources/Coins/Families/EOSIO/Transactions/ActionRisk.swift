import ExactJSON

/// Why a call of a contract can cost a person more than it seems (Documentation/protocols/mykey.md §7). It is found by
/// the names that every chain of EOSIO has, without a network. The raw values are those of the warnings about it.
public enum ActionRisk: String, Sendable, Hashable, CaseIterable {
    /// Other keys, accounts or contracts may act for the account afterwards, or its own no longer.
    case changesPermissions
    /// The account itself becomes a contract, or another one.
    case changesContract
    /// A new account is made, and paid for.
    case createsAccount
    /// What the account has goes to somebody else, for good.
    case givesAway
    /// Memory or stake of the account is turned back into tokens.
    case releasesResources
    /// A transaction that somebody else wrote gets the person's approval, or is run.
    case approvesProposal

    /// The risk of a call; nil if none is known.
    /// - Parameters:
    ///   - contract: the account of the contract.
    ///   - name: the action.
    ///   - data: what the call says; nil if that is not known, which counts as the worst.
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

    /// Whether staked tokens come back to the one who staked them.
    private static func staysWithPayer(_ data: JSON?) -> Bool {
        switch data?["transfer"] {
        case .bool(let isGiven)?: !isGiven
        case .number(let number)?: number.text == "0"
        default: false
        }
    }

    /// What the person must know.
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
