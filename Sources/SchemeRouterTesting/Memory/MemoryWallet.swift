import RouterBitcoinFormat
import RouterBytes
import SchemeRouter
import Synchronization

/// A wallet in memory with money of every coin, whose signatures are valid only on a ``MemoryNetwork``.
///
/// It has no keys: it signs notes of what was approved, and its addresses and extended keys are well-formed but belong
/// to nobody. **Never send real money to them.**
public final class MemoryWallet: Keyring {
    fileprivate struct State {
        /// The payments of this wallet, by coin.
        var sent: [CoinID: [(id: TransactionID, intent: PaymentIntent)]] = [:]
    }

    fileprivate let state = Mutex(State())
    private let passcode: [UInt8]
    /// The number of whole coins of each kind.
    fileprivate let balance: Int64

    /// A wallet.
    /// - Parameters:
    ///   - balance: the number of whole coins of each kind, 0 or more; limited to the maximum supply.
    ///   - passcode: the correct passcode.
    public init(balance: Int64 = 1_000, passcode: String = "passcode") {
        self.balance = max(balance, 0)
        self.passcode = Array(passcode.utf8)
    }

    /// The wallet is always ready.
    public func checkReady() throws(ServiceError) {}

    /// The only account of a coin.
    public func accounts(
        of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> [any AccountReader] {
        guard let parameters = coin.networks[network.id.network] else {
            throw ServiceError(.unsupportedNetwork, "\(coin.title) has no such network.")
        }
        return [MemoryAccount(wallet: self, coin: coin, parameters: parameters, chain: network.id)]
    }

    /// The key of all named accounts, which is not a real key.
    public static let accountKey = "PUB_MEMORY"

    /// The same for all accounts.
    public func accountKey(of coin: CoinDescriptor, on chain: ChainID) throws(ServiceError) -> String {
        Self.accountKey
    }

    /// Opens the wallet with the correct passcode.
    public func unlock(with passcode: borrowing Secret) async throws(ServiceError) -> any UnlockedKeyring {
        let right = self.passcode
        guard passcode.withBytes({ Array($0) == right }) else {
            throw ServiceError(.wrongPasscode, "The passcode is wrong.")
        }
        return OpenMemoryWallet(wallet: self)
    }

    /// Records what was approved, under a txid derived from it.
    fileprivate func note(_ intent: PaymentIntent, _ digest: IntentDigest) throws(ServiceError) -> SignedTransaction {
        guard let id = TransactionID(hex: digest.bytes.hex) else {
            throw ServiceError(.internalError, "A digest does not have 32 bytes.")
        }
        state.withLock { $0.sent[intent.chain.coin, default: []].append((id, intent)) }
        return SignedTransaction(id: id, bytes: MemoryNetwork.Payment(id: id, intent).bytes)
    }
}

/// The wallet after the correct passcode.
private struct OpenMemoryWallet: UnlockedKeyring {
    let wallet: MemoryWallet

    private func check(_ intent: Intent, _ approved: IntentDigest) throws(ServiceError) {
        guard approved == IntentDigest(intent) else {
            throw ServiceError(.refusedByCheck, "This is not what the person approved.")
        }
    }

    func sign(
        _ intent: PaymentIntent, approved: IntentDigest, coin: CoinDescriptor, previous: [TransactionID: [UInt8]]
    ) throws(ServiceError) -> SignedTransaction {
        try check(.payment(intent), approved)
        return try wallet.note(intent, approved)
    }

    func sign(
        _ intent: ActionsIntent, approved: IntentDigest, in frame: TransactionFrame, coin: CoinDescriptor
    ) throws(ServiceError) -> SignedTransaction {
        try check(.actions(intent), approved)
        guard let id = TransactionID(hex: approved.bytes.hex) else {
            throw ServiceError(.internalError, "A digest does not have 32 bytes.")
        }
        return SignedTransaction(id: id, bytes: approved.bytes, expires: UnixTime(frame.expiration))
    }

    func sign(
        _ intent: IdentityIntent, approved: IntentDigest, in frame: TransactionFrame, coin: CoinDescriptor
    ) throws(ServiceError) -> SignedHeader {
        try check(.identity(intent), approved)
        return SignedHeader(id: approved.bytes.hex, signature: "SIG_MEMORY_\(approved.bytes.hex)", frame: frame)
    }

