/// The argument of `initWalletSimple` (Documentation/protocols/mykey.md §4).
public final class InitSimpleRequest {
    /// The dapp's name, from which its key is derived.
    public var dappName = ""
    /// The URL of its icon, at least 144 × 144 pixels.
    public var dappIcon: String?
    /// Whether to skip ``MYKEYWallet/install`` if no wallet is installed.
    public var disableInstall = false
    /// The scheme of the dapp's links, which receives the answers.
    public var scheme = ""

    /// An empty request.
    public init() {}
}
