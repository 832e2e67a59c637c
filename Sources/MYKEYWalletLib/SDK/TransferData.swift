/// The data of a ``TransferAction`` (Documentation/protocols/mykey.md §4).
public final class TransferData {
    /// The paying account.
    public var from = ""
    /// The receiving account.
    public var to = ""
    /// The amount, with all decimals of the token: `1.0000 EOS`.
    public var quantity = ""
    /// A public note on the chain, at most 256 bytes.
    public var memo = ""

    /// Empty data.
    public init() {}
}
