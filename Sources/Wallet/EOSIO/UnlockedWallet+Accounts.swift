import RouterEOSIO
import SchemeRouter

extension UnlockedWallet {
    /// Signs the transaction of these calls with this header, for the header's chain.
    ///
    /// Throws `ServiceError/Code/refusedByCheck` for anything that is not exactly what was approved (S11).
    public func sign(
        _ intent: ActionsIntent, approved: IntentDigest, in frame: TransactionFrame, coin: CoinDescriptor
    ) throws(ServiceError) -> SignedTransaction {
        try Self.check(.actions(intent), is: approved)
        guard frame.chainID == intent.chainID, let chainID = Checksum256(frame.chainID) else {
            throw .refused("the header belongs to another chain (S11)")
        }
        let transaction = try Self.transaction(intent, frame)
        let signature = try accountKey(of: coin, on: intent.chain).signature(
            over: transaction.preimage(chainID: chainID).digest)
        let packed = PackedTransaction(transaction, signatures: [signature])
        guard let id = TransactionID(hex: packed.id.hex) else { throw .refused("the transaction has no id") }
        return SignedTransaction(id: id, bytes: packed.json.bytes, expires: UnixTime(frame.expiration))
    }

    /// Signs a proof of identity for the header's chain (EEP-7). The proof is built here from names alone, so that
    /// nothing else can be signed instead.
    ///
    /// Throws `ServiceError/Code/refusedByCheck` for anything that is not exactly what was approved (S11).
    public func sign(
        _ intent: IdentityIntent, approved: IntentDigest, in frame: TransactionFrame, coin: CoinDescriptor
    ) throws(ServiceError) -> SignedHeader {
        try Self.check(.identity(intent), is: approved)
        guard frame.chainID == intent.chainID, let chainID = Checksum256(frame.chainID) else {
            throw .refused("the header belongs to another chain (S11)")
        }
        let scope: Name?
        do throws(NameError) {
            scope = try intent.scope.map { (text) throws(NameError) in try Name(text) }
        } catch {
            throw .refused("it contains a name that is not a valid account name")
        }
        guard let actor = try? Name(intent.signer.account), let permission = try? Name(intent.signer.permission) else {
            throw .refused("it contains a name that is not a valid account name")
        }
        let transaction = IdentityProof.transaction(
            scope: scope, signer: PermissionLevel(actor: actor, permission: permission),
            expiration: TimePointSec(seconds: frame.expiration))
        let signature = try accountKey(of: coin, on: intent.chain).signature(
            over: transaction.preimage(chainID: chainID).digest)
        return SignedHeader(
            id: transaction.id.hex, signature: signature.description,
            frame: TransactionFrame(
                chainID: frame.chainID, expiration: transaction.expiration.seconds, referenceBlock: 0, referenceCheck: 0
            ))
    }

    /// Signs each text: the SHA-256 of its UTF-8 bytes, never a digest computed elsewhere
    /// (Documentation/protocols/mykey.md §5.2).
    public func sign(
        _ intent: TextIntent, approved: IntentDigest, coin: CoinDescriptor
    ) throws(ServiceError) -> [String] {
        try Self.check(.texts(intent), is: approved)
        let key = try accountKey(of: coin, on: intent.chain)
        var signatures: [String] = []
        for text in intent.texts {
            let bytes = Array(text.utf8)
            guard TransactionPreimage(bytes: bytes) == nil else {
                throw .refused("the text is a transaction")
            }
            signatures.append(try key.signature(over: Hash.sha256(bytes)).description)
        }
        return signatures
    }

    private static func transaction(
        _ intent: ActionsIntent, _ frame: TransactionFrame
    ) throws(ServiceError) -> Transaction {
        var actions: [TransactionAction] = []
        for action in intent.actions {
            guard let contract = try? Name(action.contract), let name = try? Name(action.name),
                let actor = try? Name(intent.signer.account), let permission = try? Name(intent.signer.permission)
            else { throw .refused("it contains a name that is not a valid account name") }
            let level = PermissionLevel(actor: actor, permission: permission)
            actions.append(
                TransactionAction(account: contract, name: name, authorization: [level], data: action.data))
        }
        return Transaction(
            expiration: TimePointSec(seconds: frame.expiration),
            reference: BlockReference(number: frame.referenceBlock, prefix: frame.referenceCheck), actions: actions)
    }

    private func accountKey(of coin: CoinDescriptor, on chain: ChainID) throws(ServiceError) -> K1PrivateKey {
        guard chain.coin == coin.id, let path = coin.accountChain?.keyPath.on(chain) else {
            throw .refused("\(coin.title) has no named accounts")
        }
        guard let key = K1PrivateKey(bytes: try key(at: path).privateKey()) else {
            throw .refused("the wallet has no key at \(path)")
        }
        return key
    }
}

/// A private key of an EOSIO account. Its 32 bytes are kept in a `Secret` (S8).
struct K1PrivateKey: ~Copyable, Sendable {
    private let secret: Secret
    /// The key that verifies what this one signs.
    let publicKey: PublicKey

    /// The key with these 32 bytes; nil if they are zero or not below the order of the curve.
    init?(bytes secret: consuming Secret) {
        guard secret.count == SecretCurve.keyLength else { return nil }
        let point = secret.withBytes { bytes in SecretCurve.publicKey(of: bytes) }
        guard let point, let publicKey = try? PublicKey(bytes: point) else { return nil }
        self.secret = secret
        self.publicKey = publicKey
    }

    /// The most nonces to try. About one signature in four is canonical.
    private static let maxAttempts: UInt32 = 1024

    /// The signature over `digest`: with the nonce of RFC 6979, S in the lower half, and canonical as nodes require.
    ///
    /// If it is not canonical, the number of the attempt goes into the next nonce, as in EOSIO's own library
    /// (Documentation/protocols/mykey.md §5.1). The public key is recovered from the signature and compared
    /// before it is returned: a fault while signing could reveal the private key.
    func signature(over digest: Checksum256) throws(ServiceError) -> Signature {
        for attempt in 0..<Self.maxAttempts {
            let signed = secret.withBytes { key in
                SecretCurve.recoverableSignature(over: digest.bytes, with: key, attempt: attempt)
            }
            guard let signed, let compact = FixedBytes<64>(signed.compact),
                let signature = try? Signature(recoveryID: signed.recoveryID, compact: compact)
            else { throw .refused("a key cannot sign") }
            guard signature.isCanonical else { continue }
            guard signature.signer(of: digest) == publicKey else { throw .refused("the signature does not verify") }
            return signature
        }
        throw .refused("no canonical signature was found")
    }
}
