import RouterMYKEYFormat
import SchemeRouter

extension LoginRequest {
    /// The texts that this login has signed (Documentation/protocols/mykey.md §5.2): time, account, user and the wallet's
    /// word, which dapp servers verify; and the same with the wallet's own id of the person, which newer servers of MYKEY
    /// read.
    func texts(by signer: AccountSigner, at time: UnixTime) -> [String] {
        let dialect = LoginProtocol(of: dapp)
        let text = "\(time)\(signer.account)\(userID)\(dialect.ref)"
        return dialect == .simpleWallet ? [text] : [text, text + WalletID.make(account: signer.account)]
    }
}
