/// Which other files contributed to a coin or a scheme.
public struct Lineage: Sendable, Hashable {
    /// What it starts from; nil where it says everything itself.
    public let base: Base?
    /// The position of the description that it replaced; nil if it replaced none.
    public internal(set) var replaced: SourceLocation?
    /// Whether that, or what that replaced in turn, was shipped.
    var replacesShipped = false
    /// What later files made stricter, in their order.
    public internal(set) var amendments: [Amendment] = []

    /// What a description starts from (`extends`).
    public struct Base: Sendable, Hashable {
        /// The coin or scheme.
        public let name: String
        /// Where that is described.
        public let origin: SourceLocation
        /// The keys whose values it inherited, such as `grammar` and `actions.address`.
        public let inherited: [String]
    }

    /// What one later file made stricter.
    public struct Amendment: Sendable, Hashable {
        /// Its position.
        public let origin: SourceLocation
        /// Each change as `key: value`, such as `actions.payment.amount.min: 0.5`.
        public let changes: [String]
    }
}

extension Lineage {
    /// A description without relations.
    public init() {
        self.init(base: nil)
    }
}
