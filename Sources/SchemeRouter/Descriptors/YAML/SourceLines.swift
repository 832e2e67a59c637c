/// The start of each line of a text, with the line breaks of YAML 1.1: LF, CR, CR LF, NEL, LS and PS.
///
/// Lines must be counted as in libyaml, or a diagnostic would show a different line than it names.
package struct SourceLines: Sendable {
    /// The byte offset of each line's first byte; the first is 0.
    private let starts: [Int]

    /// Finds the lines of `bytes`, whose indices must start at 0.
    package init(_ bytes: some RandomAccessCollection<UInt8>) {
        var starts = [0]
        let text = Array(bytes)
        var offset = 0
        while offset < text.count {
            guard let length = Self.breakLength(at: offset, of: text) else {
                offset += 1
                continue
            }
            offset += length
            starts.append(offset)
        }
        self.starts = starts
    }

    /// The number of lines; a text that ends with a line break has an empty last line.
    package var count: Int { starts.count }

    /// The bytes of a line with its line break, counted from 1. Empty if there is no such line.
    package func range(ofLine line: Int, in bytes: some RandomAccessCollection<UInt8>) -> Range<Int> {
        guard line >= 1, line <= starts.count else { return bytes.count..<bytes.count }
        return starts[line - 1]..<(line < starts.count ? starts[line] : bytes.count)
    }

    package func mark(ofByte offset: Int, in bytes: [UInt8]) -> YAMLMark {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        let column = bytes[starts[low]..<offset].reduce(into: 1) { count, byte in
            if byte & 0xC0 != 0x80 { count += 1 }
        }
        return YAMLMark(line: UInt32(clamping: low + 1), column: UInt32(clamping: column), length: 1)
    }

    /// The length of the line break at `offset` in bytes; nil if there is none.
    private static func breakLength(at offset: Int, of text: [UInt8]) -> Int? {
        func byte(_ distance: Int) -> UInt8 { offset + distance < text.count ? text[offset + distance] : 0 }
        switch byte(0) {
        case 0x0A: return 1
        case 0x0D: return byte(1) == 0x0A ? 2 : 1
        case 0xC2: return byte(1) == 0x85 ? 2 : nil
        case 0xE2: return byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9) ? 3 : nil
        default: return nil
        }
    }
}
