import SchemeRouter

/// The text of a settings file, line by line. Unchanged lines keep their bytes.
struct ConfigurationText {
    private let mark: ArraySlice<UInt8>
    private var lines: [ArraySlice<UInt8>]

    /// Splits the text of a file. Lines keep their line breaks.
    init(_ file: DescriptorFile) {
        let text = Array(file.text)
        let places = SourceLines(text)
        mark = file.bytes.dropLast(text.count)
        lines = (1...places.count).map { text[places.range(ofLine: $0, in: text)] }
        if lines.last?.isEmpty == true { lines.removeLast() }
    }

    var bytes: [UInt8] { Array(mark) + lines.joined() }

    /// A line, counted from 1, without its line break; empty if there is no such line.
    subscript(line: Int) -> ArraySlice<UInt8> {
        guard lines.indices.contains(line - 1) else { return [] }
        return lines[line - 1].prefix { $0 != 0x0A && $0 != 0x0D }
    }

    /// Inserts lines after the line `line`, counted from 1. 0 inserts them at the start.
    ///
    /// If the text does not end with a line break, neither does the result.
    mutating func insert(_ texts: [String], behind line: Int) {
        let lineBreak = self.lineBreak
        var added = texts.map { ArraySlice(Array($0.utf8) + lineBreak) }
        if line == lines.count, let last = lines.last, !Self.endsWithBreak(last) {
            lines[line - 1] = last + lineBreak
            added[added.count - 1].removeLast(lineBreak.count)
        }
        lines.insert(contentsOf: added, at: line)
    }

    /// Removes the lines `range`, counted from 1.
    mutating func remove(_ range: ClosedRange<Int>) {
        let endedWithBreak = lines.last.map(Self.endsWithBreak) ?? true
        lines.removeSubrange(range.lowerBound - 1...range.upperBound - 1)
        if !endedWithBreak, let last = lines.last, Self.endsWithBreak(last) {
            lines[lines.count - 1] = last.prefix { $0 != 0x0A && $0 != 0x0D }
        }
    }

    var count: Int { lines.count }

    /// The line break of the first line; LF if there is none.
    private var lineBreak: [UInt8] {
        lines.first?.suffix(2).elementsEqual([0x0D, 0x0A]) == true ? [0x0D, 0x0A] : [0x0A]
    }

    private static func endsWithBreak(_ line: ArraySlice<UInt8>) -> Bool {
        line.last == 0x0A || line.last == 0x0D
    }
}
