import RouterBytes

/// One parameter that the engine knows.
///
/// The properties of its place are inlinable, and it is small enough to be returned in registers.
public struct LinkParameter: Sendable {
    /// Which one.
    public let name: ParameterName
    /// Whether it was written with `req-`: then it must be honoured or the link rejected (S3).
    public let isRequired: Bool
    @usableFromInline let text: [UInt8]
    @usableFromInline let place: LinkPlace
    @usableFromInline let decoded: LinkPlace

    init(name: ParameterName, isRequired: Bool, text: [UInt8], place: LinkPlace, decoded: LinkPlace) {
        self.name = name
        self.isRequired = isRequired
        self.text = text
        self.place = place
        self.decoded = decoded
    }

    /// The decoded bytes.
    @inlinable public var value: ArraySlice<UInt8> { text[decoded.range] }
    /// The value's range in the link as received.
    @inlinable public var range: Range<Int> { place.range }
}

/// A range of a link's bytes. Half the width of `Int`, so that moving ten of them is fast.
@usableFromInline struct LinkPlace: Sendable {
    @usableFromInline var start: UInt32 = 0
    @usableFromInline var end: UInt32 = 0

    init() {}

    init(_ range: Range<Int>) { (start, end) = (UInt32(range.lowerBound), UInt32(range.upperBound)) }

    @inlinable var range: Range<Int> { Int(start)..<Int(end) }
}

/// A parameter that offers a way to pay (BIP321, "payment instruction"), as its plugin receives it.
public struct InstructionParameter: Sendable {
    /// The most in one link: nobody can compare more.
    public static let most = 16

    /// Its name, in lower case and without `req-`.
    public let name: String
    /// Whether it was written with `req-`: then a wallet that does not support this way to pay must not pay in another
    /// way (S3).
    public let isRequired: Bool
    /// The start of the parameter in the link as received.
    let place: Int
    /// The decoded bytes; empty if there is no value.
    public let value: [UInt8]
    /// The value's range in the link as received.
    public let range: Range<Int>
}

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
