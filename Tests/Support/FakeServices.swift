import ExactJSON
import SchemeRouter
import Synchronization

/// A journal in memory that keeps the steps it was told, and can be made to fail.
public final class FakeJournal: Journal {
    public struct State: Sendable {
        public var requests: [JournalRequest] = []
        public var steps: [JournalStep] = []
        public var undecided: [JournalEntry] = []
        /// What else is unfinished.
        public var owed: [JournalEntry] = []
        /// What came before, newest first.
        public var earlier: [JournalEntry] = []
        public var failsAt: (@Sendable (JournalStep) -> Bool)?
    }

    public let state = Mutex(State())

    public init() {}

    public func begin(_ request: JournalRequest, at time: UnixTime) throws(ServiceError) -> Int64 {
        state.withLock { state in
            state.requests.append(request)
            return (state.earlier.first?.id ?? 0) + Int64(state.requests.count)
        }
    }

    public func note(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError) {
        let fails = state.withLock { state in
            if state.failsAt?(step) == true { return true }
            state.steps.append(step)
            return false
        }
        if fails { throw ServiceError(.cannotWrite, "The disk is full.") }
    }

    public func newest(_ count: Int) throws(ServiceError) -> [JournalEntry] { [] }

    public func entries(changedSince time: UnixTime) throws(ServiceError) -> [JournalEntry] {
        state.withLock { $0.earlier.changed(since: time) }
    }

    public func undecidedPayments() throws(ServiceError) -> [JournalEntry] {
        state.withLock { $0.undecided }
    }

    public func unfinished() throws(ServiceError) -> [JournalEntry] {
        state.withLock { $0.undecided + $0.owed }
    }

    public func forget(before time: UnixTime) throws(ServiceError) -> Int { 0 }

    public var steps: [JournalStep] { state.withLock { $0.steps } }
}

/// A prompt whose answers are given beforehand; it keeps what it was asked to show.
public final class FakePrompt: Prompt {
    public enum Answer: Sendable {
        case agree
        case otherwise
        case type(String)
        case fail(PromptError)
    }

    public struct State: Sendable {
        public var answers: [Answer]
        public var shown: [Dialogue] = []
        public var mistakes: [String] = []
        public var told: [Dialogue] = []
        public var tellFails: PromptError?
    }

    public let state: Mutex<State>

    public init(_ answers: [Answer]) {
        state = Mutex(State(answers: answers))
    }

    public var shown: [Dialogue] { state.withLock { $0.shown } }
    public var told: [Dialogue] { state.withLock { $0.told } }
    public var mistakes: [String] { state.withLock { $0.mistakes } }

    private func next(_ dialogue: Dialogue, _ mistake: String?) throws(PromptError) -> Answer {
        let answer = state.withLock { state in
            state.shown.append(dialogue)
            if let mistake { state.mistakes.append(mistake) }
            return state.answers.isEmpty ? Answer.fail(.refused) : state.answers.removeFirst()
        }
        if case .fail(let error) = answer { throw error }
        return answer
    }

    public func confirm(_ dialogue: Dialogue) async throws(PromptError) {
        guard case .agree = try next(dialogue, nil) else { throw .refused }
    }

    public func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        guard case .type(let text) = try next(dialogue, mistake) else { throw .refused }
        return Secret(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
    }

    public func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        guard case .type(let text) = try next(dialogue, mistake) else { throw .refused }
        return text
    }

    public func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice {
        switch try next(dialogue, nil) {
        case .agree: return .agreed
        case .otherwise: return .otherwise
        default: throw .refused
        }
    }

    public func tell(_ dialogue: Dialogue) async throws(PromptError) {
        let failure = state.withLock { state in
            if state.tellFails == nil { state.told.append(dialogue) }
            return state.tellFails
        }
        if let failure { throw failure }
    }
}

/// A launcher that knows one program and keeps what it was asked to open.
public final class FakeLauncher: Launcher {
    public let program: ReceivingProgram?
    public let refusal: LaunchError?
    public let opened = Mutex<[String]>([])

    public init(program: ReceivingProgram? = .demo, refusing refusal: LaunchError? = nil) {
        self.program = program
        self.refusal = refusal
    }

    public func receiver(ofScheme scheme: String) throws(LaunchError) -> ReceivingProgram? { program }

    public func open(_ callback: String, scheme: String, with program: ReceivingProgram) throws(LaunchError) {
        if let refusal { throw refusal }
        opened.withLock { $0.append(callback) }
    }
}

extension ReceivingProgram {
    public static let demo = ReceivingProgram(
        name: "Demo", desktopEntry: "/usr/share/applications/demo.desktop", executable: "/usr/bin/demo",
        fileIdentity: "1")
}

