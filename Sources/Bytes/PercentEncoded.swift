extension String {
    /// A copy with everything percent-encoded except letters, digits and the characters of `plain` (RFC 3986, 2.1).
    package func percentEncoded(except plain: String) -> String {
        var encoded = TextBuffer(capacity: utf8.count)
        encoded.append(percentEncoding: self, except: plain)
        return encoded.string
    }
}

extension TextBuffer {
    /// Appends `text` with everything percent-encoded except letters, digits and the characters of `plain` (RFC 3986,
    /// 2.1).
    package mutating func append(percentEncoding text: String, except plain: String) {
        let (bytes, plain) = (text.utf8.span, plain.utf8.span)
        // Copies runs of plain bytes at once; usually the whole text is one run.
        var start = 0
        for offset in bytes.indices {
            let byte = bytes[offset]
            if byte.isASCIILetter || byte.isASCIIDigit || plain.contains(byte) { continue }
            append(bytes.extracting(start..<offset))
            append(UInt8(ascii: "%"))
            append(upperHexDigits[Int(byte >> 4)])
            append(upperHexDigits[Int(byte & 0xF)])
            start = offset + 1
        }
        append(bytes.extracting(start..<bytes.count))
    }
}

extension Span<UInt8> {
    fileprivate func contains(_ byte: UInt8) -> Bool {
        for offset in indices where self[offset] == byte { return true }
        return false
    }
}

private let upperHexDigits = Array("0123456789ABCDEF".utf8)
