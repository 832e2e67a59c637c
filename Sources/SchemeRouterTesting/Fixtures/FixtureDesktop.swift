import SchemeRouter

/// A desktop on which every sender has the same, known program. Nothing is started.
struct FixtureDesktop: Launcher, ReceiverMemory {
    static let time: UnixTime = 1_700_000_000
    static let program = ReceivingProgram(
        name: "Fixture", desktopEntry: "/usr/share/applications/fixture.desktop", executable: "/usr/bin/fixture",
        fileIdentity: "1")

    func receiver(ofScheme scheme: String) throws(LaunchError) -> ReceivingProgram? { Self.program }
    func open(_ callback: String, scheme: String, with program: ReceivingProgram) throws(LaunchError) {
        throw .failed("nothing is started here")
    }

    func remembered(_ sender: String) throws(ServiceError) -> KnownReceiver? { KnownReceiver(Self.program) }
    func remember(_ program: KnownReceiver, for sender: String) throws(ServiceError) {}
}

/// The only network, which the links use.
struct FixtureNetworks: NetworkDirectory {
    let network: ConfiguredNetwork?
    let accounts: AccountNetwork?

    func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork {
        if let network { return network }
        throw ServiceError(.noNetwork, "The fixture has no addresses.")
    }

    func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork {
        if let accounts { return accounts }
        throw ServiceError(.noNetwork, "The fixture has no accounts.")
    }
}
