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
        private(set) var bytes: Int
        private(set) var lines: Int

        init(bytes: Int = maxEncodedBytes, lines: Int = maxLines) { (self.bytes, self.lines) = (bytes, lines) }

        /// The space of a line of text with its line end, where lines have `columns` columns.
        init(of line: LineLayout.Line, _ columns: Int) {
            self.init(bytes: line.size.encodedBytes + 3, lines: line.height(in: columns))
        }

        mutating func add(_ other: Room) {
            bytes += other.bytes
            lines += other.lines
        }

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
        let head = heading.flatMap { LineLayout.lines(of: $0, columns: columns) }
        var room = Room()
        let firstLines = (notices + ["Page \(maxPages) of \(maxPages)"]).map { LineLayout.Line(text: $0) } + head
        for line in firstLines { room.take(Room(of: line, columns)) }
        guard room.holds(leastRoom(columns)), let bodies = bodies(groups.filter { !$0.isEmpty }, columns, room: room)
        else {
            return nil
        }
        return bodies.enumerated().map { position, body in
            let number = bodies.count > 1 ? ["Page \(position + 1) of \(bodies.count)"] : []
            return (notices + number + (head + body).map(\.text)).joined(separator: "\n")
        }
    }

    /// The same text as ``pages(notice:heading:columns:groups:)`` and as values; nil if that is.
    /// - Parameter leading: how many paragraphs of the first group belong to the heading in windows.
    static func text(
        about subject: DialogueContent.Subject, notice: String?, heading: [Paragraph] = [],
        columns: Int = LineLayout.maxColumns, leading: Int = 0, groups: [[Paragraph]]
    ) -> LaidOutText? {
        guard let pages = pages(notice: notice, heading: heading, columns: columns, groups: groups) else { return nil }
        // Windows show that money is practice in their own way.
        let isPractice = notice == ConsentText.practice
        let notices = isPractice ? [] : [notice].compactMap { $0.map { Paragraph(own: $0) } }
        let first = groups.first ?? []
        let rest = [Array(first.dropFirst(leading))] + groups.dropFirst()
        return LaidOutText(
            pages: pages,
            content: DialogueContent(
                subject: subject, isPractice: isPractice,
                heading: (notices + heading + first.prefix(leading)).map(\.forWindows),
                groups: rest.filter { !$0.isEmpty }.map { $0.map(\.forWindows) }))
    }

    /// The pages of a text in one group.
    static func pages(
        notice: String?, heading: [Paragraph] = [], columns: Int = LineLayout.maxColumns, paragraphs: [Paragraph]
    ) -> [String]? {
        pages(notice: notice, heading: heading, columns: columns, groups: [paragraphs])
    }

    private static func bodies(_ groups: [[Paragraph]], _ columns: Int, room: Room) -> [[LineLayout.Line]]? {
        var bodies: [[LineLayout.Line]] = [[]]
        let blank = LineLayout.Line(text: "")
        var left = room
        func turn() {
            bodies.append([])
            left = room
        }
        func put(_ line: LineLayout.Line) {
            bodies[bodies.count - 1].append(line)
            left.take(Room(of: line, columns))
        }
        for group in groups {
            for (position, paragraph) in group.enumerated() {
                let lines = LineLayout.lines(of: paragraph, columns: columns)
                let isFirst = position == 0 && !bodies[bodies.count - 1].isEmpty
                var whole = Room(bytes: 0, lines: 0)
                for line in (isFirst ? [blank] : []) + lines { whole.add(Room(of: line, columns)) }
                if !left.holds(whole), room.holds(whole) {
                    turn()
                } else if isFirst, left.lines > 1 {
                    put(blank)
                }
                put(lines, of: paragraph)
                guard bodies.count <= maxPages else { return nil }
            }
        }
        return bodies

        func put(_ lines: [LineLayout.Line], of paragraph: Paragraph) {
            let ours = paragraph.whenDivided.map { Paragraph(own: $0) }
            let reminder = ours.map { LineLayout.lines(of: $0, columns: columns) } ?? []
            for (position, line) in lines.enumerated() {
                if !left.holds(Room(of: line, columns)) {
                    turn()
                    if position > 0 { reminder.forEach(put) }
                    if line.continuesQuote { put(LineLayout.Line(text: stillQuoted)) }
                }
                put(line)
            }
        }
    }
}

/// A text as pages, and the same as values.
struct LaidOutText: Sendable {
    let pages: [String]
    let content: DialogueContent
}

extension Dialogue {
    /// A dialogue that shows a text.
    init(
        title: String, text: LaidOutText, agree: String, refuse: String = "Refuse", mustBeTyped: Bool = false,
        about subject: DialogueSubject? = nil
    ) {
        self.init(
            title: title, pages: text.pages, agree: agree, refuse: refuse, mustBeTyped: mustBeTyped, about: subject)
        content = text.content
    }
}
