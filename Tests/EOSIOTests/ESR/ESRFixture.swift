import ExactJSON
import Foundation
import JournalConformance
import RouterCoins
import RouterEOSIO
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Synchronization

@testable import RouterNetworks

/// Requests to sign, through the engine with the shipped descriptors, the practice chain's interfaces and fake services.
struct ESRFixture {
    var chain: WatchedChain
    var journal = FakeJournal()
    /// The journal that is used in its place, where the tests need one that keeps its rules.
    var kept: MemoryJournal?
    var prompt: FakePrompt
    var launcher = MemoryLauncher.demo()
    var keyring = FakeKeyring()
    var servers = MemoryServers.confirming([.success(MemoryServers.answer("thanks", status: 201))])
    var settings = Settings()
    var wallets = MemoryWalletPrograms()
    var handedOver = MemoryHandOverMemory()
    var hasNetwork = true
    var isPractice = false

    static let passcode = FakePrompt.Answer.type("right passcode")
    static let now: UnixTime = 1_700_000_000
    static let person = "bobbobbobbob"

    init(_ answers: FakePrompt.Answer...) throws {
        prompt = FakePrompt(answers)
        chain = try WatchedChain()
    }

    static func router() throws -> Router {
        let plugins = PluginList.all(now: { now })
        return Router(routes: try RouteTable.load(DescriptorStack([.shipped]), for: plugins), plugins: plugins)
    }

    static func read(_ link: String) throws -> ReadLink { try router().read(Array(link.utf8)) }

    func run(_ link: String, to target: HandOverRule.Target? = nil) async throws -> Outcome {
        await LinkExecution(services: services).run(try Self.read(link), to: target).outcome
    }

    func run(_ request: RequestToSign, to target: HandOverRule.Target? = nil) async throws -> Outcome {
        try await run(request.link, to: target)
    }

    var services: Services {
        var services = Services(
            networks: hasNetwork
                ? FakeNetworks(chain: FakeChain(), isPractice: isPractice, accounts: chain) : NoNetworks(),
            keyring: keyring, journal: kept ?? journal, prompt: prompt, gate: MemoryGate(), launcher: launcher,
            receivers: MemoryReceivers.demo(["myapp": KnownReceiver(.demo)]), bindings: MemoryBindings(),
            servers: servers, notifier: MemoryNotifier(), settings: settings, now: { Self.now })
        // Tests share two threads: an answer that is there may be noticed late.
        services.readTime = .seconds(600)
        services.wallets = wallets
        services.handedOver = handedOver
        return services
    }

    var opened: [String] { launcher.opened }
    var posted: [NetworkRequest] { servers.requests }
    var given: [MemoryWalletPrograms.Given] { wallets.given }
    var signedActions: [ActionsIntent] { keyring.signedActions.withLock { $0 } }
    var signedIdentities: [IdentityIntent] { keyring.signedIdentities.withLock { $0 } }
    var shown: String { prompt.shown.map(\.flowing).joined(separator: " ") }
}

/// The practice chain's own way to make bytes, and a record of what is sent in place of executing it.
final class WatchedChain: AccountChain {
    private let practice: PracticeEOSIOChain
    private let directory: String
    let sent = Mutex<[SignedTransaction]>([])
    /// The chains that it says it is, one for each time that it is asked; then what it always is.
    private let chainIDs: Mutex<[[UInt8]]>

    init(saying chainIDs: [[UInt8]] = []) throws {
        self.chainIDs = Mutex(chainIDs)
        directory = NSTemporaryDirectory() + "esr-tests-" + UUID().uuidString
        let router = try ESRFixture.router()
        guard let eos = router.routes.coin("eos") else { preconditionFailure("no coin has the chain") }
        let ledger = try PracticeLedger(of: eos, in: directory)
        try ledger.setAccount(ESRFixture.person, key: FakeKeyring.accountKey)
        try ledger.fund(ESRFixture.person, "10.0000 EOS")
        practice = PracticeEOSIOChain(ledger, now: { ESRFixture.now })
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    func prepare(_ calls: [ActionCall], as signer: AccountSigner) async throws(ServiceError) -> [PreparedAction] {
        try await practice.prepare(calls, as: signer)
    }

    func frame() async throws(ServiceError) -> TransactionFrame {
        let said = chainIDs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        return TransactionFrame(
            chainID: said ?? Self.chainID, expiration: UInt32(ESRFixture.now) + 120, referenceBlock: 11,
            referenceCheck: 22)
    }

    private static let chainID = [UInt8](repeating: 7, count: 32)

    func authority(of signer: AccountSigner) async throws(ServiceError) -> AccountAuthority? {
        AccountAuthority(keys: [FakeKeyring.accountKey])
    }

    func header(of transaction: SignedTransaction) -> SignedHeader? {
        SignedHeader(
            id: transaction.id.hex, signature: "SIG_K1_actions",
            frame: TransactionFrame(
                chainID: Self.chainID, expiration: UInt32(ESRFixture.now) + 120, referenceBlock: 11, referenceCheck: 22)
        )
    }

    func send(_ transaction: SignedTransaction) async throws(ServiceError) {
        sent.withLock { $0.append(transaction) }
    }
}
