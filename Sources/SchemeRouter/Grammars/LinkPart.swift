import RouterBytes

/// A part of a link between two `&`, split at its first `=`.
struct LinkPart {
    let key: Range<Int>
    /// Nil if it has no `=`.
    let value: Range<Int>?

    var end: Int { value?.upperBound ?? key.upperBound }

    init(_ link: Span<UInt8>, from start: Int) {
        let end = link.firstOffset(of: UInt8(ascii: "&"), from: start) ?? link.count
        let equals = link.extracting(first: end).firstOffset(of: UInt8(ascii: "="), from: start)
        key = start..<(equals ?? end)
        value = equals.map { $0 + 1..<end }
    }
}
