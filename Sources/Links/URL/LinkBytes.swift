import RouterBytes

/// A link as received, split at its scheme but not further (S1).
///
/// Everything later works on byte offsets into `bytes`; no URL type of any library ever sees them, because each reads
/// these links differently.
public struct LinkBytes: Sendable {
    /// The longest link accepted, in bytes; only MYKEY's grammar allows more (S1).
    public static let maxLength = 8_192
    /// The longest scheme accepted, in bytes.
    public static let maxSchemeLength = 32

    /// The bytes as received, including surrounding white space.
    public let bytes: [UInt8]
    /// The scheme, without its colon; empty if the text is an address without a scheme.
    public let scheme: Range<Int>
    /// Everything after the colon, without trailing white space.
    public let body: Range<Int>
    /// The kinds of bytes in the body.
    @usableFromInline package let kinds: ByteKinds

    /// Whether the text has no scheme to say which coin's address it is.
    public var isBareAddress: Bool { scheme.isEmpty && !isBareJSON }

    /// Whether the text is a JSON object instead of a link, as in QR codes of SimpleWallet.
    @inlinable public var isBareJSON: Bool { scheme.isEmpty && bytes[body.lowerBound] == UInt8(ascii: "{") }

    /// Finds the scheme: `ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )` before the first colon (RFC 3986 3.1). People
    /// also paste addresses, so a text that could be one needs no scheme.
    public init(_ bytes: [UInt8]) throws(RequestError) {
        var start = 0
        var end = bytes.count
        while start < end, bytes[start].isOuterSpace { start += 1 }
        while end > start, bytes[end - 1].isOuterSpace { end -= 1 }
        guard start < end else {
            throw RequestError(.malformedURL, "The link is empty.", at: 0..<bytes.count, hint: "Give one wallet link.")
        }
        let text = bytes.span.extracting(first: end)
        var colon = start
        if text[start].isASCIILetter {
            while let word = text.eightBytes(at: colon), word.hasOnlyLetters { colon += 8 }
            while colon < end, text[colon].isSchemeByte { colon += 1 }
        }
        if colon > start, colon < end, text[colon] == UInt8(ascii: ":"), colon - start <= Self.maxSchemeLength {
            scheme = start..<colon
            body = colon + 1..<end
        } else {
            guard text[start] == UInt8(ascii: "{") || Self.couldBeAddress(text.extracting(start..<end)) else {
                throw Self.noScheme(text, from: start, to: colon)
            }
            scheme = start..<start
            body = start..<end
        }
        self.bytes = bytes
        kinds = ByteKinds(text.extracting(body))
    }

    /// The error for a text without a scheme.
    /// - Parameter end: the end of the bytes that a scheme can have.
    private static func noScheme(_ text: Span<UInt8>, from start: Int, to end: Int) -> RequestError {
        let hint = "A wallet link looks like “pay:…”."
        if end < text.count, text[end] == UInt8(ascii: ":"), end == start {
            return RequestError(
                .malformedURL, "There is no scheme before the colon.", at: start..<start + 1, hint: hint)
        }
        if end < text.count, text[end] == UInt8(ascii: ":") {
            return RequestError(
                .malformedURL, "The scheme has more than \(maxSchemeLength) bytes.", at: start..<end, hint: hint)
        }
        let end = min(end, start + maxSchemeLength)
        guard end < text.count else {
            return RequestError(
                .malformedURL, "There is no colon after the scheme.", at: start..<text.count, hint: hint)
        }
        return RequestError(
            .malformedURL, "This does not begin with a scheme such as “pay:”.", at: start..<end + 1,
            hint: "A wallet link begins with a scheme of letters, digits, “+”, “-” or “.” and a colon.")
    }

    /// Whether `text` starts with as many letters and digits as an address has, followed by nothing or a query.
    private static func couldBeAddress(_ text: Span<UInt8>) -> Bool {
        var length = 0
        while length < text.count, text[length].isASCIILetter || text[length].isASCIIDigit { length += 1 }
        return addressLengths.contains(length) && (length == text.count || text[length] == UInt8(ascii: "?"))
    }

    /// From a short Base58 address to the longest of bech32 (BIP173).
    private static let addressLengths = 25...90

    /// Rejects a link longer than `limit` bytes, at the first byte too many, because the rest may have been cut off
    /// already; and a link with bytes that no link has (bare JSON has its own rules): white space, controls, non-ASCII,
    /// `@` and `\`.
    /// - Parameter takesAt: whether the grammar allows `@` and checks its position itself.
    @inlinable package func checkBytes(limit: Int, takesAt: Bool = false) throws(RequestError) {
        let isLong = body.upperBound - scheme.lowerBound > limit
        guard isLong || kinds.hasForbidden || kinds.hasAt || isBareJSON else { return }
        try checkEach(limit: limit, takesAt: takesAt)
    }

    @usableFromInline func checkEach(limit: Int, takesAt: Bool) throws(RequestError) {
        guard body.upperBound - scheme.lowerBound <= limit else {
            let end = scheme.lowerBound + limit
            throw RequestError(
                .urlTooLong, "The link is longer than \(limit) bytes.", at: end..<end + 1,
                hint: "Ask the sender for a shorter link.")
        }
        guard !isBareJSON else { return try checkText() }
        let text = bytes.span
        for offset in body where text[offset].isForbidden || (!takesAt && text[offset] == UInt8(ascii: "@")) {
            // Not even encoded control characters are accepted.
            throw RequestError(
                .malformedURL, Self.complaint(about: text[offset]), at: offset..<offset + 1,
                hint: text[offset] < 0x20 || text[offset] == 0x7F
                    ? "Ask the sender for a link without it."
                    : "The sender must percent-encode such characters (“@” is %40).")
        }
    }

    private func checkText() throws(RequestError) {
        guard (try? UTF8Span(validating: bytes.span.extracting(body))) == nil else { return }
        throw RequestError(
            .invalidEncoding, "The text is not UTF-8.", at: body, hint: "Ask the sender for the text in UTF-8.")
    }

    private static func complaint(about byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "@"): "The link contains “@”: programs disagree about what comes before it."
        case UInt8(ascii: "\\"): "The link contains a backslash."
        case 0x20: "The link contains a space."
        case 0x80...: "The link contains a non-ASCII character."
        default: "The link contains a control character."
        }
    }
}

extension UInt64 {
    /// Whether all of its eight bytes are ASCII letters.
    package var hasOnlyLetters: Bool {
        let highest: UInt64 = 0x8080_8080_8080_8080
        let small = self | 0x2020_2020_2020_2020
        // Adding to a byte below 0x80 sets its highest bit if it is at least “a”, or above “z”.
        let isLetter = (small &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(small &+ 0x0505_0505_0505_0505)
        return self & highest == 0 && isLetter & highest == highest
    }
}

extension UInt8 {
    fileprivate var isOuterSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    /// Whether this byte is allowed in a URL scheme behind its first letter (RFC 3986 3.1).
    @inlinable package var isSchemeByte: Bool {
        isASCIILetter || isASCIIDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".")
    }
}
