/// A type of a contract's interface with all its components resolved.
public struct ABIType: Sendable {
    /// The deepest nesting of values, as in nodes (`abi_serializer::max_recursion_depth`).
    static let maxDepth = 32

    /// One type. Others are referenced by their index in ``nodes``, so that a type can contain an array of itself.
    enum Node: Sendable {
        case builtIn(ABIBuiltIn)
        case structure([Field])
        case array(of: Int)
        case optional(Int)
        case variant([(name: String, type: Int)])
    }

    struct Field: Sendable {
        let name: String
        let type: Int
        /// Whether it may be omitted at the end (`$`, a binary extension).
        let isExtension: Bool
    }

    /// The name in the interface.
    public let name: String
    let nodes: [Node]
    let root: Int
}
