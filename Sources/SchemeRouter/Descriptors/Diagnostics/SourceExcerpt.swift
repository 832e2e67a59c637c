/// The part of a source line shown in a diagnostic, safe for a terminal: one column per character. What could be a key
/// or a password is written as stars (S8).
public struct SourceExcerpt: Sendable, Hashable {
    /// The most characters shown.
    static let maxLength = 100
    /// The column of the affected part if the line is cut.
    private static let lead = 40

    public let text: String
    /// The column of the affected part in `text`, from 1.
    public let column: Int

    /// Cuts the surroundings of a column out of a line.
    init(line: some Collection<UInt8>, column: Int) {
        // The character before the column must fit, however long the line is.
        let skipped = column > Self.maxLength * 3 / 4 ? column - Self.lead : 0
        let scalars = KeyMaterial.starred(inSettings: line).unicodeScalars
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
