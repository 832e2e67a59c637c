import ExactJSON
import SchemeRouter

/// A node's answer to one call.
enum RPCAnswer: Sendable {
    /// The result; may be null.
    case result(JSON)
    /// The node refused.
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

    /// The result; nil if the node refused.
    var result: JSON? {
        if case .result(let json) = self { return json }
        return nil
    }

    var failure: RPCFailure? {
        if case .failure(let failure) = self { return failure }
        return nil
    }

    /// The result, or the refusal as an error.
    func get(_ method: String) throws(ServiceError) -> JSON {
        switch self {
        case .result(let json): return json
        case .failure(let failure): throw failure.error(of: method)
        }
    }
}
