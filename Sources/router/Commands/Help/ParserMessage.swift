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
