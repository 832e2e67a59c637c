import RouterBytes

/// The parts of a descriptor file with the layout of the shipped one: sections start at column 1, their coins or
/// schemes are indented by two spaces, and the links and then the examples of a scheme come last.
struct DescriptorParts {
    enum Kind {
        /// The part before the first section.
        case preface
        /// The heading of a section, `coins:`.
        case section
        case coin
        /// A scheme without its links and examples, if those have lines of their own.
        case scheme
        /// The links of the preceding scheme.
        case links
        /// The examples of the preceding scheme.
        case examples
        /// An entry of another section.
        case other
    }

    struct Part {
        let kind: Kind
        /// All of its lines, with their line breaks.
        let text: ArraySlice<UInt8>
        let lineCount: Int
        /// Where its name starts, and the colon behind it.
        private let nameStart: Int
        private let nameEnd: Int

        fileprivate init(kind: Kind, text: ArraySlice<UInt8>, lineCount: Int, nameStart: Int) {
            (self.kind, self.text, self.lineCount, self.nameStart) = (kind, text, lineCount, nameStart)
            nameEnd = text.span.firstOffset(of: UInt8(ascii: ":"), from: nameStart) ?? text.count
        }

        /// The part before its first colon.
        var name: String {
            String(decoding: text[text.startIndex + nameStart..<text.startIndex + nameEnd], as: UTF8.self)
        }

        func isNamed(_ name: String) -> Bool {
            text.span.extracting(nameStart..<nameEnd).hasSameBytes(as: name.utf8.span)
        }

        /// The offset after the first `key`, which includes its colon. A longer key with the same ending does not
        /// match.
        func offset(behind key: StaticString) -> Int? {
            let bytes = text.span
            return key.withBytes { key in
                // Searches for colons, because there are few.
                var position = 0
                while let colon = bytes.firstOffset(of: UInt8(ascii: ":"), from: position) {
                    position = colon + 1
                    let start = position - key.count
                    if start > 0, bytes[start] == key[0], !Self.isNameByte(bytes[start - 1]),
                        key.indices.allSatisfy({ bytes[start + $0] == key[$0] })
                    {
                        return text.startIndex + position
                    }
                }
                return nil
            }
        }

        /// Whether it is a scheme with aliases. In the shipped file they are on its first line: searching its whole
        /// description would cost more than reading it.
        var hasAliases: Bool {
            Part(kind: kind, text: text.prefix { $0 != 0x0A }, lineCount: 1, nameStart: nameStart)
                .offset(behind: "aliases:") != nil
        }

        /// The name after the first `key`, or the names of a list in brackets.
        func words(behind key: StaticString) -> [String] {
            guard let offset = offset(behind: key) else { return [] }
            var rest = text[offset...].drop { $0 == UInt8(ascii: " ") }
            let isList = rest.first == UInt8(ascii: "[")
            var words: [String] = []
            repeat {
                rest = isList ? rest.drop { !Self.isNameByte($0) && $0 != UInt8(ascii: "]") } : rest
                let word = rest.prefix(while: Self.isNameByte)
                if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
                rest = rest[word.endIndex...]
            } while isList && rest.first != nil && rest.first != UInt8(ascii: "]")
            return words
        }

        /// What `grammar` says in one word instead of these links, if the scheme before them has no `grammar`; nil if they
        /// must be read. Correct only for links like the shipped ones: tests compare every excerpt with the whole file.
        func shortForm(of scheme: Part?) -> String? {
            guard kind == .links, scheme?.words(behind: "grammar:").isEmpty == true,
                offset(behind: "instructions:") == nil
            else { return nil }
            return words(behind: "begins:").isEmpty ? "    grammar: bip21\n" : "    grammar: authority-params\n"
        }

        /// Writes its lines, with blank lines for comments: parsing comments costs as much as parsing values.
        func writeWithoutComments(to bytes: inout [UInt8]) {
            var rest = text
            while let first = rest.first(where: { $0 != 0x20 }) {
                let end = rest.span.firstOffset(of: 0x0A).map { rest.startIndex + $0 + 1 } ?? rest.endIndex
                if first == UInt8(ascii: "#") {
                    bytes.append(0x0A)
                } else {
                    bytes.append(contentsOf: rest[..<end])
                }
                rest = rest[end...]
            }
        }

        private static func isNameByte(_ byte: UInt8) -> Bool {
            byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-")
        }
    }

    private let text: [UInt8]
    private var position = 0
    private var entries = Kind.other

    init(_ text: [UInt8]) {
        self.text = text
    }

    /// All parts of a file.
    static func all(of text: [UInt8]) -> [Part] {
        var parts: [Part] = []
        parts.reserveCapacity(64)
        var reader = DescriptorParts(text)
        while let part = reader.next() { parts.append(part) }
        return parts
    }

    /// The scheme with the coin's name, if its links begin with an address of only that coin and this wallet answers them.
    /// Correct only for a file like the shipped one, where such schemes have no `grammar`: tests compare the results with the
    /// whole table's.
    static func addressScheme(in file: DescriptorFile, of coin: String) -> String? {
        var reader = DescriptorParts(file.bytes)
        while let part = reader.next() {
            guard part.kind == .scheme, part.isNamed(coin) else { continue }
            let isAnswered = part.words(behind: "coin:") == [coin] && part.words(behind: "grammar:").isEmpty
            return isAnswered ? coin : nil
        }
        return nil
    }

    mutating func next() -> Part? {
        guard position < text.count else { return nil }
        let start = position
        let indent = Self.indentOfName(in: text.span, at: start)
        let lineCount: Int
        (position, lineCount) = Self.end(ofPartAt: start, in: text.span)
        let part = { (kind: Kind, text: ArraySlice<UInt8>) in
            Part(kind: kind, text: text, lineCount: lineCount, nameStart: indent ?? 0)
        }
        let lines = text[start..<position]
        switch indent {
        case nil: return part(.preface, lines)
        case 0:
            let section = part(.section, lines)
            entries = section.isNamed("coins") ? .coin : section.isNamed("schemes") ? .scheme : .other
            return section
        case 4 where entries == .scheme: return part(text[start + 4] == UInt8(ascii: "l") ? .links : .examples, lines)
        default: return part(entries, lines)
        }
    }

    /// Where the next part starts, and how many lines this one has.
    private static func end(ofPartAt start: Int, in text: Span<UInt8>) -> (end: Int, lineCount: Int) {
        var (end, lineCount) = (start, 0)
        repeat {
            end = text.firstOffset(of: 0x0A, from: end).map { $0 + 1 } ?? text.count
            lineCount += 1
        } while end < text.count && indentOfName(in: text, at: end) == nil
        return (end, lineCount)
    }

    /// 0 if a section name begins the line, 2 if an entry name does, 4 if links or examples do; otherwise nil.
    @inline(__always) private static func indentOfName(in text: Span<UInt8>, at start: Int) -> Int? {
        if text[start].isASCIILetter { return 0 }
        guard start + 2 < text.count, text[start] == 0x20, text[start + 1] == 0x20 else { return nil }
        if text[start + 2].isASCIILetter { return 2 }
        // Most lines end the comparison here.
        guard start + 4 < text.count, text[start + 4] == UInt8(ascii: "e") || text[start + 4] == UInt8(ascii: "l")
        else {
            return nil
        }
        return isLinksOrExamples(text.extracting(start...)) ? 4 : nil
    }

    @inline(never) private static func isLinksOrExamples(_ line: Span<UInt8>) -> Bool {
        line.starts(with: "    examples:".utf8) || line.starts(with: "    links:".utf8)
    }
}