extension [JournalEntry] {
    /// What a journal with these entries, newest first, gives as changed since `time`.
    public func changed(since time: UnixTime) -> [JournalEntry] {
        lastIndex { $0.changed >= time }.map { Array(self[...$0]) } ?? []
    }
}

/// Receivers in memory.
public final class FakeReceiverMemory: ReceiverMemory {
    public let known: Mutex<[String: KnownReceiver]>

    public init(_ known: [String: KnownReceiver] = [:]) {
        self.known = Mutex(known)
    }

    public func remembered(_ sender: String) throws(ServiceError) -> KnownReceiver? {
        known.withLock { $0[sender] }
    }

    public func remember(_ program: KnownReceiver, for sender: String) throws(ServiceError) {
        known.withLock { $0[sender] = program }
    }
}

/// Keeps what it was asked to show.
public final class FakeNotifier: Notifier {
    public let isPatient: Bool
    public let shown = Mutex<[String]>([])

    public init(isPatient: Bool = true) {
        self.isPatient = isPatient
    }

    public func notify(title: String, text: String) {
        shown.withLock { $0.append("\(title)\n\(text)") }
    }

    public func mayInterrupt() -> Bool { isPatient }
}

/// A gate that is open, or not.
public struct FakeGate: PromptGate {
    public final class Pass: Sendable {}
    public let isOpen: Bool

    public init(isOpen: Bool = true) {
        self.isOpen = isOpen
    }

    public func enter() throws(ServiceError) -> (any AnyObject & Sendable)? {
        isOpen ? Pass() : nil
    }
}

/// A chain that holds given transactions and takes, refuses or loses what is sent.
public final class FakeChain: Chain {
    public let known: [TransactionID: [UInt8]]
    public let refusal: ServiceError?
    public let sent = Mutex<[SignedTransaction]>([])

    public init(transactions: [TransactionID: [UInt8]] = [:], refusing refusal: ServiceError? = nil) {
        known = transactions
        self.refusal = refusal
    }

    public func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] { [] }
    public func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> { [] }
    public func feePerKB() async throws(ServiceError) -> Amount? { nil }

    public func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] { [] }
    public func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] { [:] }

    public func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        known.filter { ids.contains($0.key) }
    }

    public func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        sent.withLock { sent in sent.contains { $0.id == id } } ? .waiting(isLocked: false) : .unknown
    }

    public func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) {
        if let refusal { throw refusal }
        sent.withLock { $0.append(transaction) }
    }
}

/// One network for every coin.
public struct FakeNetworks: NetworkDirectory {
    public let chain: any Chain
    public let isPractice: Bool
    public let accounts: (any AccountChain)?
    public let signer: AccountSigner

    public init(
        chain: any Chain, isPractice: Bool = false, accounts: (any AccountChain)? = nil,
        signer: AccountSigner = AccountSigner(account: "bobbobbobbob", permission: "active")
    ) {
        self.chain = chain
        self.isPractice = isPractice
        self.accounts = accounts
        self.signer = signer
    }

    public func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork {
        ConfiguredNetwork(id: ChainID(coin: coin.id, network: .main, isPractice: isPractice), chain: chain)
    }

    public func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork {
        guard let accounts else { throw ServiceError(.noNetwork, "No network is chosen for \(coin.title).") }
        return AccountNetwork(
            id: ChainID(coin: coin.id, network: .main, isPractice: isPractice), signer: signer, chain: accounts)
    }
}

/// A wallet with given coins whose signatures are only recorded.
public final class FakeKeyring: Keyring, UnlockedKeyring, AccountReader {
    public let owned: [OwnedCoin]
    public let rightPasscode: String
    public let signed = Mutex<[PaymentIntent]>([])
    public let signedActions = Mutex<[ActionsIntent]>([])
    public let signedTexts = Mutex<[TextIntent]>([])

    /// Further accounts.
    public let others: [FakeKeyring]

    public init(
        coins: [OwnedCoin] = [], passcode: String = "right passcode", name: AccountName = .number(0),
        others: [FakeKeyring] = []
    ) {
        self.owned = coins
        self.rightPasscode = passcode
        self.name = name
        self.others = others
    }

    public let name: AccountName
    public var path: DerivationPath {
        switch name {
        case .number(let number): .bip44(coinType: 5, account: number)
        case .old: .bip32(account: 0)
        }
    }

    public func checkReady() throws(ServiceError) {}

