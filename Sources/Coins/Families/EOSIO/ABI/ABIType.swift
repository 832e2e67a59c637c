/// A type of a contract's interface with all that it is made of, ready for use.
public struct ABIType: Sendable {
    /// The most values in each other, as in nodes (`abi_serializer::max_recursion_depth`).
    static let maxDepth = 32

    /// One type. Others are meant by their place in ``nodes``, so that a type can have itself in an array of its own.
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
        /// Whether it may be left off at the end (`$`, a binary extension).
        let isExtension: Bool
    }

    /// The name in the interface.
    public let name: String
    let nodes: [Node]
    let root: Int
}
