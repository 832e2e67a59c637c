/// Puts together what a prompt of 60 columns divided, so that the page can divide it where its own lines end.
enum ConsentLines {
    /// The columns of a line.
    private static let width = 60

    static func joined(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return zip(lines, lines.dropFirst()).reduce(String(lines[0])) { result, pair in
            result + (goesOn(pair.0, in: pair.1) ? " " : "\n") + pair.1
        }
    }

    /// Whether `line` goes on with what `last` says: its first word had no room there and begins no sentence or label.
    private static func goesOn(_ last: Substring, in line: Substring) -> Bool {
        guard let first = line.first, first.isLowercase || "“(".contains(first) else { return false }
        let word = line.prefix { $0 != " " }
        // What is longer than a line is one word, such as a transaction's id, and has its line to itself.
        return !last.isEmpty && columns(last) <= width && columns(last) + 1 + columns(word) > width
    }

    /// As the engine counts them: characters from Hangul on take two, and so do the marks of quotation.
    private static func columns(_ text: Substring) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) }
    }
}
