/// The opened wallet, for one action. Its secrets are wiped with the last reference.
public protocol UnlockedKeyring: Sendable {
    /// Signs exactly the payment whose digest the person approved, and verifies every signature before it is given out.
    /// - Parameters:
    ///   - intent: what to sign; refused unless its digest is `approved`.
    ///   - coin: whose addresses and rules apply.
    ///   - previous: the whole bytes of each transaction that an input spends, from which values are proved (S12).
    func sign(
        _ intent: PaymentIntent, approved: IntentDigest, coin: CoinDescriptor, previous: [TransactionID: [UInt8]]
    ) throws(ServiceError) -> SignedTransaction

    /// Signs exactly the calls whose digest the person approved, in a transaction with that header.
    func sign(
        _ intent: ActionsIntent, approved: IntentDigest, in frame: TransactionFrame, coin: CoinDescriptor
    ) throws(ServiceError) -> SignedTransaction

    /// Signs exactly the texts whose digest the person approved: a signature for each, as a text of the coin's chain.
    func sign(
        _ intent: TextIntent, approved: IntentDigest, coin: CoinDescriptor
    ) throws(ServiceError) -> [String]

    /// The extended public keys that were approved.
    func publicKeys(
        for intent: KeyIntent, approved: IntentDigest, coin: CoinDescriptor
    ) throws(ServiceError) -> ExtendedPublicKeys
}
