import RouterBytes

/// The parts of a descriptor file that is laid out like the shipped one: sections begin at the beginning of a line, and
/// their coins or schemes two spaces further in, and the examples of a scheme come last.
struct DescriptorParts {
    enum Kind {
        /// The part before all sections.
        case preface
        /// The first lines of a section, `coins:`.
        case section
        case coin
        /// A scheme without its examples.
        case scheme
        /// The examples of the scheme before them, where they have lines of their own.
        case examples
        /// An entry of another section.
        case other
    }

    struct Part {
        let kind: Kind
        /// All of its lines, with their line breaks.
        let text: ArraySlice<UInt8>
        let lineCount: Int
        fileprivate let nameStart: Int

        /// The part before its first colon.
        var name: String { String(decoding: nameBytes, as: UTF8.self) }

        func isNamed(_ name: String) -> Bool { name.utf8.elementsEqual(nameBytes) }

        /// Where the text after the first `key` begins, which ends with its colon. A longer key that ends like it is another
        /// one.
        func offset(behind key: StaticString) -> Int? {
            let bytes = text.span
            return key.withBytes { key in
                // There are few colons.
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

        /// Whether it is a scheme with other names. In the shipped file they stand on its first line: looking through all that
        /// describes its links would cost more than reading it.
        var hasAliases: Bool {
            Part(kind: kind, text: text.prefix { $0 != 0x0A }, lineCount: 1, nameStart: nameStart)
                .offset(behind: "aliases:") != nil
        }

        /// The name after the first `key`, or those of a list in brackets.
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

        /// Writes its lines, blank ones instead of those that are comments: reading what means nothing costs as much.
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

        private var nameBytes: ArraySlice<UInt8> {
            text.dropFirst(nameStart).prefix { $0 != UInt8(ascii: ":") }
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

    /// The first name, in their order, of a scheme that says itself that its links begin with an address of that coin alone.
    /// As in the shipped file, nothing else may switch it off: tests compare the answers with the whole table's.
    static func addressScheme(in file: DescriptorFile, of coin: String) -> String? {
        var first: String?
        var reader = DescriptorParts(file.bytes)
        while let part = reader.next() {
            guard part.kind == .scheme, part.words(behind: "coin:") == [coin],
                part.words(behind: "grammar:") == ["bip21"]
            else { continue }
            let name = part.name
            if first.map({ name < $0 }) ?? true { first = name }
        }
        return first
    }

    mutating func next() -> Part? {
        guard position < text.count else { return nil }
        let start = position
        let indent = Self.indentOfName(in: text, at: start)
        var lineCount = 0
        repeat {
            position = endOfLine(position)
            lineCount += 1
        } while position < text.count && Self.indentOfName(in: text, at: position) == nil
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
        case 4 where entries == .scheme: return part(.examples, lines)
        default: return part(entries, lines)
        }
    }

    private func endOfLine(_ offset: Int) -> Int {
        text.span.firstOffset(of: 0x0A, from: offset).map { $0 + 1 } ?? text.count
    }

    /// 0 where the name of a section begins the line, 2 where that of an entry does, 4 where examples do; else nil.
    private static func indentOfName(in text: [UInt8], at start: Int) -> Int? {
        if text[start].isASCIILetter { return 0 }
        guard start + 2 < text.count, text[start] == 0x20, text[start + 1] == 0x20 else { return nil }
        if text[start + 2].isASCIILetter { return 2 }
        guard start + 4 < text.count, text[start + 4] == examples[4] else { return nil }
        return text[start...].starts(with: examples) ? 4 : nil
    }

    private static let examples = Array("    examples:".utf8)
}
