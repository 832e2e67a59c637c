/// One parameter that the engine knows.
public struct LinkParameter: Sendable {
    /// Which one.
    public let name: ParameterName
    /// Whether it was written with `req-`: then it must be honoured or the link rejected (S3).
    public let isRequired: Bool
    /// The decoded bytes.
    public let value: ArraySlice<UInt8>
    /// The value's range in the link as received.
    public let range: Range<Int>
}