    func sign(
        _ intent: TextIntent, approved: IntentDigest, coin: CoinDescriptor
    ) throws(ServiceError) -> [String] {
        try check(.texts(intent), approved)
        return intent.texts.indices.map { "SIG_MEMORY_\(approved.bytes.hex)_\($0)" }
    }

    func publicKeys(
        for intent: KeyIntent, approved: IntentDigest, coin: CoinDescriptor
    ) throws(ServiceError) -> ExtendedPublicKeys {
        try check(.keys(intent), approved)
        let version = coin.networks[intent.chain.network]?.numbers?.xpub ?? 0x0488_B21E
        // The fields of BIP32: version, depth and position, 13 bytes in all, then chain code and key, 65 bytes.
        func key(_ path: DerivationPath) -> String {
            let code = PublicDigest.sha256(Array("\(path)".utf8))
            let head = (0..<4).map { UInt8(truncatingIfNeeded: version >> (24 - 8 * UInt32($0))) }
            return Base58Check.encode(head + [UInt8](repeating: 0, count: 9) + code + [2] + code)
        }
        return ExtendedPublicKeys(bip32: key(intent.bip32), bip44: key(intent.bip44))
    }
}

/// The only account of a coin.
private struct MemoryAccount: AccountReader {
    let wallet: MemoryWallet
    let coin: CoinDescriptor
    let parameters: NetworkParameters
    let chain: ChainID

    var name: AccountName { .number(0) }
    var path: DerivationPath { .bip44(coinType: parameters.coinType, account: 0).on(chain) }

    /// A well-formed address without a key.
    private func address(_ branch: UInt32, _ index: UInt32) -> OwnAddress {
        let path = path.appending(branch, index)
        let hash = Array(PublicDigest.sha256(Array("\(coin.id) \(path)".utf8)).prefix(20))
        return OwnAddress(text: Address(.publicKeyHash(hash)).text(on: parameters) ?? "", path: path)
    }

    /// Each payment spends part of the initial money and of the change of earlier payments.
    private var utxos: [OwnedUTXO] {
        let sent = wallet.state.withLock { $0.sent[coin.id] ?? [] }.filter { $0.intent.chain == chain }
        let whole = (0..<coin.decimals).reduce(wallet.balance) { sum, _ in
            let (product, isTooMuch) = sum.multipliedReportingOverflow(by: 10)
            return isTooMuch ? .max : product
        }
        let share = Amount(units: min(whole, coin.maxMoney.units) / 4) ?? .zero
        let digest = PublicDigest.sha256(Array("\(coin.id) \(chain.network.rawValue)".utf8))
        var owned = (0..<UInt32(4)).compactMap { index in
            TransactionID(hex: digest.hex).map { id in
                OwnedUTXO(
                    outpoint: Outpoint(transaction: id, index: index), amount: share, path: path.appending(0, index),
                    confirmations: 6)
            }
        }
        owned += sent.compactMap { payment in
            payment.intent.change.map {
                OwnedUTXO(
                    outpoint: Outpoint(transaction: payment.id, index: 1), amount: $0.amount, path: $0.path,
                    confirmations: 0, isFromOwnPayment: true)
            }
        }
        let spent = sent.flatMap { $0.intent.inputs.map(\.outpoint) }
        return owned.filter { !spent.contains($0.outpoint) }
    }

    func survey(progress: ProgressReport?) async throws(ServiceError) -> AccountSurvey {
        let used = UInt32(clamping: wallet.state.withLock { $0.sent[coin.id]?.count ?? 0 })
        return AccountSurvey(
            utxos: utxos, receiveAddress: address(0, 4), changeAddress: address(1, used))
    }

    func proofs(of utxos: [OwnedUTXO]) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        utxos.reduce(into: [:]) { $0[$1.outpoint.transaction] = [] }
    }

    func address(at path: DerivationPath) throws(ServiceError) -> OwnAddress? {
        guard path.isBelow(self.path), path.steps.count == self.path.steps.count + 2 else { return nil }
        return address(path.steps[path.steps.count - 2], path.steps[path.steps.count - 1])
    }
}
