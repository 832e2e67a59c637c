/// What `router help CODE` says about an error, warning or mistake: its lines in Documentation/errors.md.
struct ErrorTopic {
    let text: String

    /// Nil if no such code is documented. Ignores `descriptor.` before a code, as messages print it. A code that several
    /// kinds of errors share has a meaning for each.
    init?(_ topic: String) {
        let prefix = "descriptor."
        let code = topic.hasPrefix(prefix) ? String(topic.dropFirst(prefix.count)) : topic
        let meanings = Self.sections.flatMap { section in
            section.rows.filter { $0.codes.contains(code) }.map { row in
                var lines = ["\(code) – \(section.title)", Self.plain(row.meaning)]
                if let exit = row.exit { lines.append("The command exits \(exit).") }
                if !section.introduction.isEmpty { lines.append(Self.plain(section.introduction)) }
                return lines.joined(separator: "\n")
            }
        }
        guard !meanings.isEmpty else { return nil }
        text = meanings.joined(separator: "\n\n")
    }

    /// All codes, in the order of the document.
    static var codes: [String] { sections.flatMap { $0.rows.flatMap(\.codes) } }

    /// All codes below the headings of the document.
    static var list: String {
        sections.filter { !$0.rows.isEmpty }.map { section in
            ([section.title] + section.rows.flatMap(\.codes).map { "  \($0)" }).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    private typealias Row = (codes: [String], exit: Substring?, meaning: Substring)

    private struct Section {
        let title: String
        var introduction = ""
        var rows: [Row] = []
    }

    private static var sections: [Section] {
        var sections: [Section] = []
        for line in String(decoding: PackageResources.errors_md, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("## ") {
                sections.append(Section(title: String(line.dropFirst(3))))
            } else if sections.isEmpty {
                continue
            } else if let row = row(line) {
                sections[sections.count - 1].rows.append(row)
            } else if !line.hasPrefix("|") {
                let text = sections[sections.count - 1].introduction
                sections[sections.count - 1].introduction = text + (text.isEmpty ? "" : " ") + line
            }
        }
        return sections
    }

    private static func row(_ line: Substring) -> Row? {
        let cells = line.split(separator: "|").map(trimmed)
        guard cells.count >= 2, let meaning = cells.last, cells[0].hasPrefix("`") else { return nil }
        let codes = cells[0].split(separator: "`").filter { $0 != ", " }.map(String.init)
        return (codes, cells.count > 2 ? cells[1] : nil, meaning)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Markdown without its marks.
    private static func plain(_ text: some StringProtocol) -> String { String(text.filter { $0 != "`" }) }
}
