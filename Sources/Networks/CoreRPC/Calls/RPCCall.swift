import ExactJSON

/// One call of a node's JSON-RPC interface.
struct RPCCall: Sendable {
    let method: String
    /// An array by position, or an object by name.
    let parameters: JSON

    /// A call with positional parameters.
    init(_ method: String, _ parameters: JSON...) {
        self.init(method, parameters)
    }

    init(_ method: String, _ parameters: [JSON]) {
        self.method = method
        self.parameters = .array(parameters)
    }

    /// A call whose parameters are named: what an older node does not know it then refuses, instead of taking it for
    /// something else.
    init(_ method: String, named parameters: [(name: String, value: JSON)]) {
        self.method = method
        self.parameters = .object(parameters)
    }

    /// The request with the number by which its answer is known.
    func request(_ id: Int64) -> JSON {
        .object([
            ("jsonrpc", .string("1.0")), ("id", .number(id)), ("method", .string(method)), ("params", parameters),
        ])
    }
}
