import ExactJSON

/// Why the `param` of a link cannot be read. A wallet answers all of these with 10012, "illegal param"
/// (Documentation/protocols/mykey.md §3.5).
public enum ParamError: Error, Sendable, Equatable {
    /// It is empty. MYKEY's SDK sends that if its own encoding fails.
    case empty
    /// More than a link's JSON needs.
    case tooLarge
    /// Neither JSON, nor hexadecimal digits, nor Base64url of JSON.
    case unknownEncoding
    /// Too short for the encoding.
    case tooShort
    /// The link's `appKey` or `userId` is not the one it was encoded with.
    case wrongKeys
    /// It was damaged in transit.
    case damaged
    /// The content is not JSON.
    case json(JSONError)
    /// The content is not a JSON object.
    case noObject

    /// The problem, for the person.
    public var message: String {
        switch self {
        case .empty: "The request is empty: the program that created it failed."
        case .tooLarge: "The request is too long."
        case .unknownEncoding: "The request is neither JSON nor encoded JSON as MYKEY defines it."
        case .tooShort: "The request ends too early."
        case .wrongKeys: "The request does not belong to this link's appKey and userId."
        case .damaged: "The request was altered in transit."
        case .json(let error): "The request is not JSON: \(error.message) (byte \(error.offset))"
        case .noObject: "The request is not a JSON object."
        }
    }
}
