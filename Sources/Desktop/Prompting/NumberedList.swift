import RouterBytes
import SchemeRouter

/// Options as numbered lines; the last one refuses.
struct NumberedList: Sendable {
    /// How often to ask again after a number that is not in the list.
    static let tries = 3
    static let mistake = "That number is not in the list."

    /// The lines, each with its number.
    let lines: [String]

    /// - Parameter refuse: the label of the last line.
    init(_ options: [PromptOption], refuse: String) {
        lines = (options + [PromptOption(refuse)]).enumerated().map { Self.line($0 + 1, $1) }
    }

    /// `1, 2 or 3:`
    var label: String {
        guard lines.count <= 4, lines.count > 1 else { return "1 to \(lines.count):" }
        return (1..<lines.count).map(String.init).joined(separator: ", ") + " or \(lines.count):"
    }

    /// The position of the option whose number was typed; nil if it is not in the list. Throws `PromptError/refused`
    /// for the last number.
    func position(of typed: borrowing Secret) throws(PromptError) -> Int? {
        let number = typed.withBytes { bytes -> Int? in
            (1...lines.count).first { bytes.elementsEqual(String($0).utf8) }
        }
        if number == lines.count { throw .refused }
        return number.map { $0 - 1 }
    }

    /// An option as one line: a name with a line break must not look like two options.
    static func line(_ number: Int, _ option: PromptOption) -> String {
        let label = ForeignText(option.label.utf8, limit: longestLabel).text
        let isCut = option.label.unicodeScalars.count > longestLabel
        let detail = option.detail.map { " (\(withoutMiddle(ForeignText($0.utf8, limit: .max).text)))" } ?? ""
        return "\(number)  \(label)\(isCut ? "…" : "")\(detail)"
    }

    private static let longestLabel = 80
    /// In scalars, each of at most four bytes: with its label, the line fits into one of the prompt program's.
    private static let longestDetail = 120

    private static func withoutMiddle(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > longestDetail else { return text }
        let half = longestDetail / 2
        return "\(String(scalars.prefix(half)))…\(String(scalars.suffix(half)))"
    }
}

extension Dialogue {
    /// The same dialogue with `lines` after its last page: on that page if they fit into a line of the prompt program,
    /// otherwise on additional pages.
    func followed(by lines: [String]) -> Dialogue {
        var pages = pages
        var isFirst = true
        for line in lines {
            let joined = (pages.last.map { $0 + (isFirst ? "\n\n" : "\n") } ?? "") + line
            let count = joined.utf8.count { $0 == UInt8(ascii: "\n") } + 1
            if AssuanEncoding.encodedLength(of: joined) <= 950, count <= PageLayout.maxLines {
                pages = pages.dropLast() + [joined]
            } else {
                pages.append(line)
            }
            isFirst = false
        }
        return Dialogue(
            title: title, pages: pages, agree: agree, refuse: refuse, mustBeTyped: mustBeTyped, about: subject)
    }
}
