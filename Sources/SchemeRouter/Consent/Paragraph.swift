/// A paragraph shown to the person: words of ours with foreign text between them.
///
/// Every interpolated string must say whose words it is, so that no text of a link, an interface, a contract, a node or
/// a server appears as if we had said it (S5): `"Pay \(own: amount)"`, `"It says: \(quote)"`, `"of \(word: contract)"`.
/// A plain `"\(text)"` does not compile.
public struct Paragraph: Sendable, Hashable, ExpressibleByStringInterpolation {
    enum Run: Sendable, Hashable {
        /// Words of ours. They may have line ends.
        case own(String)
        /// Foreign text.
        case quoted(Quoted)
        /// An address of letters and digits.
        case address(String)
        /// An amount with its coin.
        case amount(String)
        /// Something that pages show shortened, because nobody compares it, and windows whole: an invoice.
        case abridged(String, whole: String)
    }

    private(set) var runs: [Run]
    /// Repeated at the top of each page on which the paragraph continues: says what it is a part of.
    var whenDivided: String?
    /// What it says, for windows that show it in their own way.
    private var said = DialogueParagraph.Role.text

    /// Text that this program made: an amount, a checked name, the message of an error (which already quotes foreign
    /// text).
    public init(own text: String) {
        runs = [.own(text)]
    }

    /// Words of ours.
    public init(stringLiteral text: String) {
        self.init(own: text)
    }

    /// Words of ours and foreign text.
    public init(stringInterpolation: StringInterpolation) {
        runs = stringInterpolation.runs
    }

    /// The text as shown if there is enough space.
    public var text: String {
        runs.map { run in
            switch run {
            case .own(let text), .address(let text), .amount(let text), .abridged(let text, _): text
            case .quoted(let quote): quote.description
            }
        }.joined()
    }

    var hasAmount: Bool { runs.contains { if case .amount = $0 { true } else { false } } }

    /// The same paragraph, which says this.
    func saying(_ role: DialogueParagraph.Role) -> Paragraph {
        var paragraph = self
        paragraph.said = role
        return paragraph
    }

    /// The paragraph for windows. One that our words call a warning or a note is that.
    var forWindows: DialogueParagraph {
        var role = said
        if role == .text, case .own(let text)? = runs.first {
            if text.hasPrefix("Warning: ") { role = .warning } else if text.hasPrefix("Note: ") { role = .note }
        }
        return DialogueParagraph(
            role,
            runs.map { run in
                switch run {
                case .own(let text): .own(text)
                case .quoted(let quote): .quoted(quote.description)
                case .address(let text), .abridged(_, let text): .address(text)
                case .amount(let text): .amount(text)
                }
            })
    }

    /// Joins several paragraphs, one per line.
    static func lines(_ paragraphs: [Paragraph]) -> Paragraph {
        var all = Paragraph(own: "")
        all.runs = Array(paragraphs.map(\.runs).joined(separator: [.own("\n")]))
        return all
    }

    /// Collects the pieces.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var runs: [Run] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Words of ours.
        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { runs.append(.own(literal)) }
        }

        /// Text that this program made; see ``Paragraph/init(own:)``.
        public mutating func appendInterpolation(own text: String) { runs.append(.own(text)) }

        /// An amount that this program wrote, with its coin.
        public mutating func appendInterpolation(amount text: String) { runs.append(.amount(text)) }

        /// A text of letters and digits that pages show as `short`, and windows whole.
        mutating func appendInterpolation(_ whole: String, short: String) {
            if AddressText.groups(of: whole) == nil {
                appendInterpolation(word: short)
            } else {
                runs.append(.abridged(Quoted.word(short), whole: whole))
            }
        }

        public mutating func appendInterpolation(_ number: some BinaryInteger) {
            runs.append(.own(String(number)))
        }

        /// Foreign text.
        public mutating func appendInterpolation(_ quote: Quoted) { runs.append(.quoted(quote)) }

        /// Foreign text as one word, without quotation marks if nobody can mistake it for a sentence: a host, a path, a
        /// link.
        public mutating func appendInterpolation(word text: String) {
            let isWord = text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !text.isEmpty
            runs.append(isWord ? .own(text) : .quoted(Quoted(exactly: text)))
        }

        /// An address. A prompt shows a long one in groups of four characters, which are easy to compare.
        public mutating func appendInterpolation(address text: String) {
            if AddressText.groups(of: text) == nil {
                appendInterpolation(word: text)
            } else {
                runs.append(.address(text))
            }
        }

        /// An existing paragraph as a part of this one.
        public mutating func appendInterpolation(_ paragraph: Paragraph) {
            runs += paragraph.runs
        }
    }
}
