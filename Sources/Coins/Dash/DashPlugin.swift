/// Dash: `dashwallet://` links as its wallet documents them (Documentation/protocols/dash-axe.md §1.1), and `dash:`
/// links (BIP21).
///
/// Its document no longer lists `IS`, but links with it still exist.
public struct DashPlugin: DashLikeCoin {
    /// The plugin's name in `schemes.yaml`.
    public static let name = "dash"

    public init() {}
}
