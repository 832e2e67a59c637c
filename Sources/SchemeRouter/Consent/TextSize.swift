/// The space that a text takes where it is shown, and in the pinentry protocol.
struct TextSize: Hashable {
    /// In a font with wide characters of two columns.
    private(set) var columns: Int
    /// In the pinentry protocol, where `%`, line ends and controls become `%XX`.
    private(set) var encodedBytes: Int

    static let space = TextSize(" ")

    init(_ text: String) {
        let bytes = text.utf8.span
        (columns, encodedBytes) = (bytes.count, bytes.count)
        var isASCII = true
        for position in bytes.indices {
            let byte = bytes[position]
            if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") { encodedBytes += 2 }
            if byte >= 0x80 { isASCII = false }
        }
        // Nearly all text is ASCII, which has no wide characters or marks.
        if !isASCII { columns = text.unicodeScalars.reduce(0) { $0 + ($1.isMark ? 0 : $1.value >= 0x1100 ? 2 : 1) } }
    }

    static func += (size: inout TextSize, other: TextSize) {
        size.columns += other.columns
        size.encodedBytes += other.encodedBytes
    }

    static func -= (size: inout TextSize, other: TextSize) {
        size.columns -= other.columns
        size.encodedBytes -= other.encodedBytes
    }

    static func + (size: TextSize, other: TextSize) -> TextSize {
        var sum = size
        sum += other
        return sum
    }
}
