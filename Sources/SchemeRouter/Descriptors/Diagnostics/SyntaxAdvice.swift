/// What to do about a text that is no YAML.
enum SyntaxAdvice {
    /// - Parameters:
    ///   - problem: libyaml's words.
    ///   - character: what stands at the place that it names; nil at the end.
    static func hint(for problem: String, at character: Unicode.Scalar?) -> String? {
        switch character {
        case "\t": return "indent with spaces: YAML knows no tabs"
        case "@", "`", "%": return "put this text in quotes"
        default: break
        }
        return hints.first { problem.hasSuffix($0.problem) }?.hint
    }

    private static let hints = [
        (
            problem: "mapping values are not allowed in this context",
            hint: "put a text with ': ' in quotes, or look at the indentation"
        ),
        (problem: "could not find expected ':'", hint: "write 'key: value' with a space behind the colon"),
        (
            problem: "did not find expected key",
            hint: "keys of one mapping stand below each other; or a quote above is not closed"
        ),
        (problem: "did not find expected ',' or ']'", hint: "close the list with ']', and put ',' between its items"),
        (problem: "did not find expected ',' or '}'", hint: "close the mapping with '}', and put ',' between its keys"),
        (problem: "found unexpected end of stream", hint: "close the quotes"),
        (problem: "found unexpected document indicator", hint: "close the quotes"),
        (problem: "block sequence entries are not allowed in this context", hint: "put the '-' on a line of its own"),
    ]
}
