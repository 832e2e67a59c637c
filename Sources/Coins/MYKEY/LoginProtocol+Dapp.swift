import RouterMYKEYFormat
import SchemeRouter

extension LoginProtocol {
    /// The one that a dapp speaks, as this plugin read it.
    init(of dapp: DappClaims) { self = LoginProtocol(rawValue: dapp.dialect) ?? .simpleWallet }

    /// The wallet's word, which is signed and told. Dapps of MYKEY expect its word; to others this wallet says its own.
    var ref: String { self == .simpleWallet ? "schemerouter" : "mykey" }
}
