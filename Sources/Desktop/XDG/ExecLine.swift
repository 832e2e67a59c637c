import RouterLinux
import SchemeRouter

/// The command line of a desktop entry, parsed by the Desktop Entry Specification, never by a shell.
///
/// `$`, backticks, `;` and the like have no special meaning here and stay unchanged. A single quote or a backslash
/// outside double quotes is refused, because desktops disagree about their meaning.
struct ExecLine: Sendable, Equatable {
    enum Part: Sendable, Equatable {
        case text(String)
        case link
        /// `%i`, `%c` or `%k`: the icon, the name or the path of the entry.
        case entry(Character)
    }

    /// Why a line cannot be used, as the end of a sentence that begins with the program.
    struct Problem: Error, Equatable {
        let text: String
    }

    /// The program as the line names it: an absolute path or a plain name.
    let program: String
    /// The arguments after it, each in parts. Exactly one part is ``Part/link``.
    let arguments: [[Part]]

    /// Reads the value of `Exec`, with string escapes already resolved.
    init(_ line: String) throws(Problem) {
        try self.init(words: try Self.words(line), appendsLink: false)
    }

    /// - Parameter appendsLink: whether to append the link to a line that has no field for it.
    init(words: [[Part]], appendsLink: Bool) throws(Problem) {
        guard case .text(let program)? = words.first?.first, words[0].count == 1, !program.isEmpty else {
            throw Problem(text: "has a command line that names no program")
        }
        let isPlain = program.isAbsolutePath || !program.utf8.contains(UInt8(ascii: "/"))
        guard isPlain, !program.contains("=") else {
            throw Problem(
                text: "has a command line that begins with \(Quoted(program, limit: 80)), which is not a program")
        }
        self.program = program
        let given = Array(words.dropFirst())
        let places = given.joined().count { $0 == .link }
        arguments = places == 0 && appendsLink ? given + [[.link]] : given
        switch places {
        case 1: return
        case 0 where appendsLink: return
        case 0: throw Problem(text: "has a command line without a place for the link (%u)")
        default: throw Problem(text: "has a command line with more than one place for the link")
        }
    }

    /// The argument list for `link`, beginning with the program. The link is inserted unchanged, whatever it contains.
    func arguments(opening link: String, of entry: DesktopEntry) -> [String] {
        [program] + filled(entry).map { parts in parts.map { $0 ?? link }.joined() }
    }

    /// The arguments after the program; nil for those that contain the link.
    func words(of entry: DesktopEntry) -> [String?] {
        filled(entry).map { parts in parts.contains(nil) ? nil : parts.compactMap(\.self).joined() }
    }

    /// The texts of each argument after the program: those before and behind the link if it is in the argument.
    func texts(of entry: DesktopEntry) -> [[String]] {
        filled(entry).map { parts in parts.split { $0 == nil }.map { $0.compactMap(\.self).joined() } }
    }

    /// The arguments after the program, as a shell would need them, with `%u` for the link and `%%` for a percent sign:
    /// two lines have the same text only if they start the same.
    func text(of entry: DesktopEntry) -> String {
        func escaped(_ text: String) -> String {
            text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
        }
        return filled(entry).map { parts in
            let word = parts.map { $0.map(escaped) ?? "%u" }.joined()
            return word == "%u" ? word : ShellWord.of(word)
        }.joined(separator: " ")
    }

    /// The parts of each argument, with what the entry says; nil for the link.
    private func filled(_ entry: DesktopEntry) -> [[String?]] {
        arguments.flatMap { argument -> [[String?]] in
            if argument == [.entry("i")] {
                guard let icon = entry.icon, !icon.isEmpty else { return [] }
                return [["--icon"], [icon]]
            }
            return [
                argument.map { part in
                    switch part {
                    case .text(let text): text
                    case .link: nil
                    case .entry("c"): entry.name
                    case .entry("k"): entry.path
                    case .entry: ""
                    }
                }
            ]
        }
    }

    /// The words of a line. Deprecated field codes are left out.
    static func words(_ line: String) throws(Problem) -> [[Part]] {
        var words: [[Part]] = []
        var scalars = Array(line.unicodeScalars)[...]
        while true {
            scalars = scalars.drop { $0 == " " || $0 == "\t" || $0 == "\n" }
            if scalars.isEmpty { return words }
            if let word = try Self.word(&scalars) { words.append(word) }
        }
    }

    /// One word; nil if it consists of deprecated field codes.
    private static func word(_ scalars: inout ArraySlice<Unicode.Scalar>) throws(Problem) -> [Part]? {
        var parts: [Part] = []
        var text = ""
        var isQuoted = false
        func endText() {
            if !text.isEmpty { parts.append(.text(text)) }
            text = ""
        }
        while let scalar = scalars.first, scalar != " ", scalar != "\t", scalar != "\n" {
            scalars.removeFirst()
            switch scalar {
            case "\"":
                isQuoted = true
                try quoted(&scalars, into: &text)
            case "'", "\\":
                throw Problem(text: "has a command line with \(scalar) outside double quotes")
            case "%":
                switch scalars.popFirst() {
                case "%": text.unicodeScalars.append("%")
                case "u", "U":
                    endText()
                    parts.append(.link)
                case "f", "F":
                    throw Problem(text: "has a command line for files (%f), but a link is not a file")
                case let code? where code == "i" || code == "c" || code == "k":
                    endText()
                    parts.append(.entry(Character(code)))
                case "d", "D", "n", "N", "v", "m": continue
                default: throw Problem(text: "has a command line with an invalid % code")
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
        endText()
        if parts.contains(.entry("i")), parts.count > 1 {
            throw Problem(text: "has a command line with %i inside an argument")
        }
        return parts.isEmpty ? (isQuoted ? [.text("")] : nil) : parts
    }

    /// The rest of a quoted text, up to its closing quote.
    private static func quoted(_ scalars: inout ArraySlice<Unicode.Scalar>, into text: inout String) throws(Problem) {
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"": return
            case "\\":
                guard let escaped = scalars.popFirst(), ["\"", "`", "$", "\\"].contains(escaped) else {
                    throw Problem(text: "has a command line with a backslash that escapes nothing")
                }
                text.unicodeScalars.append(escaped)
            case "%":
                guard scalars.popFirst() == "%" else {
                    throw Problem(text: "has a command line with a field code inside quotes")
                }
                text.unicodeScalars.append("%")
            default: text.unicodeScalars.append(scalar)
            }
        }
        throw Problem(text: "has a command line with a quote that is never closed")
    }
}
