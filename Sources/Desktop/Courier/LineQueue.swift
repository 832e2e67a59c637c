/// Lines in the order in which they came, without moving all of them for each one that is taken.
struct LineQueue {
    private var lines: [[UInt8]] = []
    private var start = 0

    mutating func append(_ line: [UInt8]) {
        lines.append(line)
    }

    /// Takes the first; nil where there is none.
    mutating func next() -> [UInt8]? {
        guard start < lines.count else { return nil }
        let line = lines[start]
        lines[start] = []
        start += 1
        if start * 2 > lines.count {
            lines.removeFirst(start)
            start = 0
        }
        return line
    }
}
