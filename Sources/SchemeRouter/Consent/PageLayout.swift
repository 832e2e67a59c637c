/// Lays out text in pages that every prompt program can show whole (S5): nothing is shortened; long texts get more
/// pages.
///
/// Lines end where a window or a terminal of 60 columns would wrap them, so that everybody reads the same lines; a
/// narrower terminal gets shorter ones (``Prompt/columns``).
/// Foreign text stays in quotation marks wherever it is divided: each of its lines and each page begins with our mark
/// or our words.
package enum PageLayout {
    /// The most bytes of one page in the encoding of the pinentry protocol, whose lines end at 1,000.
    static let maxEncodedBytes = 900
    /// The most lines of one page: pinentry-curses shows no more above a passcode field in a terminal of 24 lines.
    package static let maxLines = 18
    /// The most pages anybody is asked to read before agreeing.
    static let maxPages = 12
    /// The least space that a page must have below its heading: a word of ``LineLayout/maxBytes`` fits.
    private static func leastRoom(_ columns: Int) -> Room {
        Room(bytes: 400, lines: (LineLayout.maxBytes + columns - 1) / columns)
    }
    /// The first line of a page on which a quotation continues.
    private static let stillQuoted = "Quotation continued:"

    /// The space left on a page, or the space a text takes.
    private struct Room {
        var bytes = maxEncodedBytes
        var lines = maxLines

        mutating func take(_ other: Room) {
            bytes -= other.bytes
            lines -= other.lines
        }

        func holds(_ other: Room) -> Bool { bytes >= other.bytes && lines >= other.lines }
    }

    /// The pages, or nil if there would be more than ``maxPages`` or the heading leaves no space for the text.
    /// - Parameters:
    ///   - notice: the first line of every page, such as the notice about practice money; nil for none.
    ///   - heading: also on every page: what the person must see above every button.
    ///   - columns: of a line, as ``Prompt/columns``.
    ///   - groups: the text; a blank line separates the groups. The first one continues the heading. A paragraph is
    ///     divided only if it does not fit on one page.
    static func pages(
        notice: String?, heading: [Paragraph] = [], columns: Int = LineLayout.maxColumns, groups: [[Paragraph]]
    ) -> [String]? {
        let notices = [notice].compactMap(\.self)
        let head = heading.flatMap { LineLayout.lines(of: $0, columns: columns).map(\.text) }
        var room = Room()
        for line in notices + ["Page \(maxPages) of \(maxPages)"] + head { room.take(size(line, columns)) }
        guard room.holds(leastRoom(columns)), let bodies = bodies(groups.filter { !$0.isEmpty }, columns, room: room)
        else {
            return nil
        }
        return bodies.enumerated().map { position, body in
            let number = bodies.count > 1 ? ["Page \(position + 1) of \(bodies.count)"] : []
            return (notices + number + head + body).joined(separator: "\n")
        }
    }

    /// The pages of a text in one group.
    static func pages(
        notice: String?, heading: [Paragraph] = [], columns: Int = LineLayout.maxColumns, paragraphs: [Paragraph]
    ) -> [String]? {
        pages(notice: notice, heading: heading, columns: columns, groups: [paragraphs])
    }

    private static func bodies(_ groups: [[Paragraph]], _ columns: Int, room: Room) -> [[String]]? {
        var bodies: [[String]] = [[]]
        var left = room
        func turn() {
            bodies.append([])
            left = room
        }
        func put(_ line: String) {
            bodies[bodies.count - 1].append(line)
            left.take(size(line, columns))
        }
        for group in groups {
            for (position, paragraph) in group.enumerated() {
                let lines = LineLayout.lines(of: paragraph, columns: columns)
                let isFirst = position == 0 && !bodies[bodies.count - 1].isEmpty
                let sizes = (isFirst ? [size("", columns)] : []) + lines.map { size($0.text, columns) }
                let whole = Room(bytes: sizes.reduce(0) { $0 + $1.bytes }, lines: sizes.reduce(0) { $0 + $1.lines })
                if !left.holds(whole), room.holds(whole) {
                    turn()
                } else if isFirst, left.lines > 1 {
                    put("")
                }
                put(lines, of: paragraph)
                guard bodies.count <= maxPages else { return nil }
            }
        }
        return bodies

        func put(_ lines: [LineLayout.Line], of paragraph: Paragraph) {
            let reminder =
                paragraph.whenDivided.map { LineLayout.lines(of: Paragraph(own: $0), columns: columns).map(\.text) }
                ?? []
            for (position, line) in lines.enumerated() {
                if !left.holds(size(line.text, columns)) {
                    turn()
                    if position > 0 { reminder.forEach(put) }
                    if line.continuesQuote { put(stillQuoted) }
                }
                put(line.text)
            }
        }
    }

    /// The space of a line with its line end.
    private static func size(_ line: String, _ columns: Int) -> Room {
        Room(bytes: encodedLength(line) + 3, lines: LineLayout.Line(text: line).height(in: columns))
    }

    /// The bytes `text` takes in the pinentry protocol: `%`, line ends and controls become `%XX`.
    static func encodedLength(_ text: String) -> Int {
        text.utf8.reduce(0) { length, byte in
            length + (byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") ? 3 : 1)
        }
    }
}
