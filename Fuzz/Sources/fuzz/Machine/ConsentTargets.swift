import Synchronization

@testable import JournalConformance
@testable import RouterBytes
@testable import RouterConnections
@testable import RouterLinks
@testable import SchemeRouter
@testable import SchemeRouterTesting

/// The environment of a link, which counts everything that may have an effect. The person agrees to everything that
/// takes only a key press, or to nothing, and never types a passcode.
private final class World: Prompt, Launcher, NetworkClient, Notifier, PromptGate, Sendable {
    let agrees: Bool
    private let counts = Mutex((asked: 0, started: 0, sent: 0))

    init(agrees: Bool) {
        self.agrees = agrees
    }

    var asked: Int { counts.withLock { $0.asked } }
    var started: Int { counts.withLock { $0.started } }
    var sent: Int { counts.withLock { $0.sent } }

    private func answer(_ dialogue: Dialogue) throws(PromptError) {
        counts.withLock { $0.asked += 1 }
        expect(!dialogue.pages.isEmpty && !dialogue.pages.contains(""), "whoever is asked sees something")
        for scalar in dialogue.pages.joined().unicodeScalars {
            expect(scalar == "\n" || scalar.isUnambiguouslyVisible, "nothing on a page moves the cursor or hides (S5)")
        }
        // Rules that ask repeatedly would never end.
        if !agrees || asked > 50 { throw .refused }
    }

    func confirm(_ dialogue: Dialogue) async throws(PromptError) { try answer(dialogue) }
    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        try answer(dialogue)
        throw .refused
    }
    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        try answer(dialogue)
        return "1"
    }
    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice {
        try answer(dialogue)
        return .agreed
    }
    func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int {
        try answer(dialogue)
        return 0
    }
    func tell(_ dialogue: Dialogue) async throws(PromptError) {}

    func enter() throws(ServiceError) -> (any AnyObject & Sendable)? { self }

    func receiver(ofScheme scheme: String) throws(LaunchError) -> ReceivingProgram? { FixtureDesktop.program }
    func open(_ callback: String, scheme: String, with program: ReceivingProgram) throws(LaunchError) {
        counts.withLock { $0.started += 1 }
        expect(!Shipped.routes.isOwnScheme(scheme), "no reply comes back here (S4)")
        expect(!ForbiddenSchemes.contains(scheme), "no reply goes to a browser or a system program (S4)")
        // The reply spells the scheme as the app does; for the desktop, letter case makes no difference.
        expect(callback.lowercased().utf8.starts(with: "\(scheme):".utf8), "a reply has the scheme that was named")
    }

    func send(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> NetworkAnswer {
        counts.withLock { $0.sent += 1 }
        throw .unsent(.connectFailed, "Nobody is there.")
    }

    func notify(title: String, text: String) -> Bool { true }
    func mayInterrupt() -> Bool { true }
    func didNotInterrupt() {}
}

extension Target {
    /// A link from its bytes to its outcome. The person agrees to nothing (if the first byte is even), or to
    /// everything, but never types a passcode.
    /// Invariants:
    /// - before the person agrees, nothing is sent or started, and the journal records only that the link was seen. The
    ///   exception: a dapp of MYKEY's kind gets a number if its link was refused (S6, S11);
    /// - without a passcode, nothing is signed and no payment is sent (S5, S7);
    /// - pages are never empty, and nothing on them hides or moves other text (S5);
    /// - every link has an outcome (S10).
    static let consent = Target("consent", longest: 4_096) { bytes in
        let text = Array(bytes.dropFirst())
        guard let link = try? Shipped.router.read(text) else { return }
        let world = World(agrees: (bytes.first ?? 0) & 1 == 1)
        let chain = ChainID(coin: link.coin.id, network: .main, isPractice: false)
        let recipient = link.request.payable?.address ?? ""
        let wallet = FixtureWallet(of: link.coin, on: chain, ownAddress: recipient)
        let signer = AccountSigner(account: "bobbobbobbob", permission: "active")
        let memory = MemoryServices()
        var around = memory.services
        around.networks = FixtureNetworks(
            network: ConfiguredNetwork(id: chain, chain: MemoryNetwork()),
            accounts: AccountNetwork(
                id: chain, signer: signer, chain: MemoryAccountChain(keys: [FixtureWallet.accountKey])))
        around.keyring = wallet
        around.receivers = FixtureDesktop()
        around.settings = Settings()
        let journal = MemoryJournal()
        (around.prompt, around.launcher, around.notifier, around.gate) = (world, world, world, world)
        (around.servers, around.journal) = (world, journal)
        let services = around
        let result = waiting { await LinkExecution(services: services).run(link) }
        let entries = journal.contents.entries
        if !world.agrees {
            expect(world.sent == 0, "nothing is sent before somebody agreed")
            let isTold = link.request.dapp != nil && world.asked > 0
            expect(world.started <= (isTold ? 1 : 0), "nothing is started before somebody agreed")
            expect(memory.wallets.opened.isEmpty && memory.clipboard.text == nil, "no wallet gets a link")
            expect(entries.allSatisfy { $0.progress == .seen }, "nothing is done before somebody agreed")
        }
        for entry in entries {
            expect(![.signed, .sent].contains(entry.progress), "nothing is signed without a passcode")
            expect(entry.transaction == nil, "nothing is signed without a passcode")
            expect(entry.end != nil, "every link has an end: \(result.outcome)")
        }
    }
}
