import ExactJSON

/// Why the `param` of a link cannot be read. A wallet answers all of them with 10012, "illegal param"
/// (Documentation/protocols/mykey.md §3.5).
public enum ParamError: Error, Sendable, Equatable {
    /// There is nothing. MYKEY's SDK sends that when its own encoding fails.
    case empty
    /// More than a link's JSON needs.
    case tooLarge
    /// Neither JSON, nor hexadecimal digits, nor Base64url of JSON.
    case unknownEncoding
    /// Too short for what is encoded.
    case tooShort
    /// The link's `appKey` or `userId` is not the one it was encoded with.
    case wrongKeys
    /// It was changed on the way.
    case damaged
    /// What it says is no JSON.
    case json(JSONError)
    /// It says something else than a JSON object.
    case noObject

    /// What is wrong, for the person.
    public var message: String {
        switch self {
        case .empty: "The request is empty: the program that created it failed."
        case .tooLarge: "The request is too long."
        case .unknownEncoding: "The request is neither JSON nor encoded JSON as MYKEY defines it."
        case .tooShort: "The request ends too early."
        case .wrongKeys: "The request does not belong to this link’s appKey and userId."
        case .damaged: "The request was altered in transit."
        case .json(let error): "The request is not JSON: \(error.message) (byte \(error.offset))"
        case .noObject: "The request is not a JSON object."
        }
    }
}
