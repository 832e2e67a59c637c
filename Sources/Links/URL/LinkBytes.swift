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
        guard let whole = Self.withoutOuterSpace(bytes) else {
            throw RequestError(.malformedURL, "The link is empty.", at: 0..<bytes.count, hint: "Give one wallet link.")
        }
        let (start, end) = (whole.lowerBound, whole.upperBound)
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

    /// A text without the white space around it; nil if it has nothing else.
    package static func withoutOuterSpace(_ bytes: [UInt8]) -> Range<Int>? {
        var start = 0
        var end = bytes.count
        while start < end, !bytes[start].isPrintable, let length = outerSpace(bytes[start..<end]) { start += length }
        while start < end, !bytes[end - 1].isPrintable, let length = outerSpace(bytes[start..<end], atEnd: true) {
            end -= length
        }
        return start < end ? start..<end : nil
    }

    /// The length of the white space at one end of a text, also of what people copy from pages with it: U+00A0, U+200B and
    /// U+FEFF. Nil if there is none.
    private static func outerSpace(_ text: ArraySlice<UInt8>, atEnd: Bool = false) -> Int? {
        guard let byte = atEnd ? text.last : text.first else { return nil }
        if byte < 0x80 { return byte == 0x20 || (0x09...0x0D).contains(byte) ? 1 : nil }
        let invisible: [[UInt8]] = [[0xC2, 0xA0], [0xE2, 0x80, 0x8B], [0xEF, 0xBB, 0xBF]]
        return invisible.first { atEnd ? text.suffix($0.count).elementsEqual($0) : text.starts(with: $0) }?.count
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

    /// Where a link may have bytes that only some programs accept.
    @frozen public enum Leniency: Sendable {
        /// Nowhere: all of the link may be what programs take for a user before `@`, and a host.
        case none
        /// `@` behind the first `?`, where no program looks for a user (RFC 3986 3.4).
        case query
        /// The same, and white space, non-ASCII and `\` there: the reader of the parameters accepts them in texts only.
        case texts
        /// `@` anywhere: the grammar checks its position itself.
        case anywhere
    }

    /// Rejects a link longer than `limit` bytes, at the first byte too many, because the rest may have been cut off
    /// already; and a link with bytes that no link has (bare JSON has its own rules): white space, controls, non-ASCII,
    /// `@` and `\`.
    /// - Parameter leniency: where such bytes are accepted nevertheless; never controls.
    @inlinable package func checkBytes(limit: Int, leniency: Leniency = .query) throws(RequestError) {
        let isLong = body.upperBound - scheme.lowerBound > limit
        guard isLong || kinds.hasForbidden || kinds.hasAt || isBareJSON else { return }
        try checkEach(limit: limit, leniency: leniency)
    }

    @usableFromInline func checkEach(limit: Int, leniency: Leniency) throws(RequestError) {
        guard body.upperBound - scheme.lowerBound <= limit else {
            let end = scheme.lowerBound + limit
            throw RequestError(
                .urlTooLong, "The link is longer than \(limit) bytes.", at: end..<end + 1,
                hint: "Ask the sender for a shorter link.")
        }
        guard !isBareJSON else { return try checkText() }
        let text = bytes.span
        var isInQuery = false
        for offset in body {
            let byte = text[offset]
            if byte == UInt8(ascii: "?") { isInQuery = true }
            guard byte.isForbidden || byte == UInt8(ascii: "@") else { continue }
            let isAccepted =
                byte == UInt8(ascii: "@")
                ? leniency == .anywhere || isInQuery && leniency != .none
                // What follows “#” counts for some programs, so a text that has it must not be read past it.
                : isInQuery && leniency == .texts && !kinds.hasFragment && !byte.isControl
            guard isAccepted else { throw forbidden(at: offset) }
        }
    }

    /// Rejects bytes of a part that is no text for people and that ``Leniency/texts`` did not reject.
    package func refuseForbidden(in range: Range<Int>) throws(RequestError) {
        guard kinds.hasForbidden, let offset = range.first(where: { bytes[$0].isForbidden }) else { return }
        throw forbidden(at: offset)
    }

    private func forbidden(at offset: Int) -> RequestError {
        let byte = bytes[offset]
        let hint =
            switch byte {
            case _ where byte.isControl: "Ask the sender for a link without it."
            case 0x20: "The sender must write %20 instead of the space."
            case UInt8(ascii: "@"):
                isNamePath
                    ? "A name is no address: write “lightning:name@host” for a Lightning address, or “₿name@host” (BIP353)."
                    : "The sender must write %40 instead of “@”."
            default: "The sender must percent-encode such characters."
            }
        // Not even encoded control characters are accepted.
        return RequestError(.malformedURL, Self.complaint(about: byte), at: offset..<offset + 1, hint: hint)
    }

    /// Whether the link's body looks like `name@host`.
    private var isNamePath: Bool {
        let parts = bytes[body].split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(UInt8(ascii: "."))
            && parts.joined().allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_.".utf8.contains($0) }
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
    fileprivate var isPrintable: Bool { self > 0x20 && self < 0x7F }

    /// Whether this is a control character.
    var isControl: Bool { self < 0x20 || self == 0x7F }

    /// Whether this byte is allowed in a URL scheme behind its first letter (RFC 3986 3.1).
    @inlinable package var isSchemeByte: Bool {
        isASCIILetter || isASCIIDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".")
    }
}
