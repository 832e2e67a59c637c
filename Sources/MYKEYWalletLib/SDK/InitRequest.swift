/// The argument of `initWallet` (Documentation/protocols/mykey.md §4).
public final class InitRequest {
    /// The dapp's key from MYKEY.
    public var appKey = ""
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The dapp's user, preferably a UUID: Foundation's type, a text, or anything else that prints as one.
    public var UUID: any CustomStringConvertible = ""
    /// The dapp's name.
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
