/// The part of a source line that a diagnostic shows, safe for a terminal: one column for each character.
public struct SourceExcerpt: Sendable, Hashable {
    /// The most characters that are shown.
    static let maxLength = 100
    /// Where the meant part begins when the line is cut.
    private static let lead = 40

    /// The text.
    public let text: String
    /// Where the meant part begins in `text`, from 1.
    public let column: Int

    /// Cuts the surroundings of a column out of a line.
    init(line: some Collection<UInt8>, column: Int) {
        // The character before the column, and room for it, must exist whatever the line looks like.
        let skipped = column > Self.maxLength * 3 / 4 ? column - Self.lead : 0
        let scalars = String(decoding: line, as: UTF8.self).unicodeScalars
        let shown = scalars.dropFirst(skipped).prefix(Self.maxLength)
        var text = skipped > 0 ? "…" : ""
        for scalar in shown {
            if scalar.isLineBreak { break }
            // A tab is one column for libyaml, so it must be one column here.
            text.unicodeScalars.append(scalar == "\t" ? " " : scalar.isSafeToPrint ? scalar : "\u{FFFD}")
        }
        self.text = text
        self.column = skipped > 0 ? column - skipped + 1 : column
    }
}
