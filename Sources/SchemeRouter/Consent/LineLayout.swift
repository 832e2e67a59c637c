/// Lays out a paragraph in lines of at most 60 columns, or fewer in a narrow terminal. Our words break at spaces; a longer
/// word, such as a txid or a link, stays whole because people copy it. Foreign text is on one line if it fits; otherwise
/// each of its lines has both marks (S5).
struct LineLayout {
    /// The most columns of a line, in a font with wide characters of two columns.
    static let maxColumns = 60
    /// The most bytes of a line in the encoding of the pinentry protocol, because of multi-byte characters.
    static let maxBytes = 300

    struct Line {
        var text: String
        /// Whether the previous line is part of the same quotation.
        var continuesQuote = false

        /// How many lines it takes where a line has `width` columns.
        func height(in width: Int) -> Int { max(1, (columns(text) + width - 1) / width) }
    }

    private let width: Int
    private var lines: [Line] = []
    private var line = Line(text: "")

    private init(width: Int) { self.width = width }

    static func lines(of paragraph: Paragraph, columns: Int = maxColumns) -> [Line] {
        var layout = LineLayout(width: columns)
        var own = ""
        for run in paragraph.runs {
            switch run {
            // Several runs can make one word.
            case .own(let text): own += text
            case .address(let address): own += AddressText.groups(of: address) ?? address
            case .quoted(let quote):
                layout.add(own)
                own = ""
                layout.add(quote)
            }
        }
        layout.add(own)
        layout.end()
        return layout.lines
    }

    /// Words of ours, which may have line ends.
    private mutating func add(_ text: String) {
        for (position, part) in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if position > 0 { end() }
            var spaces = ""
            for (position, word) in part.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
                if position > 0 { spaces += " " }
                if word.isEmpty { continue }
                add(word: String(word), after: spaces)
                spaces = ""
            }
            line.text += spaces
        }
    }

    private mutating func add(word: String, after spaces: String) {
        if fits(spaces + word) {
            line.text += spaces + word
            return
        }
        // Text joined to a word without a space, such as the end of a quotation, stays with it.
        if !line.text.isEmpty, !spaces.isEmpty || line.text.hasSuffix(" ") { end() }
        for scalar in word.unicodeScalars {
            let length = PageLayout.encodedLength(String(scalar))
            if PageLayout.encodedLength(line.text) + length > Self.maxBytes { end() }
            line.text.unicodeScalars.append(scalar)
        }
    }

    /// Words of others.
    private mutating func add(_ quote: Quoted) {
        let whole = quote.description
        // A comma or full stop may follow.
        if fits(whole + ",") {
            line.text += whole
            return
        }
        if !line.text.isEmpty { end() }
        for (position, part) in parts(of: quote).enumerated() {
            if position > 0 { end() }
            line = Line(text: part, continuesQuote: position > 0)
        }
    }

    private mutating func end() {
        while line.text.hasSuffix(" ") { line.text.removeLast() }
        lines.append(line)
        line = Line(text: "")
    }

    private func fits(_ text: String) -> Bool {
        Self.columns(line.text) + Self.columns(text) <= width
            && PageLayout.encodedLength(line.text) + PageLayout.encodedLength(text) <= Self.maxBytes
    }

    private func parts(of quote: Quoted) -> [String] {
        let marks = Quoted.marked([])
        let empty = (columns: Self.columns(marks), bytes: PageLayout.encodedLength(marks))
        var parts: [String] = []
        var start = 0
        var (columns, bytes) = empty
        // The start of the last word, and the width of the line before it.
        var word = (start: start, columns: columns, bytes: bytes)
        for (position, piece) in quote.pieces.enumerated() {
            let (wide, length) = (Self.columns(piece), PageLayout.encodedLength(piece))
            if position > start, columns + wide >= width || bytes + length > Self.maxBytes {
                // Divides a word that is longer than a line.
                if word.start <= start { word = (position, columns, bytes) }
                parts.append(Quoted.marked(quote.pieces[start..<word.start]))
                start = word.start
                (columns, bytes) = (empty.columns + columns - word.columns, empty.bytes + bytes - word.bytes)
            }
            columns += wide
            bytes += length
            if piece == " " { word = (position + 1, columns, bytes) }
        }
        parts.append(Quoted.marked(quote.pieces[start...]))
        return parts
    }

    private static func columns(_ text: String) -> Int {
        // Nearly all text is ASCII, which has no wide characters or marks.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + ($1.isMark ? 0 : $1.value >= 0x1100 ? 2 : 1) }
    }
}
