/// The number of a block as a node or a server says it, read within bounds: sums and differences of such numbers always
/// fit, whatever somebody claims.
public struct BlockHeight: Sendable, Hashable, Comparable {
    /// The number, from 0 for the first block.
    public let number: Int

    /// No chain has so many blocks.
    public static let limit = 1 << 31

    /// Nil for a number that no block has.
    public init?(_ number: Int) {
        guard (0..<Self.limit).contains(number) else { return nil }
        self.number = number
    }

    /// How many blocks confirm what is in this one, 1 or more. News of the newest block may come after what is in it.
    public func confirmations(whenNewestIs tip: BlockHeight) -> Int {
        max(tip.number - number + 1, 1)
    }

    /// Orders by number.
    public static func < (left: BlockHeight, right: BlockHeight) -> Bool { left.number < right.number }
}
