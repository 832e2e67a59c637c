/// What `initWallet` takes (Documentation/protocols/mykey.md §4).
public final class InitRequest {
    /// The dapp's key from MYKEY.
    public var appKey = ""
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The dapp's user, best a UUID: Foundation's type, a text, or anything else that prints as one.
    public var UUID: any CustomStringConvertible = ""
    /// The dapp's name.
    public var dappName = ""
    /// The address of its picture, at least 144 × 144 pixels.
    public var dappIcon: String?
    /// Whether ``MYKEYWallet/install`` is not called where no wallet is installed.
    public var disableInstall = false
    /// The scheme of the dapp's links, to which answers go.
    public var scheme = ""

    /// An empty one.
    public init() {}
}
