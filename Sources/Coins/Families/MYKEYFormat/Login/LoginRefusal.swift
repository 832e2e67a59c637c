import ExactJSON

/// Why a dapp's server does not take a login.
public enum LoginRefusal: Error, Sendable, Equatable {
    /// The body is no JSON object (empty name), or this member is missing or wrong.
    case malformed(String)
    /// Of a protocol that the server does not offer.
    case unexpectedProtocol
    /// For another dapp, or with a key where simple mode has none.
    case wrongDapp
    /// For another user than the one the server asked.
    case wrongUser
    /// Signed with a word that the server does not know.
    case unknownRef
    /// Signed too long ago, or in the future.
    case wrongTime
    /// The account's key is frozen.
    case frozenKey
    /// Not signed by a key that speaks for the account.
    case wrongSignature
    /// The same login was taken before.
    case replayed

    /// What is wrong, for the log of the server and the person.
    public var message: String {
        switch self {
        case .malformed(""): "The body is not a JSON object."
        case .malformed(let member): "“\(member)” is missing or wrong."
        case .unexpectedProtocol: "The protocol of this login is not supported."
        case .wrongDapp: "The login is for another dapp."
        case .wrongUser: "The login is for another user."
        case .unknownRef: "The wallet is unknown."
        case .wrongTime: "The login was signed too long ago, or the clock is wrong."
        case .frozenKey: "The account is frozen."
        case .wrongSignature: "The signature was not made by a key of this account."
        case .replayed: "The login has already been used."
        }
    }

    /// The answer to the wallet (Documentation/protocols/mykey.md §3.2): anything above 0 is a refusal.
    public var answer: JSON { .object([("code", .number(1)), ("message", .string(message))]) }
}
