import RouterBytes

/// Writes JSON on one line, member by member, without building a value first: for output about millions of links.
package struct JSONWriter: Sendable {
    private var text: TextBuffer
    /// Whether the next member or element is the first of its object or array.
    private var isFirst = true
    /// Whether members without a value are left out; otherwise they are null.
    package var leavesOutNull = false

    package init(capacity: Int = 512) {
        text = TextBuffer(capacity: capacity)
    }

    package var string: String { text.string }
    package var bytes: [UInt8] { text.bytes }
    package var count: Int { text.count }

    /// Lends the bytes written.
    package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result { text.withBytes(body) }

    /// Forgets what was written, but keeps the memory.
    package mutating func removeAll() {
        text.removeAll()
        isFirst = true
    }

    /// Ends the line after a complete value.
    package mutating func endLine() {
        text.append(UInt8(ascii: "\n"))
        isFirst = true
    }

    // MARK: Objects and arrays

    /// Begins an object that is an element or the top-level value.
    package mutating func beginObject() {
        separate()
        text.append(UInt8(ascii: "{"))
        isFirst = true
    }

    /// Begins an object that is the value of a member.
    package mutating func beginObject(_ name: StaticString) {
        begin(name)
        text.append(UInt8(ascii: "{"))
        isFirst = true
    }

    package mutating func endObject() { end("}") }

    /// Begins an array that is the value of a member.
    package mutating func beginArray(_ name: StaticString) {
        begin(name)
        text.append(UInt8(ascii: "["))
        isFirst = true
    }

    package mutating func endArray() { end("]") }

    // MARK: Members

    package mutating func add(_ name: StaticString, _ value: String?) {
        guard let value else { return addNull(name) }
        let bytes = value.utf8.span
        guard !bytes.mayNeedEscapes else {
            begin(name)
            return writeString(value)
        }
        text.append(member: name, isFirst: isFirst, value: bytes, isText: true)
        isFirst = false
    }

    /// Adds a text that `write` appends.
    package mutating func add(_ name: StaticString, _ write: (inout TextBuffer) -> Void) {
        begin(name)
        text.append(UInt8(ascii: "\""))
        let start = text.count
        write(&text)
        if text.withBytes({ $0.extracting(droppingFirst: start).mayNeedEscapes }) {
            writeEscaped(String(decoding: text.removeLast(text.count - start), as: UTF8.self))
        }
        text.append(UInt8(ascii: "\""))
    }

    package mutating func add(_ name: StaticString, _ value: Int64?) {
        guard let value else { return addNull(name) }
        begin(name)
        text.append(decimal: value)
    }

    package mutating func add(_ name: StaticString, _ value: Int?) { add(name, value.map { Int64($0) }) }

    package mutating func add(_ name: StaticString, _ value: Bool?) {
        guard let value else { return addNull(name) }
        add(name, word: value ? "true" : "false")
    }

    package mutating func add(_ name: StaticString, _ values: [String]?) {
        guard let values else { return addNull(name) }
        beginArray(name)
        for value in values { add(value) }
        endArray()
    }

    package mutating func addNull(_ name: StaticString) {
        guard !leavesOutNull else { return }
        add(name, word: "null")
    }

    private mutating func add(_ name: StaticString, word: StaticString) {
        word.withBytes { text.append(member: name, isFirst: isFirst, value: $0, isText: false) }
        isFirst = false
    }

    package mutating func add(_ name: String, _ value: JSON) {
        if leavesOutNull, case .null = value { return }
        separate()
        writeString(name)
        text.append(UInt8(ascii: ":"))
        write(value)
    }

    /// Adds the members of an object; does nothing for any other value.
    package mutating func addMembers(of object: JSON) {
        for member in object.members ?? [] { add(member.name, member.value) }
    }

    // MARK: Elements

    /// Adds an element.
    package mutating func add(_ value: String) {
        separate()
        writeString(value)
    }

    /// Adds an element.
    package mutating func add(_ value: Int) {
        separate()
        text.append(decimal: Int64(value))
    }

    // MARK: Values

    mutating func write(_ value: JSON) {
        switch value {
        case .null: text.append("null")
        case .bool(let value): text.append(value ? "true" : "false")
        case .number(let value): text.append(value.text)
        case .string(let value): writeString(value)
        case .array(let values):
            text.append(UInt8(ascii: "["))
            isFirst = true
            for value in values {
                separate()
                write(value)
            }
            end("]")
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            isFirst = true
            for member in members {
                separate()
                writeString(member.name)
                text.append(UInt8(ascii: ":"))
                write(member.value)
            }
            end("}")
        }
    }

    private mutating func begin(_ name: StaticString) {
        text.append(member: name, isFirst: isFirst)
        isFirst = false
    }

    private mutating func separate() {
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    private mutating func end(_ bracket: StaticString) {
        text.append(bracket)
        isFirst = false
    }

    /// Escapes what JSON requires, and every character that is not seen as it is: whoever reads the output in a terminal
    /// sees what it says, and nothing in it moves the cursor or turns the writing direction (S5). `/` and other non-ASCII
    /// text are not escaped, as in MYKEY's SDK for Android (fastjson).
    private mutating func writeString(_ value: String) {
        let bytes = value.utf8.span
        text.append(UInt8(ascii: "\""))
        if bytes.mayNeedEscapes { writeEscaped(value) } else { text.append(bytes) }
        text.append(UInt8(ascii: "\""))
    }

    private mutating func writeEscaped(_ value: String) {
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text.append("\\\"")
            case "\\": text.append("\\\\")
            case "\u{8}": text.append("\\b")
            case "\t": text.append("\\t")
            case "\n": text.append("\\n")
            case "\u{C}": text.append("\\f")
            case "\r": text.append("\\r")
            default:
                if scalar.isUnambiguouslyVisible {
                    if scalar.isASCII { text.append(UInt8(scalar.value)) } else { text.append(String(scalar)) }
                } else {
                    UTF16.encode(scalar)?.forEach { writeNumber($0) }
                }
            }
        }
    }

    private mutating func writeNumber(_ unit: UInt16) {
        text.append("\\u")
        for shift in [12, 8, 4, 0] { text.append(Self.hexDigits[Int(unit >> shift & 0xF)]) }
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)
}

extension Span<UInt8> {
    /// Whether a string of these bytes is not written as it is: it has a byte that must be escaped, or is not ASCII. Looks
    /// at eight bytes at once.
    @inline(__always) fileprivate var mayNeedEscapes: Bool {
        var offset = 0
        while let word = eightBytes(at: offset) {
            if word.mayNeedEscapes { return true }
            offset += 8
        }
        // The last eight, although some of them were looked at.
        return eightBytes(at: count - 8)?.mayNeedEscapes ?? lastBytes(from: offset, padding: 0x20).mayNeedEscapes
    }
}

extension UInt64 {
    /// Whether any of its eight bytes must be escaped or is not ASCII. Subtracting from a smaller byte sets its highest
    /// bit.
    fileprivate var mayNeedEscapes: Bool {
        let mark = self ^ 0x2222_2222_2222_2222
        let slash = self ^ 0x5C5C_5C5C_5C5C_5C5C
        let delete = self ^ 0x7F7F_7F7F_7F7F_7F7F
        let one: UInt64 = 0x0101_0101_0101_0101
        // A byte that is not ASCII has the highest bit already, so it need not be excluded.
        let found =
            self | (self &- 0x2020_2020_2020_2020) | (mark &- one) | (slash &- one) | (delete &- one)
        return found & 0x8080_8080_8080_8080 != 0
    }
}