    public func accounts(
        of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> [any AccountReader] { [self] + others }

    public func unlock(with passcode: borrowing Secret) async throws(ServiceError) -> any UnlockedKeyring {
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

    public func accountKey(of coin: CoinDescriptor) throws(ServiceError) -> String { Self.accountKey }

    public func sign(
        _ intent: ActionsIntent, approved: IntentDigest, in frame: TransactionFrame, coin: CoinDescriptor
    ) throws(ServiceError) -> SignedTransaction {
        guard approved == IntentDigest(.actions(intent)) else { throw ServiceError(.refusedByCheck, "not approved") }
        signedActions.withLock { $0.append(intent) }
        return .example
    }

    public func sign(
        _ intent: TextIntent, approved: IntentDigest, coin: CoinDescriptor
    ) throws(ServiceError) -> [String] {
        guard approved == IntentDigest(.texts(intent)) else { throw ServiceError(.refusedByCheck, "not approved") }
        signedTexts.withLock { $0.append(intent) }
        return intent.texts.indices.map { "SIG_K1_\($0)" }
    }

    public func survey(progress: ProgressReport?) async throws(ServiceError) -> AccountSurvey {
        AccountSurvey(
            coins: owned,
            receiveAddress: OwnAddress(text: "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5", path: path.appending(0, 0)),
            changeAddress: OwnAddress(text: "XeBdurzVrhrFtgqf9SxzQqvhHodb53njW4", path: path.appending(1, 0)),
            usedScripts: [])
    }

    public func address(at path: DerivationPath) throws(ServiceError) -> OwnAddress? {
        switch path {
        case self.path.appending(0, 0): OwnAddress(text: "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5", path: path)
        case self.path.appending(1, 0): OwnAddress(text: "XeBdurzVrhrFtgqf9SxzQqvhHodb53njW4", path: path)
        default: nil
        }
    }
}

extension SignedTransaction {
    public static let example = SignedTransaction(
        id: TransactionID(hex: String(repeating: "ab", count: 32))!, bytes: [1, 2, 3])
}

extension OwnedCoin {
    /// A confirmed coin of the fake wallet.
    public static func example(
        _ units: Int64, index: UInt32 = 0, confirmations: Int = 6,
        in account: DerivationPath = .bip44(coinType: 5, account: 0), branch: UInt32 = 0
    ) -> OwnedCoin {
        OwnedCoin(
            outpoint: Outpoint(transaction: SignedTransaction.example.id, index: index), amount: Amount(units: units)!,
            path: account.appending(branch, 0), confirmations: confirmations)
    }
}

/// Bindings in memory.
public final class FakeBindings: BindingMemory {
    public let known: Mutex<[DappBinding]>

    public init(_ known: [DappBinding] = []) {
        self.known = Mutex(known)
    }

    public func bindings(of appKey: String) throws(ServiceError) -> [DappBinding] {
        known.withLock { $0.filter { $0.appKey == appKey } }
    }

    public func remember(_ binding: DappBinding) throws(ServiceError) {
        known.withLock { $0.append(binding) }
    }
}

/// A network of named accounts that says what it was given, and keeps what it is sent.
public final class FakeAccountChain: AccountChain {
    public let keys: AccountAuthority?
    public let refusal: ServiceError?
    public let sent = Mutex<[SignedTransaction]>([])

    public init(
        authority: AccountAuthority? = AccountAuthority(keys: [FakeKeyring.accountKey]),
        refusing refusal: ServiceError? = nil
    ) {
        keys = authority
        self.refusal = refusal
    }

    public func prepare(
        _ calls: [ActionCall], as signer: AccountSigner
    ) async throws(ServiceError) -> [PreparedAction] {
        calls.map {
            PreparedAction(contract: $0.contract, name: $0.name, data: $0.data.bytes, content: $0.data)
        }
    }

    public func frame() async throws(ServiceError) -> TransactionFrame {
        TransactionFrame(
            chainID: [UInt8](repeating: 7, count: 32), expiration: 1_700_000_060, blockNumber: 1, blockPrefix: 2)
    }

    public func authority(of signer: AccountSigner) async throws(ServiceError) -> AccountAuthority? { keys }

    public func send(_ transaction: SignedTransaction) async throws(ServiceError) {
        if let refusal { throw refusal }
        sent.withLock { $0.append(transaction) }
    }
}

/// Servers that take everything, or answer as they were told.
public final class FakeServers: NetworkClient {
    public let answers: Mutex<[Result<NetworkAnswer, NetworkError>]>
    public let received = Mutex<[NetworkRequest]>([])

    /// - Parameter answers: one for each request; where there are none, the server takes what it gets.
    public init(_ answers: [Result<NetworkAnswer, NetworkError>] = []) {
        self.answers = Mutex(answers)
    }

    public func send(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> NetworkAnswer {
        received.withLock { $0.append(request) }
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        return try (answer ?? .success(Self.answer(#"{"code":0,"message":""}"#))).get()
    }

    public static func answer(_ body: String, status: Int = 200) -> NetworkAnswer {
        NetworkAnswer(status: status, headers: [], body: Array(body.utf8))
    }
}
