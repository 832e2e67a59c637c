/// Which protocol a login follows: the one that the request named.
public enum LoginProtocol: String, Sendable, Hashable, CaseIterable {
    /// The dapp has accounts of its own, and an `appKey` from MYKEY.
    case mykey = "MYKEY"
    /// The dapp has neither.
    case mykeySimple = "MYKEYSimple"
    /// SimpleWallet 1.0.
    case simpleWallet = "SimpleWallet"
}
