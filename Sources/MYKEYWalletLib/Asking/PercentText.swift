import RouterBytes

/// Percent-encoding of values in links (RFC 3986, 2.1).
enum PercentText {
    /// The value with everything encoded but letters, digits and `-._~:`.
    static func encode(_ text: String) -> String { text.percentEncoded(except: "-._~:") }

    /// The value decoded once; nil if an escape is malformed or the result is not UTF-8. `+` is a literal plus.
    static func decode(_ text: some Collection<UInt8>) -> String? {
        var decoded: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexDigitValue, let low = rest.popFirst()?.hexDigitValue else {
                return nil
            }
            decoded.append(high << 4 | low)
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
