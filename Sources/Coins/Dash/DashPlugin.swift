import RouterBitcoinFamily
import SchemeRouter

/// Dash: `dashwallet://` links as its wallet documents them (Documentation/protocols/dash-axe.md §1.1), and `dash:`
/// links (BIP21).
///
/// Its document no longer lists `IS`, but links with it still exist.
public struct DashPlugin: DashLikeCoin {
    /// The plugin's name in `schemes.yaml`.
    public static let name = "dash"

    public init() {}
}

/// A coin whose payments are Dash's with other address bytes: with its own links in addition to BIP21, and InstantSend.
public protocol DashLikeCoin: BitcoinLikeCoin {
    /// The kinds of masternode keys that wallets of the coin have.
    var masternodeKeys: [MasternodeKeyKind] { get }
}

extension DashLikeCoin {
    /// `myapp://callback=…`.
    public var replies: (any WalletReplies)? { DashReplies.all }

    /// Since DIP-10 the network locks every payment with eligible inputs, without a flag or a fee. `IS` still has the
    /// meaning that Axe documents: a caller that requires it is never paid with UTXOs that cannot be locked, and a
    /// person who switched it off is asked.
    public var lockName: String? { "InstantSend" }

    /// All of them.
    public var masternodeKeys: [MasternodeKeyKind] { MasternodeKeyKind.allCases }
}
