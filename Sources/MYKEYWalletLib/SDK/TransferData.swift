/// What a ``TransferAction`` sends to whom (Documentation/protocols/mykey.md §4).
public final class TransferData {
    /// The account that pays.
    public var from = ""
    /// The account that is paid.
    public var to = ""
    /// How much, with all decimals of the token: `1.0000 EOS`.
    public var quantity = ""
    /// A note that goes on the chain, at most 256 bytes.
    public var memo = ""

    /// An empty one.
    public init() {}
}
