/// What `initWalletSimple` takes (Documentation/protocols/mykey.md §4).
public final class InitSimpleRequest {
    /// The dapp's name, from which its key follows.
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
