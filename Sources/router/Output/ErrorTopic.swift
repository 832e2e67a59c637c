/// What `router help CODE` says about an error, warning or mistake: its line in Documentation/errors.md.
struct ErrorTopic {
    let text: String

    /// Nil if no such code is documented. Ignores `descriptor.` before a code, as messages print it.
    init?(_ topic: String) {
        let prefix = "descriptor."
        let code = topic.hasPrefix(prefix) ? String(topic.dropFirst(prefix.count)) : topic
        var section = ""
        var introduction = ""
        for line in String(decoding: PackageResources.errors_md, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("## ") {
                section = String(line.dropFirst(3))
                introduction = ""
            } else if !line.hasPrefix("|") {
                introduction += (introduction.isEmpty ? "" : " ") + line
            } else if let row = Self.row(line), row.codes.contains(code) {
                var lines = ["\(code) – \(section)", Self.plain(row.meaning)]
                if let exit = row.exit { lines.append("The command exits \(exit).") }
                if !introduction.isEmpty { lines.append(Self.plain(introduction)) }
                text = lines.joined(separator: "\n")
                return
            }
        }
        return nil
    }

    /// All codes, in the order of the document.
    static var codes: [String] {
        String(decoding: PackageResources.errors_md, as: UTF8.self).split(separator: "\n").compactMap(row)
            .flatMap(\.codes)
    }

    private static func row(_ line: Substring) -> (codes: [String], exit: Substring?, meaning: Substring)? {
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
