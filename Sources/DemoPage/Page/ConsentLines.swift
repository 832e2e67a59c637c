/// Rejoins lines that a prompt of 60 columns wrapped, so that the page can wrap them at its own width.
enum ConsentLines {
    /// The columns of a line.
    private static let width = 60

    static func joined(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return zip(lines, lines.dropFirst()).reduce(String(lines[0])) { result, pair in
            result + (goesOn(pair.0, in: pair.1) ? " " : "\n") + pair.1
        }
    }

    /// Whether `line` continues `last`: its first word did not fit there, and begins no sentence or label.
    private static func goesOn(_ last: Substring, in line: Substring) -> Bool {
        guard let first = line.first, first.isLowercase || "“(".contains(first) else { return false }
        let word = line.prefix { $0 != " " }
        // Longer text is a single word, such as a txid, on its own line.
        return !last.isEmpty && columns(last) <= width && columns(last) + 1 + columns(word) > width
    }

    /// Counts like the engine: characters from Hangul on take two columns, and so do quotation marks.
    private static func columns(_ text: Substring) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) }
    }
}
