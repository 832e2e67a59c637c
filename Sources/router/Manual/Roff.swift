/// Text and requests of manual pages (man(7)).
enum Roff {
    /// A text as it stands in a line. A hyphen stays the one that is typed, so that options can be copied.
    static func text(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\n": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        // Of a line that begins so the formatter would take the rest for a request.
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }

    static func bold(_ text: String) -> String { "\\fB\(self.text(text))\\fR" }

    static func italic(_ text: String) -> String { "\\fI\(self.text(text))\\fR" }

    static func section(_ title: String) -> String { ".SH \(title)" }

    static func subsection(_ title: String) -> String { ".SS \(text(title))" }

    /// Something that is explained, and its explanation.
    static func item(_ head: String, _ explanation: String) -> [String] { [".TP", head, text(explanation)] }
}
