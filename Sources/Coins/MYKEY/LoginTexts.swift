import MYKEYFormat
import SchemeRouter

/// The texts that a login has signed (seed document, "authorize"; mykey.md 5.2).
struct LoginTexts {
    /// What dapp servers verify: ten digits of time, account, user, and the wallet's word.
    let text: String
    /// The same with the wallet's own id of the person, which newer servers read; nil for SimpleWallet.
    let walletText: String?
    /// That id.
    let walletID: String
    /// The wallet's word.
    let ref: String

    init(_ login: LoginRequest, signer: AccountSigner, time: UnixTime) {
        ref = Self.ref(of: login.dapp.dialect)
        text = "\(time)\(signer.account)\(login.userID)\(ref)"
        walletID = WalletID.make(account: signer.account)
        walletText = login.dapp.dialect == .simpleWallet ? nil : text + walletID
    }

    /// All of them, in the order of their signatures.
    var all: [String] { [text] + (walletText.map { [$0] } ?? []) }

    /// Dapps of MYKEY expect its word; to others this wallet says its own.
    static func ref(of dialect: DappClaims.Dialect) -> String {
        dialect == .simpleWallet ? "schemerouter" : "mykey"
    }

    /// The time with which `text` begins.
    static func time(of text: String) -> String { String(text.prefix(10)) }
}
