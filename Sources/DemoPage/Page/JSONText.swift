/// Writes JSON strings (RFC 8259, 7).
enum JSONText {
    /// `text` in quotation marks. Besides what JSON asks for, `<` is escaped, so that no text can end a script element.
    static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar == "<":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// An array of values that are JSON already.
    static func array(_ values: some Sequence<String>) -> String { "[" + values.joined(separator: ",") + "]" }

    /// An object of values that are JSON already.
    static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\(string($0.0)):\($0.1)" }.joined(separator: ",") + "}"
    }
}
