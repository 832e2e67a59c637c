/// Splits a stream of bytes into lines.
public struct LineBuffer: Sendable {
    private var bytes: [UInt8] = []
    /// Where the next line begins.
    private var start = 0
    /// Bytes before this index contain no line feed.
    private var searched = 0
    private let limit: Int

    /// A buffer for lines of at most `limit` bytes.
    public init(limit: Int) {
        self.limit = limit
    }

    /// Appends received bytes.
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

    /// Whether it holds no partial line.
    public var isEmpty: Bool { bytes.count == start }

    /// Whether the buffered line exceeds the limit.
    public var isOverfull: Bool { bytes.count - start > limit }
}
