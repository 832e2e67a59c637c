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
