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

    /// The absolute paths among the arguments, including those after the `=` of an option.
    var paths: [String] {
        arguments.compactMap { argument in
            guard case .text(let text)? = argument.first, argument.count == 1 else { return nil }
            let value =
                text.hasPrefix("-") ? text.split(separator: "=", maxSplits: 1).last.map(String.init) ?? "" : text
            return value.isAbsolutePath ? value : nil
        }
    }

    /// The argument list for `link`, beginning with the program. The link is inserted unchanged, whatever it contains.
    func arguments(opening link: String, of entry: DesktopEntry) -> [String] {
        var result = [program]
        for argument in arguments {
            if argument == [.entry("i")] {
                if let icon = entry.icon, !icon.isEmpty { result += ["--icon", icon] }
                continue
            }
            result.append(
                argument.map { part in
                    switch part {
                    case .text(let text): text
                    case .link: link
                    case .entry("c"): entry.name
                    case .entry("k"): entry.path
                    case .entry: ""
                    }
                }.joined())
        }
        return result
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
