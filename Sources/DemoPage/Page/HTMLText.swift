enum HTMLText {
    /// `text` with everything that could be markup escaped, for elements and for attributes in double quotes.
    static func escape(_ text: some StringProtocol) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: String(character)
            }
        }.joined()
    }
}
