/// Cuts a stream of bytes into lines.
public struct LineBuffer: Sendable {
    private var bytes: [UInt8] = []
    /// Where the next line begins.
    private var start = 0
    /// Up to where there certainly is no line feed.
    private var searched = 0
    private let limit: Int

    /// A buffer for lines of at most `limit` bytes.
    public init(limit: Int) {
        self.limit = limit
    }

    /// Adds bytes as they came.
    public mutating func append(_ more: ArraySlice<UInt8>) { bytes.append(contentsOf: more) }

    /// The next line without its line feed; nil if it is not whole yet.
    public mutating func next() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: 0x0A) else {
            bytes.removeFirst(start)
            start = 0
            searched = bytes.count
            return nil
        }
        let line = Array(bytes[start..<end])
        start = end + 1
        searched = start
        return line
    }

    /// Whether no part of a line waits here.
    public var isEmpty: Bool { bytes.count == start }

    /// Whether what came is longer than any line may be.
    public var isOverfull: Bool { bytes.count - start > limit }
}
