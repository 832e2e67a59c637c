/// A parameter that offers a way to pay (BIP321, "payment instruction"), as its plugin is given it to read.
public struct InstructionParameter: Sendable {
    /// The most that a link may have: nobody can compare more.
    public static let most = 16

    /// Its name, in lower case and without `req-`.
    public let name: String
    /// Whether it was written with `req-`: then a wallet that cannot pay so must not pay the link otherwise (S3).
    public let isRequired: Bool
    /// Where the parameter begins in the link as received.
    let place: Int
    /// The decoded bytes; empty where there are none.
    public let value: [UInt8]
    /// The value's range in the link as received.
    public let range: Range<Int>
}
