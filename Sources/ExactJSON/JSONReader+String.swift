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
