import SchemeRouter

/// Which protocol a dapp speaks. The raw values are those of its `protocol` member.
enum Dialect: String, CaseIterable {
    /// MYKEY with users of the dapp's own, who are bound to an account.
    case mykey = "MYKEY"
    /// MYKEY without.
    case mykeySimple = "MYKEYSimple"
    /// SimpleWallet 1.0, which MYKEY grew out of.
    case simpleWallet = "SimpleWallet"

    /// The one that a dapp speaks, as this plugin read it.
    init(of dapp: DappClaims) { self = Dialect(rawValue: dapp.dialect) ?? .simpleWallet }

    /// The wallet's word, which is signed and told. Dapps of MYKEY expect its word; to others this wallet says its own.
    var ref: String { self == .simpleWallet ? "schemerouter" : "mykey" }
}
