extension String {
    /// This with everything percent-encoded but letters, digits and what `plain` has (RFC 3986, 2.1).
    package func percentEncoded(except plain: String) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(utf8.count)
        for byte in utf8 {
            if byte.isASCIILetter || byte.isASCIIDigit || plain.utf8.contains(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), upperHexDigits[Int(byte >> 4)], upperHexDigits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

private let upperHexDigits = Array("0123456789ABCDEF".utf8)
