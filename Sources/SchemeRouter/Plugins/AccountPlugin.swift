/// A plugin for coins with named accounts, whose links come from dapps.
///
/// The coin's network, not the plugin, encodes the requested calls and decodes them again. A plugin knows the protocol
/// between wallet and dapp: who may ask, what is signed for a login, and how a dapp is answered.
public protocol AccountPlugin: CoinPlugin {
    /// Throws if the account must not answer this dapp. ``ServiceError/dappCode`` is the error number of its protocol,
    /// shown to the person; the dapp does not receive it.
    func check(
        _ request: WalletRequest, by signer: AccountSigner, bindings: any BindingMemory
    ) throws(ServiceError)

    /// The texts to sign for a login or a signature request.
    func texts(for request: WalletRequest, by signer: AccountSigner, at time: UnixTime) throws(ServiceError) -> [String]

    /// What to remember after the request was carried out; nil for nothing.
    func binding(after request: WalletRequest, by signer: AccountSigner) -> DappBinding?
}
