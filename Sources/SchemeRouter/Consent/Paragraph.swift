/// A paragraph that the person is shown: words of ours, and between them what others wrote.
///
/// A string has to say whose words it is, so that nothing of a link, an interface, a contract, a node or a server gets
/// into a text as if we had said it (S5): `"Pay \(own: amount)"`, `"It says: \(quote)"`, `"of \(word: contract)"`. A
/// plain `"\(text)"` does not compile.
public struct Paragraph: Sendable, Hashable, ExpressibleByStringInterpolation {
    enum Run: Sendable, Hashable {
        /// Words of ours. They may have line ends.
        case own(String)
        /// Words of others.
        case quoted(Quoted)
        /// An address of letters and digits.
        case address(String)
    }

    private(set) var runs: [Run]
    /// What is said again at the top of a page on which the paragraph goes on: of what it is a part.
    var whenDivided: String?

    /// Words that this program made: an amount, a name that was checked, the message of an error, in which what others
    /// said is quoted already.
    public init(own text: String) {
        runs = [.own(text)]
    }

    /// Words of ours.
    public init(stringLiteral text: String) {
        self.init(own: text)
    }

    /// Words of ours and others.
    public init(stringInterpolation: StringInterpolation) {
        runs = stringInterpolation.runs
    }

    /// The text as it stands where there is room for it.
    public var text: String {
        runs.map { run in
            switch run {
            case .own(let text), .address(let text): text
            case .quoted(let quote): quote.description
            }
        }.joined()
    }

    /// Several as one, a line each.
    static func lines(_ paragraphs: [Paragraph]) -> Paragraph {
        var all = Paragraph(own: "")
        all.runs = Array(paragraphs.map(\.runs).joined(separator: [.own("\n")]))
        return all
    }

    /// Collects the pieces.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var runs: [Run] = []

        /// Nothing yet.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Words of ours.
        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { runs.append(.own(literal)) }
        }

        /// Words that this program made; see ``Paragraph/init(own:)``.
        public mutating func appendInterpolation(own text: String) { runs.append(.own(text)) }

        /// A number.
        public mutating func appendInterpolation(_ number: some BinaryInteger) {
            runs.append(.own(String(number)))
        }

        /// Words of others.
        public mutating func appendInterpolation(_ quote: Quoted) { runs.append(.quoted(quote)) }

        /// Words of others, as one word without quotation marks where it is one that nobody takes for a sentence: a host,
        /// a path, a link.
        public mutating func appendInterpolation(word text: String) {
            let isWord = text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !text.isEmpty
            runs.append(isWord ? .own(text) : .quoted(Quoted(exactly: text)))
        }

        /// An address. A prompt shows a long one in groups of four characters, which people can compare.
        public mutating func appendInterpolation(address text: String) {
            if AddressText.groups(of: text) == nil {
                appendInterpolation(word: text)
            } else {
                runs.append(.address(text))
            }
        }

        /// A part that was made before.
        public mutating func appendInterpolation(_ paragraph: Paragraph) {
            runs += paragraph.runs
        }
    }
}
