import ExactJSON
import SchemeRouter

/// What a node answered to one call.
enum RPCAnswer: Sendable {
    /// What was asked for; may be null.
    case result(JSON)
    /// Its own refusal.
    case failure(RPCFailure)

    /// The answer to the request `id`; nil if `json` is not one.
    init?(_ json: JSON, to id: Int64) {
        guard json["id"] == .number(id) else { return nil }
        if let error = json["error"], error != .null {
            guard let failure = RPCFailure(error) else { return nil }
            self = .failure(failure)
        } else if let result = json["result"] {
            self = .result(result)
        } else {
            return nil
        }
    }

    /// What was asked for; nil if the node refused.
    var result: JSON? {
        if case .result(let json) = self { return json }
        return nil
    }

    var failure: RPCFailure? {
        if case .failure(let failure) = self { return failure }
        return nil
    }

    /// What was asked for, or the error that the refusal is.
    func get(_ method: String) throws(ServiceError) -> JSON {
        switch self {
        case .result(let json): return json
        case .failure(let failure): throw failure.error(of: method)
        }
    }
}
