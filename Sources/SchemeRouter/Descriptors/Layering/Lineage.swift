/// Which other files contributed to a coin or a scheme.
public struct Lineage: Sendable, Hashable {
    /// The description that it extends; nil if there is none.
    public let base: Base?
    /// The position of the description that it replaced; nil if there is none.
    public internal(set) var replaced: SourceLocation?
    /// Whether that description, or one that it replaced in turn, was shipped.
    var replacesShipped = false
    /// The changes of later files that made it stricter, in their order.
    public internal(set) var amendments: [Amendment] = []

    /// The description that another one extends (`extends`).
    public struct Base: Sendable, Hashable {
        /// The coin or scheme.
        public let name: String
        /// Its position.
        public let origin: SourceLocation
        /// The keys whose values it inherited, such as `grammar` and `actions.address`.
        public let inherited: [String]
    }

    /// The changes of one later file that made it stricter.
    public struct Amendment: Sendable, Hashable {
        /// Its position.
        public let origin: SourceLocation
        /// Each change as `key: value`, such as `actions.payment.amount.min: 0.5`.
        public let changes: [String]
    }
}

extension Lineage {
    /// Creates the lineage of an independent description.
    public init() {
        self.init(base: nil)
    }
}
