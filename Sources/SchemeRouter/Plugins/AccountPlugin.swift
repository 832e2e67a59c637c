/// A plugin for coins with money in named accounts, whose links come from dapps.
///
/// What is asked for is made into bytes, and read back, by the coin's network and not by the plugin. A plugin knows the
/// protocol between wallet and dapp: who may ask, what is signed to log in, and how a dapp is answered.
public protocol AccountPlugin: CoinPlugin {
    /// Throws where the account must not answer this dapp. ``ServiceError/dappCode`` is the number that its protocol has
    /// for it, for the person: the dapp is not told.
    func check(
        _ request: WalletRequest, by signer: AccountSigner, bindings: any BindingMemory
    ) throws(ServiceError)

    /// The texts that a login or a request for a signature has signed.
    func texts(for request: WalletRequest, by signer: AccountSigner, at time: UnixTime) throws(ServiceError) -> [String]

    /// What is remembered when what was asked for was done; nil for nothing.
    func binding(after request: WalletRequest, by signer: AccountSigner) -> DappBinding?
}
