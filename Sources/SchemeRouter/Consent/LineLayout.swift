/// Lays out a paragraph in lines of at most 60 columns, or fewer in a narrow terminal. Our words break at spaces; a longer
/// word, such as a txid or a link, stays whole because people copy it. Foreign text is on one line if it fits; otherwise
/// each of its lines has both marks (S5).
struct LineLayout {
    /// The most columns of a line, in a font with wide characters of two columns.
    static let maxColumns = 60
    /// The most bytes of a line in the encoding of the pinentry protocol, because of multi-byte characters.
    static let maxBytes = 300

    struct Line {
        private(set) var text: String
        private(set) var size: TextSize
        /// Whether the previous line is part of the same quotation.
        private(set) var continuesQuote: Bool

        init(text: String, continuesQuote: Bool = false) {
            (self.text, size, self.continuesQuote) = (text, TextSize(text), continuesQuote)
        }

        /// How many lines it takes where a line has `width` columns.
        func height(in width: Int) -> Int { max(1, (size.columns + width - 1) / width) }

        /// - Parameter size: of `text`.
        mutating func append(_ text: String, _ size: TextSize) {
            self.text += text
            self.size += size
        }

        mutating func removeLastSpaces() {
            while text.utf8.last == UInt8(ascii: " ") {
                text.unicodeScalars.removeLast()
                size -= .space
            }
        }
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
            case .own(let text), .amount(let text), .abridged(let text, _): own += text
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
            line.append(spaces, TextSize(spaces))
        }
    }

    private mutating func add(word: String, after spaces: String) {
        let (text, size) = (spaces + word, TextSize(spaces + word))
        if fits(size) {
            line.append(text, size)
            return
        }
        // Text joined to a word without a space, such as the end of a quotation, stays with it.
        if !line.text.isEmpty, !spaces.isEmpty || line.text.hasSuffix(" ") { end() }
        for scalar in word.unicodeScalars {
            let text = String(scalar)
            let size = TextSize(text)
            if line.size.encodedBytes + size.encodedBytes > Self.maxBytes { end() }
            line.append(text, size)
        }
    }

    /// Quoted third-party text.
    private mutating func add(_ quote: Quoted) {
        let whole = quote.description
        let size = TextSize(whole)
        // A comma or full stop may follow.
        if fits(size + .space) {
            line.append(whole, size)
            return
        }
        if !line.text.isEmpty { end() }
        for (position, part) in parts(of: quote).enumerated() {
            if position > 0 { end() }
            line = Line(text: part, continuesQuote: position > 0)
        }
    }

    private mutating func end() {
        line.removeLastSpaces()
        lines.append(line)
        line = Line(text: "")
    }

    private func fits(_ size: TextSize) -> Bool {
        let whole = line.size + size
        return whole.columns <= width && whole.encodedBytes <= Self.maxBytes
    }

    private func parts(of quote: Quoted) -> [String] {
        let empty = TextSize(Quoted.marked([]))
        var parts: [String] = []
        var start = 0
        var size = empty
        // The start of the last word, and the size of the line before it.
        var word = (start: start, size: size)
        for (position, piece) in quote.pieces.enumerated() {
            let longer = size + TextSize(piece)
            if position > start, longer.columns >= width || longer.encodedBytes > Self.maxBytes {
                // Divides a word that is longer than a line.
                if word.start <= start { word = (position, size) }
                parts.append(Quoted.marked(quote.pieces[start..<word.start]))
                start = word.start
                size -= word.size
                size += empty
            }
            size += TextSize(piece)
            if piece == " " { word = (position + 1, size) }
        }
        parts.append(Quoted.marked(quote.pieces[start...]))
        return parts
    }
}
