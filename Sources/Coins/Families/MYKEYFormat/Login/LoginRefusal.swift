import ExactJSON

/// Why a dapp's server refuses a login.
public enum LoginRefusal: Error, Sendable, Equatable {
    /// The body is not a JSON object (empty name), or this member is missing or wrong.
    case malformed(String)
    /// The server does not offer its protocol.
    case unexpectedProtocol
    /// It is for another dapp, or has a key although simple mode has none.
    case wrongDapp
    /// It is for another user than the one the server asked.
    case wrongUser
    /// Its `ref` is unknown to the server.
    case unknownRef
    /// It was signed too long ago, or in the future.
    case wrongTime
    /// The account's key is frozen.
    case frozenKey
    /// It was not signed by a key that controls the account.
    case wrongSignature
    /// The same login was already accepted.
    case replayed

    /// The problem, for the server's log and the person.
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
