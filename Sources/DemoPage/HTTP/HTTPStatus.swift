/// The statuses of this page (RFC 9110, 15).
enum HTTPStatus: Int, Error {
    case ok = 200
    case accepted = 202
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case requestTimeout = 408
    case conflict = 409
    case contentTooLarge = 413
    case misdirected = 421
    case fieldsTooLarge = 431

    var reason: String {
        switch self {
        case .ok: "OK"
        case .accepted: "Accepted"
        case .badRequest: "Bad Request"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .requestTimeout: "Request Timeout"
        case .conflict: "Conflict"
        case .contentTooLarge: "Content Too Large"
        case .misdirected: "Misdirected Request"
        case .fieldsTooLarge: "Request Header Fields Too Large"
        }
    }
}
