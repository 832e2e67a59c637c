/// A link with the `json-param` grammar: `scheme ":" [ "//" ] host [ "/" path ] [ "?" query ] [ "#" any ]`, or the bare
/// JSON text in SimpleWallet's QR codes.
public struct JSONParameterLink: Sendable {
    /// One `name=value` of the query.
    public struct Item: Sendable {
        /// The name, decoded.
        public let name: String
        /// The value as received.
        public let range: Range<Int>
        /// The value, decoded once.
        public let value: String
    }

    /// The host, in lower case; empty for bare JSON.
    public let host: String
    /// The path without leading and trailing slashes.
    public let path: String
    /// The query.
    public let items: [Item]
    /// The query's whole range.
    public let range: Range<Int>
    /// Warnings about the link.
    public let warnings: [LinkWarning]

    /// Splits a link, then decodes each part once (S1).
    /// - Parameters:
    ///   - link: the link.
    ///   - plusIsSpace: whether `+` in a value means a space, depending on the host; Java encodes spaces like this.
    public init(_ link: RoutedLink, plusIsSpace: (_ host: String) -> Bool) throws(RequestError) {
        let bytes = link.bytes
        let body = LinkBody(link.received)
        let end = body.content.upperBound
        var start = body.content.lowerBound
        range = body.content
        while start < end, bytes[start] == UInt8(ascii: "/"), start < link.body.lowerBound + 2 { start += 1 }
        let question = bytes[start..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
        let slash = bytes[start..<question].firstIndex(of: UInt8(ascii: "/")) ?? question
        if let stray = bytes[start..<slash].firstIndex(of: UInt8(ascii: ":")) {
            throw .stray(bytes, at: stray, "in the host")
        }
        host = String(decoding: bytes[start..<slash].map(\.lowercasedASCII), as: UTF8.self)
        var path = bytes[slash..<question].drop { $0 == UInt8(ascii: "/") }
        while path.last == UInt8(ascii: "/") { path = path.dropLast() }
        self.path = String(decoding: path, as: UTF8.self)
        let isForm = plusIsSpace(host)
        var items: [Item] = []
        var position = min(question + 1, end)
        while position < end {
            let part = LinkPart(bytes.span.extracting(first: end), from: position)
            if part.end > position { items.append(try Self.item(bytes, part, isForm: isForm)) }
            position = part.end + 1
        }
        self.items = items
        warnings = body.warnings
    }

    private static func item(_ bytes: [UInt8], _ part: LinkPart, isForm: Bool) throws(RequestError) -> Item {
        let name = try PercentDecoding.decode(bytes.span, part.key)
        // In these links, names cannot be required (S3).
        if name.span.hasRequiredPrefix() {
            throw .unsupportedRequired(String(decoding: name.dropFirst(4), as: UTF8.self), at: part.key)
        }
        let value = part.value ?? part.end..<part.end
        let text = try PercentDecoding.decode(bytes.span, value, plusIsSpace: isForm)
        return Item(
            name: String(decoding: name, as: UTF8.self), range: value, value: String(decoding: text, as: UTF8.self))
    }

    /// The item with this name; nil if there is none. Rejects the link if there are several.
    public func item(_ name: String) throws(RequestError) -> Item? {
        // Not `==`, which treats canonically equivalent names as equal.
        let found = items.filter { $0.name.utf8.elementsEqual(name.utf8) }
        guard found.count < 2 else { throw .twice(name, at: found[1].range) }
        return found.first
    }
}
