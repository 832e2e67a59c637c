/// The wallet as the engine sees it: public account data at any time, signatures only after a passcode.
public protocol Keyring: Sendable {
    /// Throws ``ServiceError/Code/noWallet`` or ``ServiceError/Code/damagedKeystore`` where there is nothing to open.
    func checkReady() throws(ServiceError)

    /// What the wallet knows about its accounts of a coin without a passcode, in the order in which a payment tries
    /// them: account 0, further ones by their numbers, and the old one. There is at least account 0.
    ///
    /// Throws ``ServiceError/Code/noWallet`` or ``ServiceError/Code/accountNotKnown``.
    func accounts(
        of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> [any AccountReader]

    /// The public key by which the wallet signs for accounts of a coin on a chain, as a text of that chain. The practice
    /// chain has another one than the real chain (S14).
    ///
    /// Throws ``ServiceError/Code/noWallet`` or ``ServiceError/Code/accountNotKnown``.
    func accountKey(of coin: CoinDescriptor, on chain: ChainID) throws(ServiceError) -> String

    /// Opens the keystore. Slow on purpose (Argon2id).
    ///
    /// Throws ``ServiceError/Code/wrongPasscode``, or ``ServiceError/Code/tooManyPasscodes`` while the delay runs.
    func unlock(with passcode: borrowing Secret) async throws(ServiceError) -> any UnlockedKeyring
}

extension Keyring {
    /// None: the wallet has no keys of named accounts.
    public func accountKey(of coin: CoinDescriptor, on chain: ChainID) throws(ServiceError) -> String {
        throw .noAccountKeys(of: coin)
    }
}

/// The opened wallet, for one action. Its secrets are wiped with the last reference.
public protocol UnlockedKeyring: Sendable {
    /// Signs exactly the payment whose digest the person approved, and verifies every signature before it is given out.
    /// - Parameters:
    ///   - intent: what to sign; refused unless its digest is `approved`.
    ///   - approved: the digest of what the person approved.
    ///   - coin: whose addresses and rules apply.
    ///   - previous: the whole bytes of each transaction that an input spends, from which values are proved (S12).
    func sign(
        _ intent: PaymentIntent, approved: IntentDigest, coin: CoinDescriptor, previous: [TransactionID: [UInt8]]
    ) throws(ServiceError) -> SignedTransaction

    /// Signs exactly the calls whose digest the person approved, in a transaction with that header.
    func sign(
        _ intent: ActionsIntent, approved: IntentDigest, in frame: TransactionFrame, coin: CoinDescriptor
    ) throws(ServiceError) -> SignedTransaction

    /// Signs exactly the proof of identity whose digest the person approved, for the chain of that header and until its end.
    func sign(
        _ intent: IdentityIntent, approved: IntentDigest, in frame: TransactionFrame, coin: CoinDescriptor
    ) throws(ServiceError) -> SignedHeader

    /// Signs exactly the texts whose digest the person approved: a signature for each, as a text of the coin's chain.
    func sign(
        _ intent: TextIntent, approved: IntentDigest, coin: CoinDescriptor
    ) throws(ServiceError) -> [String]

    /// The extended public keys that were approved.
    func publicKeys(
        for intent: KeyIntent, approved: IntentDigest, coin: CoinDescriptor
    ) throws(ServiceError) -> ExtendedPublicKeys
}

/// A wallet that only pays implements no more than ``sign(_:approved:coin:previous:)``.
extension UnlockedKeyring {
    /// Refused: the wallet has no keys of named accounts.
    public func sign(
        _ intent: ActionsIntent, approved: IntentDigest, in frame: TransactionFrame, coin: CoinDescriptor
    ) throws(ServiceError) -> SignedTransaction { throw .noAccountKeys(of: coin) }

    /// Refused: the wallet has no keys of named accounts.
    public func sign(
        _ intent: IdentityIntent, approved: IntentDigest, in frame: TransactionFrame, coin: CoinDescriptor
    ) throws(ServiceError) -> SignedHeader { throw .noAccountKeys(of: coin) }

    /// Refused: the wallet has no keys of named accounts.
    public func sign(
        _ intent: TextIntent, approved: IntentDigest, coin: CoinDescriptor
    ) throws(ServiceError) -> [String] { throw .noAccountKeys(of: coin) }

    /// Refused: the wallet tells no extended keys.
    public func publicKeys(
        for intent: KeyIntent, approved: IntentDigest, coin: CoinDescriptor
    ) throws(ServiceError) -> ExtendedPublicKeys {
        throw ServiceError(.unsupported, "This wallet does not tell its extended public keys.")
    }
}

extension ServiceError {
    fileprivate static func noAccountKeys(of coin: CoinDescriptor) -> ServiceError {
        ServiceError(.unsupported, "This wallet has no keys for accounts of \(coin.title).")
    }
}

/// The two keys of a `masterPublicKey` answer, as BIP32 texts (`xpub…`).
public struct ExtendedPublicKeys: Sendable, Hashable {
    /// The key at `m/account'`.
    public let bip32: String
    /// The key at `m/44'/coin'/account'`.
    public let bip44: String

    /// Creates keys.
    public init(bip32: String, bip44: String) {
        self.bip32 = bip32
        self.bip44 = bip44
    }
}
