/// Limits on the JSON that is read.
public struct JSONLimits: Sendable, Hashable {
    /// The most bytes.
    public let bytes: Int
    /// The deepest nesting of arrays and objects.
    public let depth: Int

    /// Creates limits.
    public init(bytes: Int, depth: Int) {
        self.bytes = bytes
        self.depth = depth
    }

    /// What a link may carry (S1).
    public static let link = JSONLimits(bytes: 32 * 1024, depth: 32)
    /// What a configured server may answer. The largest contract interfaces (ABIs) have a few hundred KiB.
    public static let answer = JSONLimits(bytes: 2 * 1024 * 1024, depth: 64)
}
