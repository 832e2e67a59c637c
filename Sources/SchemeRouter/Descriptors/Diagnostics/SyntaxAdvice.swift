/// Hints for text that is not YAML.
enum SyntaxAdvice {
    /// - Parameters:
    ///   - problem: libyaml's message.
    ///   - character: the character at the reported position; nil at the end.
    static func hint(for problem: String, at character: Unicode.Scalar?) -> String? {
        switch character {
        case "\t": return "indent with spaces: YAML does not allow tabs"
        case "@", "`", "%": return "put this text in quotes"
        default: break
        }
        return hints.first { problem.hasSuffix($0.key) }?.value
    }

    /// Matched against the ends of libyaml's messages.
    private static let hints: KeyValuePairs = [
        "mapping values are not allowed in this context":
            "put a text with “: ” in quotes, or check the indentation",
        "could not find expected ':'": "write “key: value” with a space after the colon",
        "did not find expected key": "align the keys of a mapping, and close any open quote above",
        "did not find expected ',' or ']'": "close the list with “]”, and put “,” between its items",
        "did not find expected ',' or '}'": "close the mapping with “}”, and put “,” between its keys",
        "found unexpected end of stream": "close the quotes",
        "found unexpected document indicator": "close the quotes",
        "block sequence entries are not allowed in this context": "put the “-” on its own line",
    ]
}
