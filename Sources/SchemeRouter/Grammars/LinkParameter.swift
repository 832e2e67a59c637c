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

    init(name: ParameterName, isRequired: Bool, text: [UInt8], place: LinkPlace) {
        self.name = name
        self.isRequired = isRequired
        self.text = text
        self.place = place
    }

    /// The decoded bytes.
    @inlinable public var value: ArraySlice<UInt8> { text[place.value] }
    /// The value's range in the link as received.
    @inlinable public var range: Range<Int> { place.range }
}

/// Where a parameter is in the bytes of its link, and in those that follow them if it had to be decoded. Half the width
/// of `Int`, so that moving ten of them is fast.
@usableFromInline struct LinkPlace: Sendable {
    @usableFromInline var start: UInt32 = 0
    @usableFromInline var end: UInt32 = 0
    @usableFromInline var decodedStart: UInt32 = 0
    @usableFromInline var decodedEnd: UInt32 = 0

    init() {}

    init(range: Range<Int>, value: Range<Int>) {
        (start, end) = (UInt32(range.lowerBound), UInt32(range.upperBound))
        (decodedStart, decodedEnd) = (UInt32(value.lowerBound), UInt32(value.upperBound))
    }

    @inlinable var range: Range<Int> { Int(start)..<Int(end) }
    @inlinable var value: Range<Int> { Int(decodedStart)..<Int(decodedEnd) }
}
