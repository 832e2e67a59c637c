/// Foreign text in a sentence of ours: whole, on one line, between quotation marks that it cannot close (S5).
///
/// Invisible characters, a quotation mark like ours, two single ones that together look like it, a backslash, and every
/// space after another space are written as `\u{…}`, `\n` or `\\`. So nothing is lost, and two texts that differ only
/// in invisible characters look different.
public struct Quoted: Sendable, Hashable, CustomStringConvertible {
    /// The text between the marks. No piece boundary divides a character from its marks, or an escape.
    package let pieces: [String]

    /// Quotes a cleaned text.
    public init(_ text: ForeignText) {
        pieces = Self.pieces(text.text)
    }

    /// More characters than a key has, however it is encoded.
    private static let lookahead = 2_048

    /// Quotes the beginning of a text whose rest does not matter, such as one in an error. What could be a private key,
    /// a seed or the words of a wallet is replaced by `[hidden]` (S8).
    /// - Parameter limit: the most Unicode scalars; a longer text ends in “…”.
    public init(_ text: some StringProtocol, limit: Int) {
        // Searched beyond where it is cut: half a key is secret too. No character that is shown has more than four bytes.
        let beginning = text.utf8.prefix(4 * (limit + Self.lookahead))
        let shown = KeyMaterial.hidden(in: ForeignText(beginning, limit: limit + Self.lookahead).text)
        let isCut = shown.unicodeScalars.count > limit || beginning.endIndex < text.utf8.endIndex
        pieces = Self.pieces(isCut ? String(shown.unicodeScalars.prefix(limit)) : shown) + (isCut ? ["…"] : [])
    }

    /// Quotes a text that is signed or sent: nothing is removed or cut.
    public init(exactly text: String) {
        pieces = Self.pieces(text)
    }

    /// The text as one word without quotation marks if nobody can mistake it for a sentence: a host, a path, a link;
    /// otherwise quoted.
    public static func word(_ text: String) -> String {
        let isWord = text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !text.isEmpty
        return isWord ? text : Quoted(exactly: text).description
    }

    /// Whether there is no text between the marks.
    public var isEmpty: Bool { pieces.isEmpty }

    /// The text in its marks.
    public var description: String { Self.marked(pieces[...]) }

    /// Some of the pieces, in marks of their own.
    package static func marked(_ pieces: ArraySlice<String>) -> String { pieces.reduce(into: "“") { $0 += $1 } + "”" }

    private static func pieces(_ text: String) -> [String] {
        var pieces: [String] = []
        var marks = 0
        var takesMarks = false
        var isAfterSpace = false
        var isAfterHalfMark = false
        for scalar in text.unicodeScalars {
            if scalar.isMark, takesMarks, marks < Unicode.Scalar.mostMarks, scalar.isUnambiguouslyVisible {
                pieces[pieces.count - 1].unicodeScalars.append(scalar)
                marks += 1
                continue
            }
            let isHalfMark = scalar.looksLikeHalfOurMark
            let escape =
                isHalfMark && isAfterHalfMark ? number(of: scalar) : escape(for: scalar, isAfterSpace: isAfterSpace)
            pieces.append(escape ?? String(scalar))
            takesMarks = escape == nil && scalar != " "
            marks = 0
            isAfterSpace = scalar == " "
            isAfterHalfMark = isHalfMark && escape == nil
        }
        return pieces
    }

    private static func escape(for scalar: Unicode.Scalar, isAfterSpace: Bool) -> String? {
        switch scalar {
        case "\n": return "\\n"
        case "\\": return "\\\\"
        case " ": return isAfterSpace ? number(of: scalar) : nil
        default:
            return scalar.isUnambiguouslyVisible && !scalar.isMark && !scalar.looksLikeOurMark
                ? nil : number(of: scalar)
        }
    }

    private static func number(of scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16))}"
    }
}

extension Unicode.Scalar {
    /// Whether it is, or looks like, a double quotation mark other than the straight one.
    fileprivate var looksLikeOurMark: Bool {
        switch value {
        case 0x2BA, 0x2DD, 0x2EE, 0x2F6, 0x5F2, 0x5F4, 0x201C...0x201F, 0x2033, 0x2034, 0x2036, 0x2037, 0x2057, 0x275D,
            0x275E, 0x2760, 0x301D...0x301F, 0x3003, 0xFF02, 0x1F676...0x1F678:
            true
        default: false
        }
    }

    /// Whether two of it look like one of our marks: a single quotation mark other than the straight one, a prime or a
    /// spacing accent.
    fileprivate var looksLikeHalfOurMark: Bool {
        switch value {
        case 0xB4, 0x2B9, 0x2BB...0x2BD, 0x2CA, 0x2CB, 0x374, 0x384, 0x55A, 0x5F3, 0x7F4, 0x7F5, 0x1FBD...0x1FBF,
            0x1FEF,
            0x1FFD, 0x1FFE, 0x2018...0x201B, 0x2032, 0x2035, 0x275B, 0x275C, 0x275F, 0xA78B, 0xA78C, 0xFF07, 0xFF40:
            true
        default: false
        }
    }
}
