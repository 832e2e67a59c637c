import RouterBytes

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
