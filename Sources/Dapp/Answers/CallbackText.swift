import SchemeRouter

/// A callback as received by the asking app, split first and decoded once after it (S1).
///
/// It is read as links are: the slashes that desktops add and drop make no difference, and a field may stand only once.
struct CallbackText: Sendable {
    /// The scheme it came to, as received.
    let scheme: String
    /// The most fields that are read; no callback has more than five.
    static let maxFields = 32

    /// Names and decoded values, in their order.
    private(set) var fields: [(name: String, value: String)] = []

    /// Reads `<sender>://callback=…` in any form of ``AuthorityForm``.
    init(_ bytes: [UInt8]) throws(RequestError) {
        let link = try LinkBytes(bytes)
        try link.checkBytes(limit: Router.maxLinkLength)
        scheme = String(decoding: bytes[link.scheme], as: UTF8.self)
        let range = AuthorityForm(bytes, body: link.body).parameters
        if let stray = range.first(where: { ":/?#".utf8.contains(bytes[$0]) }) {
            throw RequestError(
                .malformedURL, "“\(Character(Unicode.Scalar(bytes[stray])))” stands among the fields.",
                at: stray..<stray + 1)
        }
        var start = range.lowerBound
        while start < range.upperBound {
            let end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) ?? range.upperBound
            if let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")) {
                try add(bytes, name: start..<equals, value: equals + 1..<end)
            }
            start = end + 1
        }
    }

    /// The value of a field; nil where it is not there. Case does not matter.
    subscript(name: String) -> String? {
        fields.first { $0.name.utf8.elementsEqual(name.utf8) { $0.lowercasedASCII == $1.lowercasedASCII } }?.value
    }

    private mutating func add(_ bytes: [UInt8], name: Range<Int>, value: Range<Int>) throws(RequestError) {
        guard fields.count < Self.maxFields else {
            throw RequestError(.malformedURL, "The callback has more than \(Self.maxFields) fields.", at: name)
        }
        let field = String(decoding: try PercentDecoding.decode(bytes.span, name), as: UTF8.self)
        guard self[field] == nil else {
            let shown = ForeignText(field.utf8, limit: 40)
            throw RequestError(
                .duplicateParameter, "\(Quoted(shown)) stands twice in the callback.",
                at: name.lowerBound..<value.upperBound,
                parameter: shown.text)
        }
        fields.append((field, String(decoding: try PercentDecoding.decode(bytes.span, value), as: UTF8.self)))
    }
}
