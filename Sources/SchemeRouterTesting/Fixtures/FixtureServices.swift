import JournalConformance
import SchemeRouter

/// Everything outside the engine, as still as it can be. Nobody is there to agree.
struct FixtureServices: Prompt, PromptGate, Launcher, ReceiverMemory, BindingMemory, Notifier, NetworkDirectory {
    let network: ConfiguredNetwork?
    let accounts: AccountNetwork?
    var known: [DappBinding] = []

    static let time: UnixTime = 1_700_000_000
    static let program = ReceivingProgram(
        name: "Fixture", desktopEntry: "/usr/share/applications/fixture.desktop", executable: "/usr/bin/fixture",
        fileIdentity: "1")

    func services(_ wallet: FixtureWallet) -> Services {
        var services = Services(
            networks: self, keyring: wallet, journal: MemoryJournal(), prompt: self, gate: self, launcher: self,
            receivers: self, bindings: self, servers: nil, notifier: self, settings: Settings(), now: { Self.time })
        // Nothing here takes long; a computer that is busy may.
        services.readTime = .seconds(3_600)
        return services
    }

    func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork {
        if let network { return network }
        throw ServiceError(.noNetwork, "The fixture has no addresses.")
    }

    func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork {
        if let accounts { return accounts }
        throw ServiceError(.noNetwork, "The fixture has no accounts.")
    }

    func confirm(_ dialogue: Dialogue) async throws(PromptError) { throw .refused }
    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret { throw .refused }
    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        throw .refused
    }
    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice { throw .refused }
    func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int { throw .refused }
    func tell(_ dialogue: Dialogue) async throws(PromptError) {}

    func enter() throws(ServiceError) -> (any AnyObject & Sendable)? { nil }

    func receiver(ofScheme scheme: String) throws(LaunchError) -> ReceivingProgram? { Self.program }
    func open(_ callback: String, scheme: String, with program: ReceivingProgram) throws(LaunchError) {
        throw .failed("nothing is started here")
    }

    func remembered(_ sender: String) throws(ServiceError) -> KnownReceiver? { KnownReceiver(Self.program) }
    func remember(_ program: KnownReceiver, for sender: String) throws(ServiceError) {}

    func bindings(of appKey: String) throws(ServiceError) -> [DappBinding] { known.filter { $0.appKey == appKey } }
    func remember(_ binding: DappBinding) throws(ServiceError) {}

    func notify(title: String, text: String) -> Bool { false }
    func mayInterrupt() -> Bool { false }
    func didNotInterrupt() {}
}
