import Glibc

/// The parts of a descriptor file that is laid out like the shipped one: sections begin at the beginning of a line, and
/// their coins or schemes two spaces further in.
struct DescriptorParts {
    /// What a part is.
    enum Kind {
        /// What stands before all sections.
        case preface
        /// The first lines of a section, `coins:`.
        case section
        case coin
        case scheme
        /// An entry of another section.
        case other
    }

    /// Some lines of the file.
    struct Part {
        let kind: Kind
        /// All of its lines, with their line breaks.
        let text: UnsafeBufferPointer<UInt8>
        let lineCount: Int
        fileprivate let nameStart: Int

        /// What stands before its first colon.
        var name: String { String(decoding: nameBytes, as: UTF8.self) }

        /// Whether that is its name.
        func isNamed(_ name: String) -> Bool { name.utf8.elementsEqual(nameBytes) }

        /// Where the text behind the first `key` begins. A longer key that ends like it is another one.
        func offset(behind key: StaticString) -> Int? {
            guard let base = text.baseAddress else { return nil }
            var start = 1
            while start + key.utf8CodeUnitCount <= text.count {
                if text[start] == key.utf8Start.pointee, !Self.isNameByte(text[start - 1]),
                    memcmp(base + start, key.utf8Start, key.utf8CodeUnitCount) == 0
                {
                    return start + key.utf8CodeUnitCount
                }
                start += 1
            }
            return nil
        }

        /// The name that stands behind the first `key`, or those of a list in brackets.
        func words(behind key: StaticString) -> [String] {
            guard let offset = offset(behind: key) else { return [] }
            let rest = text[offset...].drop { $0 == UInt8(ascii: " ") }
            guard rest.first == UInt8(ascii: "[") else {
                return [String(decoding: rest.prefix(while: Self.isNameByte), as: UTF8.self)]
            }
            return rest.dropFirst().prefix { $0 != UInt8(ascii: "]") }.split { !Self.isNameByte($0) }
                .map { String(decoding: $0, as: UTF8.self) }
        }

        private static func isNameByte(_ byte: UInt8) -> Bool {
            byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-")
        }

        private var nameBytes: Slice<UnsafeBufferPointer<UInt8>> {
            text[nameStart...].prefix { $0 != UInt8(ascii: ":") }
        }
    }

    private let text: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var entries = Kind.other

    /// The parts of `text`, which must outlive them.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    /// The next part; nil at the end of the file.
    mutating func next() -> Part? {
        guard position < text.count else { return nil }
        let start = position
        let indent = Self.indentOfName(in: text, at: start)
        var lineCount = 0
        repeat {
            position = endOfLine(position)
            lineCount += 1
        } while position < text.count && Self.indentOfName(in: text, at: position) == nil
        let part = { (kind: Kind, text: UnsafeBufferPointer<UInt8>) in
            Part(kind: kind, text: text, lineCount: lineCount, nameStart: indent ?? 0)
        }
        let lines = UnsafeBufferPointer(rebasing: text[start..<position])
        switch indent {
        case nil: return part(.preface, lines)
        case 0:
            let section = part(.section, lines)
            entries = section.isNamed("coins") ? .coin : section.isNamed("schemes") ? .scheme : .other
            return section
        default: return part(entries, lines)
        }
    }

    private func endOfLine(_ offset: Int) -> Int {
        guard let base = text.baseAddress, let end = memchr(base + offset, 0x0A, text.count - offset) else {
            return text.count
        }
        return UnsafeRawPointer(end) - UnsafeRawPointer(base) + 1
    }

    /// 0 where the name of a section begins the line, 2 where that of an entry does; else nil.
    private static func indentOfName(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        if text[start].isASCIILetter { return 0 }
        guard start + 2 < text.count, text[start] == 0x20, text[start + 1] == 0x20, text[start + 2].isASCIILetter else {
            return nil
        }
        return 2
    }
}
