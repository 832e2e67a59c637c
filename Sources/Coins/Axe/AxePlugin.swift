import RouterDash

/// Axe: `axewallet://` links as its wallet documents them (Documentation/protocols/dash-axe.md §1.1), and `axe:` links
/// (BIP21).
///
/// Its links are Dash's with `(req-)IS=<0/1>`: the parentheses mean that `req-` is optional (§1.2). `IS=1` may fall
/// back to a normal payment; `req-IS=1` never does.
public struct AxePlugin: DashLikeCoin {
    /// The plugin's name in `schemes.yaml`.
    public static let name = "axe"

    public init() {}

    /// Axe has no Platform, and so no evonode keys (Documentation/protocols/dash-axe.md §5.1).
    public var masternodeKeys: [MasternodeKeyKind] { [.owner, .voting, .operator] }
}
