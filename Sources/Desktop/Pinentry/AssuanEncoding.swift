import RouterBytes

/// The percent-encoding of the Assuan protocol, for texts sent to pinentry and the passcode it returns.
public enum AssuanEncoding {
    /// The longest line that may be sent or received, in bytes, without its line feed.
    public static let longestLine = 1_000

    /// The length of `text` in a line, in bytes, after it is made visible and encoded.
    ///
    /// A page fits if this is at most ``longestLine`` minus the length of `SETDESC `.
    public static func encodedLength(of text: String) -> Int {
        VisibleText.of(text).utf8.reduce(0) { $0 + (mustBeCoded($1) ? 3 : 1) }
    }

    static func encode(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        for byte in VisibleText.of(text).utf8 {
            if mustBeCoded(byte) {
                result += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// The label of a button. pinentry makes the letter after `_` the button's key, and shows `__` as `_`.
    static func encodeLabel(_ label: String) -> [UInt8] {
        encode(label).flatMap { $0 == UInt8(ascii: "_") ? [$0, $0] : [$0] }
    }

    /// Decodes `source` into `target`, beginning at `start`. Returns the number of bytes, or nil if a `%` is not
    /// followed by two hex digits or the target is too small.
    static func decode(_ source: Span<UInt8>, into target: inout MutableSpan<UInt8>, from start: Int = 0) -> Int? {
        var read = 0
        var written = start
        while read < source.count {
            var byte = source[read]
            read += 1
            if byte == UInt8(ascii: "%") {
                guard read + 2 <= source.count, let high = source[read].hexDigitValue,
                    let low = source[read + 1].hexDigitValue
                else { return nil }
                byte = high << 4 | low
                read += 2
            }
            guard written < target.count else { return nil }
            target[written] = byte
            written += 1
        }
        return written - start
    }

    private static func mustBeCoded(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%")
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
