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

        Every output has a JSON schema, which the guide “scripting” lists; “man router”
        says where the guides are. Names and meanings of members stay; later versions
        may add members.
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

/// The part of a command line that names a command.
struct CommandPath {
    /// The commands' names, “router” first.
    let names: [String]
    /// The first word that should name a command but does not; nil if there is none.
    let unknown: String?
    /// The command names that are valid in its place.
    let known: [String]

    /// - Parameter words: the arguments of the process without the options that every command takes.
    init(_ words: [String]) {
        var names = ["router"]
        var unknown: String?
        var commands = Self.entries(CommandList.all)
        // Commands with subcommands take no options with values.
        for word in words.prefix(while: { $0 != "--" }) where !word.hasPrefix("-") && !commands.isEmpty {
            guard let next = commands.first(where: { $0.names.contains(word) }) else {
                unknown = word
                break
            }
            names.append(next.names[0])
            commands = Self.entries(next.nested)
        }
        (self.names, self.unknown) = (names, unknown)
        known = commands.filter(\.isShown).map { $0.names[0] }
    }

    /// The full name, such as “router wallet balance”.
    var name: String { names.joined(separator: " ") }

    private struct Entry {
        /// The name, then its aliases.
        let names: [String]
        let isShown: Bool
        let nested: [any ParsableCommand.Type]
    }

    private static func entries(_ commands: [any ParsableCommand.Type]) -> [Entry] { commands.map { entry($0) } }

    private static func entry<Command: ParsableCommand>(_: Command.Type) -> Entry {
        let configuration = Command.configuration
        return Entry(
            names: [Command._commandName] + configuration.aliases, isShown: configuration.shouldDisplay,
            nested: configuration.subcommands)
    }
}

/// Words the errors of the argument parser in the style of this program.
extension UsageError {
    /// - Parameters:
    ///   - message: from the parser, such as `Missing expected argument '<scheme>'`.
    ///   - arguments: all arguments that the parser received.
    init(parser message: String, arguments: [String]) {
        let path = CommandPath(arguments)
        if let unknown = path.unknown {
            // Commands with subcommands have no options of their own, so one before the unknown word is the mistake.
            let before = arguments.prefix { $0 != unknown }
            if let option = before.first(where: { $0.hasPrefix("-") && !Self.common.contains($0) }) {
                self.init(unknownOption: option, of: path.name, among: Self.common)
                return
            }
            let suggestion = Suggestion.text(for: unknown, among: path.known + (path.names.count == 1 ? ["help"] : []))
            self.init(
                "“\(path.name)” has no command \(Quoted(unknown, limit: 80)).\(suggestion)",
                hint: "“\(path.name) --help” lists its commands.")
            return
        }
        // They may be the words of a wallet, a key or a passcode.
        let mayBeSecret =
            path.names.starts(with: ["router", "wallet"])
            || !KeyMaterial.ranges(in: Array(arguments.joined(separator: " ").utf8)).isEmpty
        if mayBeSecret, message.contains("nexpected argument") {
            self.init(
                "“\(path.name)” has arguments that it does not take; they are not repeated here.",
                hint: "“\(path.name) --help” says what it takes. \(Self.secretsInHistory)")
            return
        }
        var text = Self.withOurMarks(message)
        if let last = text.unicodeScalars.last, !".?!”".unicodeScalars.contains(last) || last == "”" { text += "." }
        self.init(text, hint: "“\(path.name) --help” says what it takes.")
    }

    /// An option that a command does not have, worded as the parser does.
    /// - Parameters:
    ///   - command: the full name, such as “router open”.
    ///   - known: the options it has.
    init(unknownOption option: String, of command: String, among known: [String]) {
        self.init(
            "Unknown option \(Quoted(option, limit: 80)).\(Suggestion.text(for: option, among: known))",
            hint: "“\(command) --help” says what it takes.")
    }

    /// What to do about secrets on the command line (S8).
    static let secretsInHistory =
        "If you gave the words of a wallet or a passcode, your shell may have saved them: remove them from its history."

    private static var common: [String] { ["--config", "--schemes", "--pinentry", "--help", "--version", "-h"] }

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
