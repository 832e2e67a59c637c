import ArgumentParser
import SchemeRouter

/// Words the errors of the argument parser in the style of this program.
extension UsageError {
    /// - Parameters:
    ///   - message: from the parser, such as `Missing expected argument '<scheme>'`.
    ///   - arguments: all arguments that the parser received.
    init(parser message: String, arguments: [String]) {
        let path = CommandPath(arguments)
        if let unknown = path.unknown {
            let suggestion = Suggestion.text(for: unknown, among: path.known + (path.names.count == 1 ? ["help"] : []))
            self.init(
                "“\(path.name)” has no command \(Quoted(unknown, limit: 80)).\(suggestion)",
                hint: "“\(path.name) --help” lists its commands.")
            return
        }
        var text = Self.withOurMarks(message)
        if let last = text.unicodeScalars.last, !".?!”".unicodeScalars.contains(last) || last == "”" { text += "." }
        self.init(text, hint: "“\(path.name) --help” says what it takes.")
    }

    /// The text with our quotation marks instead of single ones.
    static func withOurMarks(_ text: String) -> String {
        var result = ""
        var isOpen = false
        var previous: Character = " "
        for character in text {
            if character == "'", !isOpen, previous == " " || previous == "(" {
                isOpen = true
                result.append("“")
            } else if character == "'", isOpen {
                isOpen = false
                result.append("”")
            } else {
                result.append(character)
            }
            previous = character
        }
        return result
    }
}
