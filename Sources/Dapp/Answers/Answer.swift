import RouterLinks

/// What a wallet answered.
///
/// An answer is only a claim: any program and any web page can open a link to your app. ``PendingRequest`` refuses
/// answers to anything that was not requested. But only the network can confirm a payment: look up the txid, and check
/// that it pays the address and the amount.
public enum Answer: Sendable, Hashable {
    /// The address was paid by this transaction.
    case paid(address: String, txid: TransactionID)
    /// An address of the wallet. Check it like any address from a stranger.
    case address(String, source: String)
    /// Extended public keys of an account, at `m/account'` and `m/44'/coin'/account'`. They show every payment of the
    /// account, past and future: keep them as you would keep a bank statement.
    case masterPublicKey(bip32: String, bip44: String, account: UInt32, source: String)
    /// The request was not carried out. Only wallets whose owner enabled it report this.
    case failed(request: Action, code: FailureCode, source: String)

    /// Whether it contains what was requested.
    public var isSuccess: Bool {
        if case .failed = self { return false }
        return true
    }
}
