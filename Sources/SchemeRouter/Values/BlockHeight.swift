/// The number of a block according to a node or a server, within bounds: sums and differences of such numbers never
/// overflow, whatever is claimed.
public struct BlockHeight: Sendable, Hashable, Comparable {
    /// The number; 0 for the first block.
    public let number: Int

    /// More blocks than any chain has.
    public static let limit = 1 << 31

    /// Nil for an impossible number.
    public init?(_ number: Int) {
        guard (0..<Self.limit).contains(number) else { return nil }
        self.number = number
    }

    /// The confirmations of a transaction in this block, 1 or more. The report of the newest block may arrive later
    /// than that of its transactions.
    public func confirmations(whenNewestIs tip: BlockHeight) -> Int { max(tip.number - number + 1, 1) }

    /// Orders by number.
    public static func < (left: BlockHeight, right: BlockHeight) -> Bool { left.number < right.number }
}
