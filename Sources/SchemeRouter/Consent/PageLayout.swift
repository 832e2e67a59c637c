/// Lays text out in pages that a prompt program can carry (S5): nothing is shortened, long texts get more pages.
///
/// What others wrote stays between quotation marks wherever it is divided: each line of it and each page begins with our
/// mark or our words.
enum PageLayout {
    /// The most bytes of one page as the pinentry protocol encodes it. Its lines end at 1,000.
    static let maxEncodedBytes = 900
    /// The most pages anybody is asked to read before agreeing.
    static let maxPages = 12
    /// The most columns of a line with a quotation. A prompt program that has fewer goes on below it as it likes.
    static let maxQuoteColumns = 66
    /// The most encoded bytes of such a line, for characters that take several.
    private static let maxQuoteBytes = 300
    /// The least room that a page must have below its heading.
    private static let leastRoom = 480
    /// Stands at the top of a page on which a quotation goes on.
    private static let stillQuoted = "This is still quoted:"

    private struct Line {
        var text: String
        /// Whether the line before it is a part of the same quotation.
        var continuesQuote = false
    }

    /// The pages, or nil where there would be more than ``maxPages``, or the heading leaves no room for them.
    /// - Parameters:
    ///   - notice: stands first on every page, such as that it is about practice money; nil for nothing.
    ///   - heading: stands on every page, too: what the person must see wherever there is a button.
    ///   - paragraphs: the text; a paragraph is divided only where it fills a page by itself.
    static func pages(notice: String?, heading: [Paragraph] = [], paragraphs: [Paragraph]) -> [String]? {
        let notices = [notice].compactMap(\.self)
        let head = heading.flatMap { lines(of: $0, most: maxEncodedBytes).map(\.text) }
        let room = maxEncodedBytes - (notices + ["Page \(maxPages) of \(maxPages)"] + head).reduce(0) { $0 + size($1) }
        guard room >= leastRoom else { return nil }
        guard let bodies = bodies(paragraphs, room: room) else { return nil }
        return bodies.enumerated().map { position, body in
            let number = bodies.count > 1 ? ["Page \(position + 1) of \(bodies.count)"] : []
            return (notices + number + head + body).joined(separator: "\n")
        }
    }

    private static func bodies(_ paragraphs: [Paragraph], room: Int) -> [[String]]? {
        var bodies: [[String]] = [[]]
        var left = room
        func turn() {
            bodies.append([])
            left = room
        }
        func put(_ text: String) {
            bodies[bodies.count - 1].append(text)
            left -= size(text)
        }
        for paragraph in paragraphs {
            let reminder = paragraph.whenDivided
            let lines = lines(of: paragraph, most: room - size(reminder ?? "") - size(stillQuoted) - 3)
            let length = lines.reduce(0) { $0 + size($1.text) }
            if length > left, length <= room, left < room { turn() }
            for (position, line) in lines.enumerated() {
                if size(line.text) > left, left < room {
                    turn()
                    if position > 0, let reminder { put(reminder) }
                    if line.continuesQuote { put(stillQuoted) }
                }
                put(line.text)
            }
            guard bodies.count <= maxPages else { return nil }
        }
        return bodies
    }

    /// The lines of a paragraph. A quotation that does not fit beside our words stands below them, and each of its lines
    /// has both marks.
    /// - Parameter most: the most encoded bytes of a line.
    private static func lines(of paragraph: Paragraph, most: Int) -> [Line] {
        var lines: [Line] = []
        var line = Line(text: "")
        func end() {
            lines += divided(line, most: most)
            line = Line(text: "")
        }
        for run in paragraph.runs {
            switch run {
            case .own(let text):
                for (position, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                    if position > 0 { end() }
                    line.text += part
                }
            case .quoted(let quote):
                let whole = quote.description
                if columns(line.text) + columns(whole) <= maxQuoteColumns, encodedLength(whole) <= maxQuoteBytes {
                    line.text += whole
                    continue
                }
                if line.text.hasSuffix(" ") { line.text.removeLast() }
                if !line.text.isEmpty { end() }
                for (position, part) in parts(of: quote).enumerated() {
                    if position > 0 { end() }
                    line = Line(text: part, continuesQuote: position > 0)
                }
            }
        }
        end()
        return lines
    }

    private static func parts(of quote: Quoted) -> [String] {
        var parts: [String] = []
        var start = 0
        var (columns, bytes) = (2, 6)
        for (position, piece) in quote.pieces.enumerated() {
            let (width, length) = (Self.columns(piece), encodedLength(piece))
            if position > start, columns + width > maxQuoteColumns || bytes + length > maxQuoteBytes {
                parts.append(Quoted.marked(quote.pieces[start..<position]))
                (start, columns, bytes) = (position, 2, 6)
            }
            columns += width
            bytes += length
        }
        parts.append(Quoted.marked(quote.pieces[start...]))
        return parts
    }

    /// A line of ours in parts that fit a page each; nobody writes such lines but for keys and callbacks.
    private static func divided(_ line: Line, most: Int) -> [Line] {
        guard encodedLength(line.text) > most else { return [line] }
        var parts: [Line] = []
        var part = String.UnicodeScalarView()
        var length = 0
        for scalar in line.text.unicodeScalars {
            let added = encodedLength(String(scalar))
            if length + added > most {
                parts.append(Line(text: String(part), continuesQuote: line.continuesQuote))
                (part, length) = (String.UnicodeScalarView(), 0)
            }
            part.append(scalar)
            length += added
        }
        return parts + [Line(text: String(part), continuesQuote: line.continuesQuote)]
    }

    /// The bytes of a line with its line end.
    private static func size(_ line: String) -> Int { encodedLength(line) + 3 }

    /// The columns of a text in a font whose wide characters take two.
    private static func columns(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ($1.isMark ? 0 : $1.value >= 0x1100 ? 2 : 1) }
    }

    /// The bytes `text` takes in the pinentry protocol: `%`, line ends and controls become `%XX`.
    static func encodedLength(_ text: String) -> Int {
        text.utf8.reduce(0) { length, byte in
            length + (byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") ? 3 : 1)
        }
    }
}
