/// The protocol of a login, as named in the request.
public enum LoginProtocol: String, Sendable, Hashable, CaseIterable {
    /// The dapp has users of its own, and an `appKey` from MYKEY.
    case mykey = "MYKEY"
    /// The dapp has neither.
    case mykeySimple = "MYKEYSimple"
    /// SimpleWallet 1.0.
    case simpleWallet = "SimpleWallet"
}
