import BitcoinFamily
import SchemeRouter

/// Dash: `dashwallet://` links as its wallet documents them (seed document, "URL Scheme"), and `dash:` links (BIP21).
///
/// A Dash payment is a Bitcoin payment with other address bytes, so the steps are the family's. Dash's own is that its
/// network locks payments within seconds (DIP-10).
public struct DashPlugin: BitcoinLikeCoin {
    /// The plugin's name in `schemes.yaml`.
    public static let name = "dash"
    /// Its document no longer lists `IS`; links that have it are still about.
    public let honoursInstantSend = true

    /// The plugin.
    public init() {}
}
