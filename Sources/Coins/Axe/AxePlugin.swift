import BitcoinFamily
import SchemeRouter

/// Axe: `axewallet://` links as its wallet documents them (seed document, "URL Scheme"), and `axe:` links (BIP21).
///
/// Its links are those of Dash with `(req-)IS=<0/1>`: the parentheses of the document mean that `req-` may be left out.
/// `IS=1` may fall back to a normal payment; `req-IS=1` never does.
public struct AxePlugin: BitcoinLikeCoin {
    /// The plugin's name in `schemes.yaml`.
    public static let name = "axe"
    /// `(req-)IS` of its document.
    public let honoursInstantSend = true

    /// The plugin.
    public init() {}
}
