import SchemeRouter
import Synchronization

/// A wallet with given UTXOs whose signatures are only recorded.
public final class FakeKeyring: Keyring, UnlockedKeyring, AccountReader {
    public let owned: [OwnedUTXO]
    public let rightPasscode: String
    public let signed = Mutex<[PaymentIntent]>([])
    public let signedActions = Mutex<[ActionsIntent]>([])
    public let signedIdentities = Mutex<[IdentityIntent]>([])
    public let signedTexts = Mutex<[TextIntent]>([])
    /// Payments that it made earlier.
    public let sentPayments = Mutex<[TransactionID: SentPayment]>([:])

    /// Further accounts.
    public let others: [FakeKeyring]
    /// What keeps the wallet from being used.
    public let problem: ServiceError?

    /// Why it cannot be opened, whatever the passcode.
    private let unlockFailure: ServiceError?

    /// Transactions that nobody can read.
    private let strange: Set<TransactionID>
    /// UTXOs that their transactions show otherwise.
    private let misstated: Set<Outpoint>

    /// Whether its network says nothing until the question is broken off.
    private let isSilent: Bool

    public init(
        utxos: [OwnedUTXO] = [], passcode: String = "right passcode", name: AccountName = .number(0),
        others: [FakeKeyring] = [], problem: ServiceError? = nil, unlockFailure: ServiceError? = nil,
        strange: Set<TransactionID> = [], misstated: Set<Outpoint> = [], isSilent: Bool = false
    ) {
        self.owned = utxos
        self.rightPasscode = passcode
        self.name = name
        self.others = others
        self.problem = problem
        self.unlockFailure = unlockFailure
        self.strange = strange
        self.misstated = misstated
        self.isSilent = isSilent
    }

    public let name: AccountName
    public var path: DerivationPath {
        switch name {
        case .number(let number): .bip44(coinType: 5, account: number)
        case .old: .bip32(account: 0)
        case .path(let path): path
        }
    }

    public func checkReady() throws(ServiceError) {
        if let problem { throw problem }
    }

    public func accounts(
        of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> [any AccountReader] { [self] + others }

    public func unlock(with passcode: borrowing Secret) async throws(ServiceError) -> any UnlockedKeyring {
        if let unlockFailure { throw unlockFailure }
        let right = Array(rightPasscode.utf8)
        let matches = passcode.withBytes { Array($0) == right }
        guard matches else { throw ServiceError(.wrongPasscode, "The passcode is wrong.") }
        return self
    }

    public func sign(
        _ intent: PaymentIntent, approved: IntentDigest, coin: CoinDescriptor, previous: [TransactionID: [UInt8]]
    ) throws(ServiceError) -> SignedTransaction {
        guard approved == IntentDigest(.payment(intent)) else { throw ServiceError(.refusedByCheck, "not approved") }
        signed.withLock { $0.append(intent) }
        return .example
    }

    public func publicKeys(
        for intent: KeyIntent, approved: IntentDigest, coin: CoinDescriptor
    ) throws(ServiceError) -> ExtendedPublicKeys {
        ExtendedPublicKeys(bip32: "xpub32", bip44: "xpub44")
    }

    /// The key of the wallet's named accounts.
    public static let accountKey = "EOS6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5GDW5CV"

    public func accountKey(of coin: CoinDescriptor, on chain: ChainID) throws(ServiceError) -> String {
        Self.accountKey
    }

    public func sign(
        _ intent: ActionsIntent, approved: IntentDigest, in frame: TransactionFrame, coin: CoinDescriptor
    ) throws(ServiceError) -> SignedTransaction {
        guard approved == IntentDigest(.actions(intent)) else { throw ServiceError(.refusedByCheck, "not approved") }
        signedActions.withLock { $0.append(intent) }
        return .example
    }

    public func sign(
        _ intent: IdentityIntent, approved: IntentDigest, in frame: TransactionFrame, coin: CoinDescriptor
    ) throws(ServiceError) -> SignedHeader {
        guard approved == IntentDigest(.identity(intent)) else { throw ServiceError(.refusedByCheck, "not approved") }
        signedIdentities.withLock { $0.append(intent) }
        return SignedHeader(id: SignedTransaction.example.id.hex, signature: "SIG_K1_identity", frame: frame)
    }

    public func sign(
        _ intent: TextIntent, approved: IntentDigest, coin: CoinDescriptor
    ) throws(ServiceError) -> [String] {
        guard approved == IntentDigest(.texts(intent)) else { throw ServiceError(.refusedByCheck, "not approved") }
        signedTexts.withLock { $0.append(intent) }
        return intent.texts.indices.map { "SIG_K1_\($0)" }
    }

    public func survey(progress: ProgressReport?) async throws(ServiceError) -> AccountSurvey {
        if isSilent {
            while !Task.isCancelled { await Task.yield() }
            throw ServiceError(.networkUnreachable, "broken off")
        }
        return AccountSurvey(
            utxos: owned,
            receiveAddress: OwnAddress(text: "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5", path: path.appending(0, 0)),
            changeAddress: OwnAddress(text: "XeBdurzVrhrFtgqf9SxzQqvhHodb53njW4", path: path.appending(1, 0)))
    }

    public func proofs(of utxos: [OwnedUTXO]) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        let provable = utxos.map(\.outpoint.transaction).filter { !strange.contains($0) }
        return Dictionary(provable.map { ($0, []) }) { $1 }
    }

    public func isProved(_ utxo: OwnedUTXO, by transaction: [UInt8]) -> Bool { !misstated.contains(utxo.outpoint) }

    public func sentPayment(
        _ signed: SignedTransaction, to recipient: String, amount: Amount
    ) async throws(ServiceError) -> SentPayment? { sentPayments.withLock { $0[signed.id] } }

    public func address(at path: DerivationPath) throws(ServiceError) -> OwnAddress? {
        switch path {
        case self.path.appending(0, 0): OwnAddress(text: "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5", path: path)
        case self.path.appending(1, 0): OwnAddress(text: "XeBdurzVrhrFtgqf9SxzQqvhHodb53njW4", path: path)
        default: nil
        }
    }
}
