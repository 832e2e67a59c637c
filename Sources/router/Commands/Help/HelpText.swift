import ArgumentParser
import SchemeRouter

/// What `router help` prints after the list of commands, and its topics besides commands and error codes.
enum HelpText {
    /// A topic that is neither a command nor a code.
    enum Topic: String, CaseIterable {
        case exitCodes = "exit-codes"
        case examples
        case json
        case codes

        var meaning: String {
            switch self {
            case .exitCodes: "What the exit codes tell scripts."
            case .examples: "Commands to begin with."
            case .json: "What “--json” prints."
            case .codes: "All codes of errors and warnings."
            }
        }

        var text: String {
            switch self {
            case .exitCodes: HelpText.exitCodes
            case .examples: HelpText.examples
            case .json: HelpText.json
            case .codes: ErrorTopic.list
            }
        }
    }

    /// Columns of a line, as the parser lays help out.
    private static let width = 80

    /// What follows the list of commands.
    static var more: String {
        let topics =
            [("COMMAND", "What a command does and takes: “router help wallet create”.")]
            + Topic.allCases.map { ($0.rawValue, $0.meaning) }
            + [("CODE", "What the code of an error means: “router help wrongNetwork”.")]
        return """
            HELP TOPICS, as in “router help examples”:
            \(list(topics))

            EXIT CODES:
            \(exitCodes)

            EXAMPLES:
            \(examples)
            """
    }

    static var exitCodes: String { list(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }, column: 8) }

    static let examples = """
          router wallet create                Make a wallet, and write its words down.
          router sandbox on dash              Practise without real money,
          router sandbox fund dash 10         with 10 DASH of it.
          router explain 'dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=0.5'
                                              Say what a link would do, and do nothing.
          router open 'dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=0.5'
                                              Do it, after asking you.
          router wallet address dash --qr     Show where you can be paid.
          router register                     Make clicks on wallet links come here.
          router doctor --click               Try whether a click would work.
          router history --json -n 1          The last link, for a script.
        """

    static let json = """
        With “--json” every command prints JSON on standard output, one object per line.
        A list has a line for each entry.

        Amounts are whole numbers of the coin's smallest unit. Beside them are
        “ticker”, “unit” and “decimals”.

        Errors are objects on standard error, one per line:
          {"error":{"code":…,"message":…,"hint":…,"exit":…}}
        {"note":…} is information, not an error. “open”, “explain”, “pay” and “bump”
        always print one object on standard output, unless the command line is wrong
        (exit 64). It says what became of the link; if the link failed, the error is
        its member “error”, and not an object on standard error.

        Every output has a JSON schema: Documentation/scripting.md lists them. Names
        and meanings of members stay; later versions may add members.
        """

    /// Names, each followed by its text, wrapped.
    private static func list(_ rows: [(name: String, text: String)], column: Int = 16) -> String {
        rows.map { name, text in
            var lines = ["  \(name)" + String(repeating: " ", count: max(1, column - 2 - name.count))]
            var isFirst = true
            for word in text.split(separator: " ") {
                let last = lines[lines.count - 1]
                if !isFirst, last.count + 1 + word.count > width {
                    lines.append(String(repeating: " ", count: column) + word)
                } else {
                    lines[lines.count - 1] = last + (isFirst ? "" : " ") + word
                }
                isFirst = false
            }
            return lines.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// What `router help TOPIC` prints; nil if the words name a command.
    static func text(for words: [String]) throws(UsageError) -> String? {
        let path = CommandPath(words)
        guard let unknown = path.unknown, words != ["help"] else { return nil }
        if words.count == 1 {
            if let topic = Topic(rawValue: unknown) { return topic.text }
            if let topic = ErrorTopic(unknown) { return topic.text }
        }
        let isTopic = path.names.count == 1
        let known = path.known + (isTopic ? Topic.allCases.map(\.rawValue) + ErrorTopic.codes : [])
        let suggestion = Suggestion.text(for: unknown, among: known)
        guard isTopic else {
            throw UsageError(
                "“\(path.name)” has no command \(Quoted(unknown, limit: 80)).\(suggestion)",
                hint: "“\(path.name) --help” lists its commands.")
        }
        throw UsageError(
            "\(Quoted(unknown, limit: 80)) is not a command, a topic or an error code.\(suggestion)",
            hint: "“router help” lists commands and topics.")
    }
}
