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

    /// A call with named parameters: an older node refuses a name it does not know, instead of misreading the value.
    init(_ method: String, named parameters: [(name: String, value: JSON)]) {
        self.method = method
        self.parameters = .object(parameters)
    }

    /// The request with the id that its answer repeats.
    func request(_ id: Int64) -> JSON {
        .object([
            ("jsonrpc", .string("1.0")), ("id", .number(id)), ("method", .string(method)), ("params", parameters),
        ])
    }
}
