/// Text and requests of manual pages (man(7)).
enum Roff {
    /// Text within a line. Hyphens stay as typed, so that options can be copied.
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
        // The formatter would take a line that begins like this for a request.
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }

    static func bold(_ text: String) -> String { "\\fB\(self.text(text))\\fR" }

    static func italic(_ text: String) -> String { "\\fI\(self.text(text))\\fR" }

    static func section(_ title: String) -> String { ".SH \(title)" }

    static func subsection(_ title: String) -> String { ".SS \(text(title))" }

    /// A term and its explanation.
    static func item(_ head: String, _ explanation: String) -> [String] { [".TP", head, text(explanation)] }
}
