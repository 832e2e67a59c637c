/// The wallet as the engine sees it: public account data at any time, signatures only after a passcode.
public protocol Keyring: Sendable {
    /// Throws ``ServiceError/Code/noWallet`` or ``ServiceError/Code/damagedKeystore`` if there is no wallet to open.
    func checkReady() throws(ServiceError)

    /// The wallet's accounts of a coin, as far as they are known without a passcode, in the order in which a payment
    /// tries them: account 0, further ones by number, and the old one. Account 0 always exists.
    ///
    /// Throws ``ServiceError/Code/noWallet`` or ``ServiceError/Code/accountNotKnown``.
    func accounts(
        of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> [any AccountReader]

    /// The public key of the wallet for accounts of a coin on a chain, in that chain's text form. The practice chain
    /// has a different key from the real chain (S14).
    ///
    /// Throws ``ServiceError/Code/noWallet`` or ``ServiceError/Code/accountNotKnown``.
    func accountKey(of coin: CoinDescriptor, on chain: ChainID) throws(ServiceError) -> String

    /// Opens the keystore. Deliberately slow (Argon2id).
    ///
    /// Throws ``ServiceError/Code/wrongPasscode``, or ``ServiceError/Code/tooManyPasscodes`` during the delay.
    func unlock(with passcode: borrowing Secret) async throws(ServiceError) -> any UnlockedKeyring

    /// How many wrong passcodes may be typed until there is a delay, counting earlier ones; nil if there never is one, as
    /// by default.
    var passcodesLeft: Int? { get }
}

extension Keyring {
    /// There is never a delay.
    public var passcodesLeft: Int? { nil }

    /// None: the wallet has no keys of named accounts.
    public func accountKey(of coin: CoinDescriptor, on chain: ChainID) throws(ServiceError) -> String {
        throw .noAccountKeys(of: coin)
    }
}

/// The opened wallet, for one action. Its secrets are wiped when the last reference is released.
public protocol UnlockedKeyring: Sendable {
    /// Signs exactly the payment whose digest the person approved, and verifies every signature before returning it.
    /// - Parameters:
    ///   - intent: the payment to sign; refused unless its digest is `approved`.
    ///   - approved: the digest that the person approved.
    ///   - coin: the coin whose addresses and rules apply.
    ///   - previous: the full bytes of each transaction that an input spends, to verify values (S12).
    func sign(
        _ intent: PaymentIntent, approved: IntentDigest, coin: CoinDescriptor, previous: [TransactionID: [UInt8]]
    ) throws(ServiceError) -> SignedTransaction

    /// Signs exactly the calls whose digest the person approved, in a transaction with this header.
    func sign(
        _ intent: ActionsIntent, approved: IntentDigest, in frame: TransactionFrame, coin: CoinDescriptor
    ) throws(ServiceError) -> SignedTransaction

    /// Signs exactly the proof of identity whose digest the person approved, for this header's chain and expiration.
    func sign(
        _ intent: IdentityIntent, approved: IntentDigest, in frame: TransactionFrame, coin: CoinDescriptor
    ) throws(ServiceError) -> SignedHeader

    /// Signs exactly the texts whose digest the person approved, each separately; the signatures are in the text form
    /// of the coin's chain.
    func sign(
        _ intent: TextIntent, approved: IntentDigest, coin: CoinDescriptor
    ) throws(ServiceError) -> [String]

    /// The extended public keys that the person approved.
    func publicKeys(
        for intent: KeyIntent, approved: IntentDigest, coin: CoinDescriptor
    ) throws(ServiceError) -> ExtendedPublicKeys
}

/// A wallet that only pays need only implement ``sign(_:approved:coin:previous:)``.
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

    /// Refused: the wallet shares no extended keys.
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

    public init(bip32: String, bip44: String) {
        self.bip32 = bip32
        self.bip44 = bip44
    }
}
