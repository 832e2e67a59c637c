extension JSON {
    /// Reads one JSON value (RFC 8259) strictly: no comments, no `+1`, no duplicate names, nothing after the value.
    /// - Parameters:
    ///   - bytes: UTF-8 without a byte order mark.
    ///   - limits: the limits on size and depth.
    public init(reading bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        guard bytes.count <= limits.bytes else {
            throw JSONError(
                .tooLarge, at: limits.bytes, "The text has \(bytes.count) bytes; the limit is \(limits.bytes).")
        }
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw JSONError(.invalidUTF8, at: error.byteOffsets.lowerBound, "These bytes are not UTF-8.")
        }
        var reader = JSONReader(bytes: bytes, depthLeft: limits.depth)
        self = try reader.document()
    }
}

/// Reads checked UTF-8 in one pass.
struct JSONReader {
    let bytes: [UInt8]
    var offset = 0
    var depthLeft: Int

    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func document() throws(JSONError) -> JSON {
        let value = try value()
        skipSpace()
        guard next == nil else { throw problem("There is extra data after the value.") }
        return value
    }

    func problem(_ message: String) -> JSONError {
        JSONError(.syntax, at: offset, next == nil ? "The text ends too early. " + message : message)
    }

    private mutating func value() throws(JSONError) -> JSON {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try nested { (reader) throws(JSONError) in try reader.object() }
        case UInt8(ascii: "["): return try nested { (reader) throws(JSONError) in try reader.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), .some(0x30...0x39): return .number(try number())
        default: throw problem("Expected a value.")
        }
    }

    private mutating func nested(
        _ body: (inout JSONReader) throws(JSONError) -> JSON
    ) throws(JSONError) -> JSON {
        guard depthLeft > 0 else { throw JSONError(.tooDeep, at: offset, "Values are nested too deeply.") }
        depthLeft -= 1
        offset += 1
        let value = try body(&self)
        depthLeft += 1
        return value
    }

    private mutating func array() throws(JSONError) -> JSON {
        var values: [JSON] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(values) }
        repeat {
            values.append(try value())
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw problem("Expected “,” or “]”.") }
        return .array(values)
    }

    private mutating func object() throws(JSONError) -> JSON {
        var members: [(name: String, value: JSON)] = []
        var places: [Int] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw problem("Expected a name in quotation marks.") }
            places.append(offset)
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw problem("Expected “:”.") }
            members.append((name, try value()))
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw problem("Expected “,” or “}”.") }
        try refuseDuplicates(members.map(\.name), at: places)
        return .object(members)
    }

    /// Sorts, so that an object with many names does not take quadratic time.
    private func refuseDuplicates(_ names: [String], at places: [Int]) throws(JSONError) {
        let order = names.indices.sorted { left, right in
            let (first, second) = (names[left].utf8, names[right].utf8)
            return first.elementsEqual(second) ? left < right : first.lexicographicallyPrecedes(second)
        }
        let repeated = zip(order, order.dropFirst()).filter { names[$0].utf8.elementsEqual(names[$1].utf8) }
        guard let second = repeated.map(\.1).min() else { return }
        throw JSONError(.duplicateName, at: places[second], "This name appears twice.")
    }

    private mutating func number() throws(JSONError) -> JSONNumber {
        let digits = bytes[offset...].prefix { (0x30...0x39).contains($0) || "-+.eE".utf8.contains($0) }
        guard let number = JSONNumber(String(decoding: digits, as: UTF8.self)) else {
            throw problem("This is not a number.")
        }
        offset = digits.endIndex
        return number
    }

    private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
        guard bytes[offset...].starts(with: word.utf8) else { throw problem("Expected a value.") }
        offset += word.utf8.count
        return value
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }
}

extension JSONReader {
    /// Reads a string with its escapes, starting at its opening quotation mark.
    mutating func string() throws(JSONError) -> String {
        offset += 1
        var text: [UInt8] = []
        while true {
            guard let byte = next else { throw problem("“\"” is missing.") }
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                // Safe to decode: `text` consists of checked UTF-8 and whole scalars.
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw problem("A control character must be escaped.")
            default:
                text.append(byte)
                offset += 1
            }
        }
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        let start = offset
        offset += 1
        guard let kind = next else { throw problem("Expected an escape.") }
        offset += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(kind)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(try scalar(from: start)).utf8)
        default: throw JSONError(.syntax, at: start, "This escape does not exist.")
        }
    }

    /// Decodes one scalar from the four hexadecimal digits after `\u`, or from a surrogate pair; the first `\u` has
    /// been read.
    private mutating func scalar(from start: Int) throws(JSONError) -> Unicode.Scalar {
        var value = UInt32(try codeUnit())
        if (0xD800...0xDBFF).contains(value), bytes[offset...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
            offset += 2
            let low = UInt32(try codeUnit())
            guard (0xDC00...0xDFFF).contains(low) else {
                throw JSONError(.loneSurrogate, at: start, "This escape is half a character.")
            }
            value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw JSONError(.loneSurrogate, at: start, "This escape is half a character.")
        }
        return scalar
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw problem("“\\u” needs four hexadecimal digits.")
            }
            unit = unit << 4 | UInt16(digit)
            offset += 1
        }
        return unit
    }
}

/// Limits on the JSON that is read.
public struct JSONLimits: Sendable, Hashable {
    /// The most bytes.
    public let bytes: Int
    /// The deepest nesting of arrays and objects.
    public let depth: Int

    public init(bytes: Int, depth: Int) {
        self.bytes = bytes
        self.depth = depth
    }

    /// What a link may carry (S1).
    public static let link = JSONLimits(bytes: 32 * 1024, depth: 32)
    /// What a configured server may answer. The largest contract interfaces (ABIs) have a few hundred KiB.
    public static let answer = JSONLimits(bytes: 2 * 1024 * 1024, depth: 64)
}

/// Why a text is rejected as JSON.
public struct JSONError: Error, Sendable, Equatable {
    /// The kind of mistake.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// More bytes than the limit.
        case tooLarge
        /// More nested arrays and objects than the limit.
        case tooDeep
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// Not JSON.
        case syntax
        /// Half a surrogate pair, which is not a character.
        case loneSurrogate
        /// A duplicate name in an object: parsers differ in which one counts.
        case duplicateName
    }

    /// The kind of mistake.
    public let code: Code
    /// The byte offset of the mistake.
    public let offset: Int
    /// What is wrong, for the person.
    public let message: String

    init(_ code: Code, at offset: Int, _ message: String) {
        self.code = code
        self.offset = offset
        self.message = message
    }

    /// Errors are equal if code and offset are: the wording may change.
    public static func == (left: JSONError, right: JSONError) -> Bool {
        left.code == right.code && left.offset == right.offset
    }
}
