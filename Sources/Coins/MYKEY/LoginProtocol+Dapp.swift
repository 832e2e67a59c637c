import RouterMYKEYFormat
import SchemeRouter

extension LoginProtocol {
    /// The protocol of a dapp, as this plugin read it.
    init(of dapp: DappClaims) { self = LoginProtocol(rawValue: dapp.dialect) ?? .simpleWallet }

    /// The wallet's word for itself, which is signed and sent. MYKEY dapps expect MYKEY's word; others receive this
    /// wallet's.
    var ref: String { self == .simpleWallet ? "schemerouter" : "mykey" }
}
