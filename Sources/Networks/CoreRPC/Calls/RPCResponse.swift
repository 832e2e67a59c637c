import ExactJSON
import SchemeRouter

/// The meaning of an HTTP answer, for any call.
enum RPCResponse: Sendable {
    /// JSON from a node that read the request, whatever the status.
    case json(JSON)
    /// The request was rejected unread.
    case turnedAway(ServiceError)
    /// Anything else: whether the request was executed is unknown.
    case strange(String)

    /// The largest answer of a node: a wallet's history is long.
    static let limits = JSONLimits(bytes: 16 << 20, depth: 64)

    /// Classifies the statuses of `httprpc.cpp`. Only 200, 400, 404 and 500 come with JSON.
    init(_ answer: NetworkAnswer, to method: String) {
        switch answer.status {
        case 401:
            self = .turnedAway(
                .networkRefused, "The node rejected the user name and password.",
                "Check “cookie”, or “user” and “password-file”, in config.yaml.")
        case 403:
            self = .turnedAway(
                .networkRefused, "The node does not allow this user to call \(method).",
                "Check the node's own settings: rpcwhitelist or rpcallowip.")
        case 404 where answer.body.isEmpty:
            self = .turnedAway(
                .networkRefused, "There is no node at this address: the path is unknown.",
                "Does the url in config.yaml belong to a node?")
        case 503: self = .turnedAway(.networkUnreachable, "The node is overloaded.", "Try again later.")
        case 405, 413, 501: self = .turnedAway(Self.noNode("the status is \(answer.status)"))
        default:
            guard let json = try? JSON(reading: answer.body, limits: Self.limits) else {
                self = .strange("it answered \(method) with status \(answer.status) and no JSON")
                return
            }
            self = .json(json)
        }
    }

    /// Whether a node reports that it is starting and did nothing.
    var isWarmingUp: Bool {
        guard case .json(let json) = self else { return false }
        return (json.elements ?? [json]).contains { element in
            element["error"].flatMap(RPCFailure.init)?.code == .warmingUp
        }
    }

    private static func turnedAway(_ code: ServiceError.Code, _ message: String, _ advice: String) -> RPCResponse {
        .turnedAway(ServiceError(code, message, hint: "Nothing was sent. \(advice)"))
    }

    /// A server that answers a call with something else.
    static func strange(_ method: String) -> ServiceError { noNode("its answer to \(method) is malformed") }

    /// A server that does not answer like a node.
    static func noNode(_ what: String) -> ServiceError {
        ServiceError(
            .networkRefused, "The server does not behave like a node: \(what).",
            hint: "Nothing was sent. Does the url in config.yaml belong to a node?")
    }
}
