import RouterBytes

/// Percent-decoding, done exactly once and after splitting (S1).
package enum PercentDecoding {
    /// Whether any of `bytes` may encode another one.
    package static func isEncoded(_ bytes: Span<UInt8>) -> Bool {
        // Not `||`, which is a branch: many bytes are tested at once.
        bytes.contains { ($0 == UInt8(ascii: "%")) != ($0 == UInt8(ascii: "+")) }
    }

    /// The decoded bytes of `range`.
    /// - Parameters:
    ///   - bytes: the link as received.
    ///   - range: the key or value to decode.
    ///   - plusIsSpace: whether `+` means a space, as web forms write it; only in texts for people.
    ///   - marksLines: whether line breaks are decoded as ``lineMark`` and tabs as spaces, so that the text has one line;
    ///     only in messages, which people write on several lines. Elsewhere they are refused like all controls.
    package static func decode(
        _ bytes: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool = false, marksLines: Bool = false
    ) throws(RequestError) -> [UInt8] {
        let given = bytes.extracting(range)
        if !isEncoded(given), !given.contains(where: { $0 >= 0x80 }) { return [UInt8](given) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        var hasHighBytes = false
        var offset = range.lowerBound
        while offset < range.upperBound {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "%") {
                guard offset + 2 < range.upperBound, let high = bytes[offset + 1].hexDigitValue,
                    let low = bytes[offset + 2].hexDigitValue
                else {
                    throw RequestError(
                        .invalidEncoding, "“%” is not followed by two hexadecimal digits.",
                        at: offset..<min(offset + 3, range.upperBound), hint: "A literal “%” is written %25.")
                }
                let value = high << 4 | low
                guard !value.isControl else {
                    guard marksLines, let shown = shown(value, after: decoded) else {
                        throw RequestError(
                            .invalidEncoding, "The link contains an encoded control character.", at: offset..<offset + 3
                        )
                    }
                    decoded += shown
                    offset += 3
                    continue
                }
                hasHighBytes = hasHighBytes || value >= 0x80
                decoded.append(value)
                offset += 3
            } else {
                hasHighBytes = hasHighBytes || byte >= 0x80
                decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
                offset += 1
            }
        }
        if hasHighBytes {
            guard (try? UTF8Span(validating: decoded.span)) != nil else {
                throw RequestError(
                    .invalidEncoding, "The encoded bytes are not UTF-8.", at: range,
                    hint: "Texts in links are percent-encoded UTF-8.")
            }
        }
        return decoded
    }

    /// What stands for a line break, or several in a row, in a text on one line.
    package static let lineMark = "⏎"

    /// A control character of a message; nil if it is none that people write.
    private static func shown(_ control: UInt8, after decoded: [UInt8]) -> [UInt8]? {
        switch control {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            let mark = Array(lineMark.utf8)
            return decoded.suffix(mark.count).elementsEqual(mark) ? [] : mark
        case UInt8(ascii: "\t"): return [0x20]
        default: return nil
        }
    }
}

/// Percent-encoding for links and callbacks that we write.
public enum PercentEncoding {
    /// `text` with everything but unreserved characters (RFC 3986 2.3) encoded, so that every reader agrees on it.
    public static func encode(_ text: String) -> String { text.percentEncoded(except: plain) }

    /// Appends the encoded text.
    package static func encode(_ text: String, to buffer: inout TextBuffer) {
        buffer.append(percentEncoding: text, except: plain)
    }

    private static let plain = "-._~"
}
